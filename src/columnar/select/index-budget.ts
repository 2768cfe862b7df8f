import { maxZoneBytes } from "../../kernel/plan/zone-maps.js";
import { ID_BYTES } from "../base/id-index.js";
import type { ColumnarTable } from "../table/table.js";

/** What makes queries fast takes so much of the bytes of columns and ids at most. */
const MOST_SHARE = 0.4;

/** Bytes of a table's codes and measures. */
export function columnBytes({ rows, dimensions, measures }: ColumnarTable): number {
  const columns = [...dimensions.map(({ codes }) => codes), ...measures.flatMap(({ limbs }) => limbs)];
  return columns.reduce((sum, { width }) => sum + rows * width, 0);
}

/**
 * The most bytes that cuboids and lists of members' entries may take together: what the order of loading and what is
 * known of blocks leave of the share of all that is extra.
 */
export function indexBudget(table: ColumnarTable): number {
  const { rows, segments, sources, order, dimensions, measures } = table;
  const all = columnBytes(table) + rows * (ID_BYTES + (sources.codes?.width ?? 0));
  const numbers = measures.reduce((sum, { limbs }) => sum + limbs.length, 0);
  const blocks = segments.reduce((sum, each) => sum + maxZoneBytes(each, dimensions.length, numbers), 0);
  return Math.max(0, Math.floor(all * MOST_SHARE) - rows * (order?.places.width ?? 0) - blocks);
}
