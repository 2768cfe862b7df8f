import { firstWord, isWord, lastWord } from "./find-words.js";
import { fold } from "./fold.js";
import { WORDS } from "./word-table.js";

/** The words by which a cell may say that its row adds others up, and their place in it. */
export interface WordOfTotal {
  readonly words: string;
  readonly at: "begin" | "end";
}

/**
 * Return the words for a total with which a cell begins or ends: "Total Housing", "Housing Total"; `null` if it has none.
 * Whether its row is a total, only its amounts can tell.
 */
export function wordOfTotal(cell: string): WordOfTotal | null {
  if (!mayHaveTotal(cell)) return null;
  if (isWord(cell, "total")) return { words: cell.trim().replace(/[\s:]+$/u, ""), at: "begin" };
  const first = firstWord(cell, "total");
  if (first !== null) return { words: first, at: "begin" };
  const last = lastWord(cell, "total");
  return last === null ? null : { words: last, at: "end" };
}

/** First and last words of all words for totals. */
const ENDS: ReadonlySet<string> = new Set(
  WORDS.filter(({ means }) => means === "total").flatMap(({ words }) =>
    words.flatMap((word) => {
      const parts = fold(word.replace(/^=/, "")).split(/[\s-]+/);
      return [parts[0]!, parts.at(-1)!];
    }),
  ),
);

/**
 * True if the first or the last word of a text may be one for a total. Cost: two look-ups, as it is asked of every cell of
 * a file.
 */
function mayHaveTotal(cell: string): boolean {
  const [, first] = FIRST.exec(cell) ?? [];
  if (first === undefined) return false;
  if (UNSPACED.test(cell) || isEnd(first)) return true;
  const [, last = first] = LAST.exec(cell) ?? [];
  return isEnd(last);
}

function isEnd(word: string): boolean {
  const folded = fold(word);
  return ENDS.has(folded) || /su(?:mm|m)e$/.test(folded) || folded.includes("-");
}

const FIRST = /^\s*(\p{L}[\p{L}\p{M}"״'’-]*)/u;
const LAST = /([\p{L}][\p{L}\p{M}"״'’-]*)[\s:.]*$/u;
const UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
