import { errorText } from "../../errors/error-text.js";
import { bindAmount, explainEnds, readDecimal } from "../condition/bind-value.js";
import type { AmountTest } from "../condition/condition.js";
import { type CutClause, printCuts } from "../syntax/cut-clause.js";
import type { HavingTest } from "./figures.js";
import { normaliseTerm } from "../../model/terms.js";
import type { Term } from "./term.js";

/** Conditions on cells, and their normalised spelling. */
export interface BoundHaving {
  readonly tests: readonly HavingTest[];
  readonly canonical: string;
}

/**
 * Bind `term:[from TO to]|term:value|!term:…`; every condition must hold.
 * @param isRefused true for a requested term of which errors were reported
 */
export function bindHaving(
  terms: readonly Term[],
  isRefused: (field: string) => boolean,
  requested: readonly CutClause[],
  errors: string[],
): BoundHaving {
  const error = (sentence: string): void => void errors.push(`having: ${sentence}`);
  const clauses = requested.map((clause) => ({ ...clause, field: normaliseTerm(clause.field) }));
  const tests = clauses.flatMap((clause): readonly HavingTest[] => {
    const { field, excluded = false } = clause;
    const at = terms.findIndex(({ key }) => key === field);
    const amounts = bindAmounts(clause, error);
    if (isRefused(field)) return [];
    if (at < 0 && field !== "num_entries") {
      const known = new Set([...terms.map(({ key }) => key), "num_entries"]);
      error(errorText("term_not_requested", { term: field, known: [...known].join(", ") }));
      return [];
    }
    return amounts ? [{ term: at < 0 ? null : at, amounts, excluded }] : [];
  });
  return { tests, canonical: printCuts(clauses) };
}

function bindAmounts({ field, value }: CutClause, error: (sentence: string) => void): AmountTest | null {
  if (typeof value === "string") {
    const amount = readDecimal(value);
    if (amount) return { is: "one of", amounts: [amount] };
    error(`${field}: ${errorText("not_a_number_in_range", { value })}`);
    return null;
  }
  const amounts = bindAmount(value);
  if (typeof amounts !== "string") return amounts;
  for (const sentence of explainEnds(value)) error(`${field}: ${sentence}`);
  return null;
}
