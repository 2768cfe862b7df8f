import type { TestedClause, Condition } from "../query/condition/condition.js";

/** The clauses of a condition that an entry may match: all that are not negated. */
export function positiveClauses(condition: Condition): readonly TestedClause[] {
  if (condition.is === "clause") return [condition];
  return condition.is === "not" ? [] : condition.of.flatMap(positiveClauses);
}

/**
 * The clauses of a condition that make some matches more relevant than others: all that are not negated, except those
 * that every match has to match and that are about no text: they would add the same to all. Each one that an entry
 * matches adds its boost times its rarity times its shortness to the entry's score, one after the other in this order,
 * as doubles; the score is the sum, rounded to a 32-bit float.
 */
export function weighingClauses(condition: Condition, isRequired = true): readonly TestedClause[] {
  switch (condition.is) {
    case "clause":
      return isRequired && condition.test.on !== "text" ? [] : [condition];
    case "not":
      return [];
    case "all":
      return condition.of.flatMap((part) => weighingClauses(part, isRequired));
    case "any":
      return condition.of.flatMap((part) => weighingClauses(part, false));
  }
}

/**
 * Rarer is more: the inverse document frequency.
 * @param matches number of entries that match; of a text those of each dimension, added up
 */
export function rarityOf(matches: number, entries: number): number {
  return Math.log(1 + entries / Math.max(1, matches));
}

/** A word in a short value says more about it. @param tokens number of tokens in the shortest value that matches */
export function shortnessOf(tokens: number): number {
  return 1 / Math.sqrt(tokens);
}
