import type { TestedClause, Condition } from "../query/condition/condition.js";

/** Return the clauses of a condition that are not negated. */
export function positiveClauses(condition: Condition): readonly TestedClause[] {
  if (condition.is === "clause") return [condition];
  return condition.is === "not" ? [] : condition.of.flatMap(positiveClauses);
}

/**
 * Return the clauses of a condition that affect relevance: all that are not negated, except required clauses that are
 * not about text, which would add the same to every match.
 *
 * Each clause that an entry matches adds boost × rarity × shortness to the entry's score. The terms are added as
 * doubles in the order of the clauses, and the sum is rounded to a 32-bit float.
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
 * Return the inverse document frequency of a clause: higher if fewer entries match.
 * @param matches number of entries that match; for a text clause, the sum over all dimensions
 */
export function rarityOf(matches: number, entries: number): number {
  return Math.log(1 + entries / Math.max(1, matches));
}

/**
 * Return a clause's weight by length: a match in a short value counts more.
 * @param tokens number of tokens in the shortest value that matches
 */
export function shortnessOf(tokens: number): number {
  return 1 / Math.sqrt(tokens);
}
