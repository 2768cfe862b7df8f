import type { DimensionDescription } from "../../../calls/reading/describe/describe-dimension.js";
import { type FieldUse, orderByUse, useOf } from "../../../calls/reading/describe/field-use.js";
import type { MeasureLabel } from "../../../core/model/measure-label.js";

/** Columns besides the date, and the minimum of them that are dimensions. */
const COLUMNS = 5;
const MIN_DIMENSIONS = 2;

/** Uses of the columns that come before the amounts. */
const BEFORE_AMOUNTS: ReadonlySet<FieldUse> = new Set(["date", "payee", "purpose"]);

/**
 * Choose the columns of a table of entries by what they mean: date, payee, purpose and amounts first, then what the
 * model marks as a facet, and identifiers only if there is nothing else.
 * @param without dimension that all entries share; `undefined` for none
 */
export function fieldsByUse(
  dimensions: readonly DimensionDescription[],
  measures: readonly MeasureLabel[],
  without?: string,
): readonly string[] {
  const rest = dimensions.filter(({ name }) => name !== without && name !== "time");
  const named = rest.filter((each) => useOf(each) !== "identifier");
  const others = named.length >= MIN_DIMENSIONS ? named : rest;
  const numDimensions = Math.max(MIN_DIMENSIONS, COLUMNS - measures.length);
  const best = new Set(others.toSorted((a, b) => rank(b) - rank(a)).slice(0, numDimensions));
  const time = dimensions.filter(({ name }) => name === "time" && name !== without);
  return placeAmounts(orderByUse([...time, ...others.filter((each) => best.has(each))]), measures);
}

/** Order given columns in the same way. */
export function orderFields(
  names: readonly string[],
  dimensions: readonly DimensionDescription[],
  measures: readonly MeasureLabel[],
): readonly string[] {
  const chosen = dimensions.filter(({ name }) => names.includes(name));
  return placeAmounts(
    orderByUse(chosen),
    measures.filter(({ name }) => names.includes(name)),
  );
}

/** Put the amounts after the payee and the purpose, or after the first column of any other use. */
function placeAmounts(fields: readonly DimensionDescription[], measures: readonly MeasureLabel[]): readonly string[] {
  const leading = fields.filter((each) => BEFORE_AMOUNTS.has(useOf(each))).length;
  const hasMore = fields.slice(0, leading).some((each) => useOf(each) !== "date");
  const at = hasMore ? leading : Math.min(fields.length, leading + 1);
  const names = fields.map(({ name }) => name);
  return [...names.slice(0, at), ...measures.map(({ name }) => name), ...names.slice(at)];
}

function rank(field: DimensionDescription): number {
  const use = useOf(field);
  if (use === "identifier") return -1;
  if (use === "payee") return 10;
  if (use === "purpose") return 8;
  const isKind = field.type !== "attribute" && field.type !== "date";
  return (field.facet ? 4 : 0) + (isKind ? 2 : 0) + (use === "function" ? 1 : 0);
}
