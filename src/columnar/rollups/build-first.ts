import type { ColumnarTable } from "../table/table.js";
import { budgetOf } from "./budget.js";
import { cellKeysOf } from "./cell-keys.js";
import { sizeOf } from "./cells.js";
import { chooseFirst } from "./choose-first.js";
import type { Rollups } from "./rollups.js";
import type { GroupingPart, GroupingSet } from "./grouping-set.js";
import type { RollupBuilder } from "./builder.js";

/** A first cuboid has this share of the entries at most: it is made before anybody has asked for it. */
const MOST_ROWS = 1 / 16;

/**
 * Make a first cuboid of a table, of the dimensions that are most likely to be asked for; of dates, where there are many,
 * their years.
 * @param share most bytes that cuboids may take, as a share of the codes and measures; 0 for none
 * Cost: some aggregations over the whole table, where `summing` does it.
 */
export async function buildFirst(
  { table, rollups }: { readonly table: ColumnarTable; readonly rollups: Rollups },
  builder: RollupBuilder,
  share: number,
): Promise<void> {
  const { bytes } = budgetOf(table, share);
  if (bytes === 0) return;
  const rows = Math.floor(table.rows * MOST_ROWS);
  const parts = table.model.dimensions.map(({ index }) => likelyPart(table, index, rows));
  const shapeOf = (dimensions: readonly number[]): GroupingSet => dimensions.map((dimension) => parts[dimension]!);
  const dimensions = await chooseFirst({
    model: table.model,
    numMembers: cellKeysOf(table, parts).map(sizeOf),
    rows,
    count: (wanted) => builder.count(cellKeysOf(table, shapeOf(wanted)), rows),
  });
  if (dimensions.length > 0) await rollups.make(builder, shapeOf(dimensions), { bytes, rows });
}

function likelyPart({ model, dimensions }: ColumnarTable, dimension: number, rows: number): GroupingPart {
  const { kind, attributes } = model.dimensions[dimension]!;
  const isLarge = dimensions[dimension]!.codes.size ** 2 > rows;
  const year = kind === "date" ? attributes.find(({ name }) => name === "year") : undefined;
  return { dimension, attributes: isLarge && year ? [year.index] : null };
}
