import { maxZoneBytes } from "../../kernel/plan/zone-maps.js";
import { ID_BYTES } from "../base/id-index.js";
import type { ColumnarTable } from "../table/table.js";

/** Maximum bytes of indexes, as a share of the bytes of columns and ids. */
const MAX_SHARE = 0.4;

/** Return the bytes of a table's codes and measures. */
export function columnBytes({ rows, dimensions, measures }: ColumnarTable): number {
  const columns = [...dimensions.map(({ codes }) => codes), ...measures.flatMap(({ limbs }) => limbs)];
  return columns.reduce((sum, { width }) => sum + rows * width, 0);
}

/**
 * Return the maximum bytes of rollups and posting lists together: the budget of all indexes, less the load order and
 * the zone maps.
 */
export function indexBudget(table: ColumnarTable): number {
  const { rows, segments, sources, order, dimensions, measures } = table;
  const all = columnBytes(table) + rows * (ID_BYTES + (sources.codes?.width ?? 0));
  const numbers = measures.reduce((sum, { limbs }) => sum + limbs.length, 0);
  const zoneMaps = segments.reduce((sum, each) => sum + maxZoneBytes(each, dimensions.length, numbers), 0);
  return Math.max(0, Math.floor(all * MAX_SHARE) - rows * (order?.places.width ?? 0) - zoneMaps);
}
