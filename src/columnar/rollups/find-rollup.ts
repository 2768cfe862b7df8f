import type { Work } from "../../engine/explain.js";
import type { Visit } from "../../kernel/query/query.js";
import type { Model } from "../../model/cube.js";
import type { Cut } from "../../query/aggregate.js";
import type { Narrowed } from "../select/apply-cuts.js";
import { cutMembers, type IndexedTable } from "../select/select-members.js";
import type { CellTable } from "../table/table.js";
import type { Cuboid } from "./rollup.js";
import type { Cuboids } from "./rollups.js";
import { nameParts, type Shape } from "./grouping-set.js";

/** A cuboid of so many rows is read in no time. */
const SMALL_CUBOID = 2 ** 16;
/** Rows that are passed over while one is looked up. */
const LOOK_UP_COST = 4;

/** What a query reads. */
export interface Chosen {
  /** `null`: it asks for more of an entry than its members. */
  readonly shape: Shape | null;
  /** `null`: the entries are read. */
  readonly cuboid: Cuboid | null;
  readonly table: CellTable;
  readonly rows: number;
  readonly narrowed: Narrowed;
}

interface SummedTable extends Pick<IndexedTable, "table" | "memberEntries"> {
  readonly cuboids: Cuboids;
}

/**
 * The cuboid that answers a query soonest; `null` for the entries. Where cuts leave few of those, looking at them costs
 * less than a large cuboid.
 */
export function findCuboid(
  { table, memberEntries, cuboids }: SummedTable,
  shape: Shape,
  { cuts }: { readonly cuts: readonly Cut[] },
): Cuboid | null {
  const cuboid = cuboids.find(shape);
  if (!cuboid || cuboid.rows <= SMALL_CUBOID) return cuboid;
  const fewer = cuts.some((cut) => {
    const { column, members } = cutMembers(table, cut);
    const count = memberEntries.numListed(column, members);
    return count !== null && count * LOOK_UP_COST < cuboid.rows;
  });
  return fewer ? null : cuboid;
}

/** Rows that a query has looked at. */
export function countVisited(rows: number, { filter }: Narrowed, { blocks, skipped }: Visit): number {
  return filter?.count ?? Math.ceil(rows * (1 - skipped / Math.max(1, blocks)));
}

/** What a query read, as it is told. */
export function describeTable(model: Model, cuboid: Cuboid | null): Pick<Work, "table" | "dimensions"> {
  return cuboid
    ? { table: "cuboid", dimensions: nameParts(model, cuboid.shape) }
    : { table: "entries", dimensions: null };
}
