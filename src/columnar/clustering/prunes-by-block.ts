import type { MemberCondition } from "../select/split-filters.js";
import type { ColumnarTable } from "../table/table.js";
import { groupAttribute } from "./group-attribute.js";

/**
 * Whether a cut leaves whole groups of those that entries are put together by, such as years: blocks without them are
 * not read, and to look up each entry of the others costs more.
 */
export function prunesByBlock({ order }: ColumnarTable, { dimension, attributes }: MemberCondition): boolean {
  return (
    order?.keys?.includes(dimension.index) === true &&
    attributes.length === 1 &&
    groupAttribute(dimension) === attributes[0]
  );
}
