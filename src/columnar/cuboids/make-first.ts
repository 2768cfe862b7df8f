import type { ColumnarEngine } from "../engine.js";
import { chooseFirst } from "./choose-first.js";

/** Fewer are summed up as fast as a cuboid is read. */
const LEAST_ENTRIES = 10_000;
/** A first cuboid has this share of the entries at most: it is made before anybody has asked for it. */
const MOST_ROWS = 1 / 16;

/**
 * Make a first cuboid of a table, of the dimensions that are most likely to be asked for.
 * @param share most bytes that cuboids may take, as a share of the codes and measures; 0 for none
 * @throws OutOfMemory; then none is there
 * Cost: some aggregations over the whole table on this thread: nothing for one that answers.
 */
export function makeFirst({ table, cuboids }: ColumnarEngine, share: number): void {
  const bytes = Math.floor(columnBytes(table) * share);
  if (table.rows < LEAST_ENTRIES || bytes === 0) return;
  const rows = Math.floor(table.rows * MOST_ROWS);
  const dimensions = chooseFirst({
    model: table.model,
    numMembers: table.dimensions.map(({ codes }) => codes.size),
    rows,
    count: (wanted) => cuboids.count(wanted, rows),
  });
  if (dimensions.length > 0) cuboids.make(dimensions, { bytes, rows });
}

function columnBytes({ rows, dimensions, measures }: ColumnarEngine["table"]): number {
  const columns = [...dimensions.map(({ codes }) => codes), ...measures.flatMap(({ limbs }) => limbs)];
  return columns.reduce((sum, { width }) => sum + rows * width, 0);
}
