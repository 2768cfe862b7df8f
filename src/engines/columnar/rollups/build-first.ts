import type { ColumnarTable } from "../table/table.js";
import { budgetOf } from "./budget.js";
import { sizeOf } from "./cells.js";
import type { Rollups } from "./rollups.js";
import type { GroupingPart, GroupingSet } from "./grouping-set.js";
import type { RollupBuilder } from "./builder.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import { namedDimensions } from "../table/named-dimensions.js";

/** Facts about a table from which its first rollup is chosen. */
interface Choice {
  readonly model: Model;
  /** For each of the model's dimensions its number of groups, the missing value included. */
  readonly numMembers: readonly number[];
  /** Maximum rows of the rollup. */
  readonly rows: number;
  /** Counts the rows of a rollup by some dimensions; `null` if there are more than `rows`. */
  readonly count: (dimensions: readonly number[]) => Promise<number | null>;
}

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

/**
 * Choose the dimensions of a first rollup: the time first, then dimensions in the model's facets and views, then the
 * others. Among equals the one with fewer members comes first. A dimension that would take most rows alone comes last;
 * one with which the rollup would have too many rows is skipped.
 * @returns positions in the model, ascending; empty if no dimension fits
 * Cost: at most one count for each dimension.
 */
export async function chooseFirst({ model, numMembers, rows, count }: Choice): Promise<readonly number[]> {
  const named = namedDimensions(model);
  const rankOf = ({ name, index }: Dimension): number =>
    numMembers[index]! ** 2 > rows ? 3 : name === "time" ? 0 : named.has(name) ? 1 : 2;
  const order = model.dimensions.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || numMembers[a.index]! - numMembers[b.index]!,
  );
  let chosen: readonly number[] = [];
  let numRows = 1;
  for (const { index } of order) {
    const wanted = [...chosen, index].toSorted((a, b) => a - b);
    const product = numRows * numMembers[index]!;
    // The product is an upper bound: if it fits, no count is needed.
    const counted = product <= rows ? product : await count(wanted);
    if (counted === null) continue;
    chosen = wanted;
    numRows = counted;
  }
  return chosen;
}
