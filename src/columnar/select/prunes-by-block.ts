import type { Attribute, Dimension } from "../../model/cube.js";
import type { ColumnarTable } from "../table/table.js";
import { groupAttribute } from "../table/group-attribute.js";

/** The attributes of a dimension that a cut tests. */
interface CutAttributes {
  readonly dimension: Dimension;
  readonly attributes: readonly Attribute[];
}

/**
 * Whether a cut leaves whole groups of those that entries are put together by, such as years: blocks without them are
 * not read, and to look up each entry of the others costs more.
 */
export function prunesByBlock({ order }: ColumnarTable, { dimension, attributes }: CutAttributes): boolean {
  return (
    order?.keys?.includes(dimension.index) === true &&
    attributes.length === 1 &&
    groupAttribute(dimension) === attributes[0]
  );
}
