import type { Clause, Condition } from "../query/search/condition.js";

/**
 * The clauses of a condition that make an entry relevant: all that are not negated. Each one that an entry matches adds
 * its boost times its rarity times its shortness to the entry's score, one after the other in this order, as doubles;
 * the score is the sum, rounded to a 32-bit float.
 */
export function weighingClauses(condition: Condition): readonly Clause[] {
  if (condition.is === "clause") return [condition];
  return condition.is === "not" ? [] : condition.of.flatMap(weighingClauses);
}

/** Rarer is more: the inverse document frequency. */
export function rarityOf(matches: number, entries: number): number {
  return Math.log(1 + entries / Math.max(1, matches));
}

/** A word in a short value says more about it. @param tokens number of tokens in the shortest value that matches */
export function shortnessOf(tokens: number): number {
  return 1 / Math.sqrt(tokens);
}
