import { isWord, firstWord, lastWord } from "../../../core/model/words/find-words.js";
import { foldInPlace } from "../../../core/model/words/fold-in-place.js";
import { WORDS } from "../../../core/model/words/word-table.js";

/** The words by which a cell may say that its row adds others up, and their place in it. */
interface WordOfTotal {
  readonly words: string;
  readonly at: "begin" | "end";
}

/** First and last words of all words for totals. */
const ENDS: ReadonlySet<string> = new Set(
  WORDS.filter(({ means }) => means === "total").flatMap(({ words }) =>
    words.flatMap((word) => {
      const parts = foldInPlace(word.replace(/^=/, "")).split(/[\s-]+/);
      return [parts[0]!, parts.at(-1)!];
    }),
  ),
);

const FIRST = /^\s*(\p{L}[\p{L}\p{M}"״'’-]*)/u;

const LAST = /([\p{L}][\p{L}\p{M}"״'’-]*)[\s:.]*$/u;

const UNSPACED = /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const BALANCE =
  /(?<!\p{L})(saldo|salden|balance|solde|diff\p{L}*|variance|abweichung|remaining|rest|unspent|available|disponible|überschuss|fehlbetrag|jahresergebnis|ergebnis|result\p{L}*|surplus|deficit|bilance|saldiert|сальдо|залишок|остаток|bakiye|egyenleg|zůstatek|zostatok|saldi|残高|残額|差額|余额|结余|잔액)(?!\p{L})/iu;

/** True if a heading has a word for what is left of amounts. */
export function isBalanceHeading(heading: string): boolean {
  return BALANCE.test(heading) || /残高|残額|差額|差引|余额|结余|잔액/u.test(heading);
}

/** True if a cell begins or ends with a word for totals: a second sign only, as totals are told by their figures. */
export function looksLikeTotal(cell: string): boolean {
  return wordOfTotal(cell) !== null;
}

/** True if a cell has no other words than those for totals. */
export function isTotalAlone(cell: string): boolean {
  return isWord(cell, "total");
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

function isEnd(word: string): boolean {
  const folded = foldInPlace(word);
  return ENDS.has(folded) || /su(?:mm|m)e$/.test(folded) || folded.includes("-");
}
