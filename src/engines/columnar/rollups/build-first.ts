import type { ColumnarTable } from "../table/table.js";
import { budgetOf } from "./budget.js";
import { sizeOf } from "./cells.js";
import { chooseFirst } from "./choose-first.js";
import type { Rollups } from "./rollups.js";
import type { GroupingPart, GroupingSet } from "./grouping-set.js";
import type { RollupBuilder } from "./builder.js";

/** Maximum rows of a first rollup, as a share of the entries; small, because no query has requested it yet. */
const MAX_ROW_SHARE = 1 / 16;

/**
 * Build a first rollup of a table by the dimensions that queries are most likely to use. A dimension of many dates is
 * grouped by year.
 * @param share maximum bytes of rollups, as a share of the bytes of codes and measures; 0 for no rollups
 * Cost: some aggregations of the whole table, on the builder's thread.
 */
export async function buildFirst(
  { table, rollups }: { readonly table: ColumnarTable; readonly rollups: Rollups },
  builder: RollupBuilder,
  share: number,
): Promise<void> {
  const { bytes } = budgetOf(table, share);
  if (bytes === 0) return;
  const rows = Math.floor(table.rows * MAX_ROW_SHARE);
  const parts = table.model.dimensions.map(({ index }) => likelyPart(table, index, rows));
  const groupingOf = (dimensions: readonly number[]): GroupingSet => dimensions.map((dimension) => parts[dimension]!);
  const dimensions = await chooseFirst({
    model: table.model,
    numMembers: (await builder.keysOf(parts)).map(sizeOf),
    rows,
    count: async (wanted) => builder.count(await builder.keysOf(groupingOf(wanted)), rows),
  });
  if (dimensions.length > 0) await rollups.build(builder, groupingOf(dimensions), { bytes, rows });
}

function likelyPart({ model, dimensions }: ColumnarTable, dimension: number, rows: number): GroupingPart {
  const { kind, attributes } = model.dimensions[dimension]!;
  const isLarge = dimensions[dimension]!.codes.size ** 2 > rows;
  const year = kind === "date" ? attributes.find(({ name }) => name === "year") : undefined;
  return { dimension, attributes: isLarge && year ? [year.index] : null };
}
