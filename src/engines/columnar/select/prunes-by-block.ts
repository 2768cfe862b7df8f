import type { Attribute, Dimension } from "../../../core/model/cube.js";
import type { ColumnarTable } from "../table/table.js";
import { groupAttribute } from "../table/group-attribute.js";

/** The attributes of a dimension that a cut tests. */
interface CutAttributes {
  readonly dimension: Dimension;
  readonly attributes: readonly Attribute[];
}

/**
 * True if a cut selects whole groups of the clustering key, such as years: blocks without these are skipped, and a lookup
 * of each entry in the others would cost more than a scan.
 */
export function prunesByBlock({ order }: ColumnarTable, { dimension, attributes }: CutAttributes): boolean {
  return (
    order?.keys?.includes(dimension.index) === true &&
    attributes.length === 1 &&
    groupAttribute(dimension) === attributes[0]
  );
}
