import type { Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { PERIODS } from "../../../core/query/aggregate/term.js";

/** Return a key that is equal for references to the same attribute, such as `region` and `region.name`. */
export function referenceKey(model: Model, reference: string): string {
  const found = findReference(model, reference);
  if (!found) return reference;
  return `${found.dimension.name}.${(found.attribute ?? found.dimension.identity).name}`;
}

/** True if the values of a reference are periods that follow one another: days, months or years of a date. */
export function isPeriod(model: Model, reference: string): boolean {
  const found = findReference(model, reference);
  if (found?.dimension.kind !== "date") return false;
  const { name } = found.attribute ?? found.dimension.identity;
  return PERIODS.some((each) => each === name);
}
