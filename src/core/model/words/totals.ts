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
 * Only its amounts can tell if its row is a total.
 */
export function wordOfTotal(cell: string): WordOfTotal | null {
  const first = totalAtBegin(cell);
  if (first !== null) return { words: first, at: "begin" };
  const [, end = ""] = LAST.exec(cell) ?? [];
  const last = isEnd(end) || UNSPACED.test(end) ? lastWord(cell, "total") : null;
  return last === null ? null : { words: last, at: "end" };
}

/** Return the words for a total with which a cell begins. Cost: a look-up, as it is asked of every cell of a file. */
function totalAtBegin(cell: string): string | null {
  const [, first] = FIRST.exec(cell) ?? [];
  if (first === undefined || !(isEnd(first) || UNSPACED.test(first))) return null;
  return isWord(cell, "total") ? cell.trim().replace(/[\s:]+$/u, "") : firstWord(cell, "total");
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

function isEnd(word: string): boolean {
  const folded = fold(word);
  return ENDS.has(folded) || /su(?:mm|m)e$/.test(folded) || folded.includes("-");
}

const FIRST = /^\s*(\p{L}[\p{L}\p{M}"״'’-]*)/u;
const LAST = /([\p{L}][\p{L}\p{M}"״'’-]*)[\s:.]*$/u;
const UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
