import { firstWord, isWord, lastWord } from "./find-words.js";

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
  if (isWord(cell, "total")) return { words: cell.trim().replace(/[\s:]+$/u, ""), at: "begin" };
  const first = firstWord(cell, "total");
  if (first !== null) return { words: first, at: "begin" };
  const last = lastWord(cell, "total");
  return last === null ? null : { words: last, at: "end" };
}
