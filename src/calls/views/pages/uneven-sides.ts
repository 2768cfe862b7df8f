import { findReference } from "../../../core/model/references.js";
import type { ParsedAgainst } from "../../../core/query/aggregate/figure-request.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import { timeOf } from "../../reading/adjust/read-time.js";
import { yearOfCuts } from "./explore-state.js";
import type { PageScope } from "./page-scope.js";
import { readYearParts } from "./partial-years.js";
import { referenceKey } from "./reference-key.js";
import type { Sides, SideYear } from "./sides.js";

/** Cuts of a comparison, and its other side. */
interface ComparedCuts {
  readonly cuts: readonly CutClause[];
  readonly against: ParsedAgainst;
  /** The dataset of the other side. */
  readonly other: Dataset;
}

/**
 * Add the years of both sides of a comparison, if one has months that the other has not. Plans are of whole years, and
 * versions of the same ones.
 */
export async function markUneven(scope: PageScope, sides: Sides, compared: ComparedCuts): Promise<Sides> {
  if (sides.kind === "plan" || sides.kind === "version") return sides;
  const { cuts, against, other } = compared;
  const keyOf = ({ field }: CutClause): string => referenceKey(scope.dataset.model, field);
  const replaced = new Set(against.clauses.map(keyOf));
  const kept = cuts.filter((cut) => !replaced.has(keyOf(cut)));
  const chosen = against.clauses.filter(({ value, excluded }) => value !== "*" || excluded);
  const [own, beside] = await Promise.all([
    readSideYear(scope, cuts),
    readSideYear({ ...scope, dataset: other }, [...kept, ...chosen]),
  ]);
  return own && beside && own.part?.join() !== beside.part?.join()
    ? { ...sides, uneven: { own, other: beside } }
    : sides;
}

/** Read the year of a side; `null` unless it is of one. */
async function readSideYear(scope: PageScope, cuts: readonly CutClause[]): Promise<SideYear | null> {
  const { model } = scope.dataset;
  const year = yearOfCuts(cuts);
  const found = cuts.map(({ field }) => findReference(model, field)?.dimension);
  if (year === null || found.includes(undefined)) return null;
  const parts = await readYearParts(
    scope,
    cuts.filter((_, at) => found[at] !== timeOf(model)),
  );
  return { year, part: parts.get(year) ?? null };
}
