import { errorText } from "../../errors/error-text.js";
import { InvalidQuery } from "../../errors/errors.js";
import { type Clause, explainDirection, parseList, parseOrder } from "../clauses.js";
import type { Parameters } from "../parameters.js";
import { sortErrors } from "../sort-errors.js";

/** A criterion as answers repeat it. */
export type ShownCriterion = readonly [ref: string, direction: "asc" | "desc"];

/** The order in which errors are reported. */
const PARAMETERS = ["cut", "drilldown", "aggregates", "fields", "order", "page", "pagesize"];

/** Read a list of references, which pipes or commas separate. No reference has either. */
export function readReferences(parameters: Parameters, name: string): readonly string[] {
  return parseList(parameters.all(name).join("|").replaceAll(",", "|"));
}

/** Read `ref:asc,ref:desc,…`. A missing direction is ascending. */
export function readCriteria(parameters: Parameters, errors: string[]): readonly ShownCriterion[] {
  const clauses = parseOrder(parameters.all("order").join("|").replaceAll(",", "|"), errors);
  return clauses.map(({ field, value }) => [field, readDirection({ field, value: value.trim() }, errors)]);
}

/**
 * Refuse a request with errors, or with too many clauses.
 * @throws InvalidQuery with every error
 */
export function refuseRequest(errors: readonly string[], clauses: number, maxClauses: number): void {
  const tooMany = errorText("too_many_references", { clauses, maximum: maxClauses });
  const all = clauses > maxClauses ? [...errors, tooMany] : errors;
  if (all.length > 0) throw new InvalidQuery(sortErrors(all, PARAMETERS));
}

function readDirection(clause: Clause, errors: string[]): "asc" | "desc" {
  const { value } = clause;
  if (value !== "" && value !== "asc" && value !== "desc") errors.push(`order: ${explainDirection(clause)}`);
  return value === "desc" ? "desc" : "asc";
}
