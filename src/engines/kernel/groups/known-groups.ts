import type { GroupKey, GroupQuery } from "../query/query.js";
import type { AmountValues, RowBitmap } from "../query/table.js";
import type { Pointer } from "../memory/pointer.js";
import type { QueryJob } from "../plan/query-job.js";
import { writePlan } from "../plan/write-plan.js";
import { stridesOf } from "./groups.js";
import { type CellPlan, planCellStrides, product } from "./plan-cells.js";

/** Groups of a query, in ascending order of their composite keys. */
export interface KnownGroups {
  readonly keys: BigUint64Array<ArrayBuffer>;
  /** Number of entries of each. */
  readonly counts: ArrayLike<number>;
}

/** A query for figures of its groups' amounts. */
export type AmountQuery = Pick<GroupQuery, "segments" | "cuts" | "keys"> & {
  readonly filter: RowBitmap | null;
  readonly column: AmountValues;
};

/** Numbering of the keys of entries, and the group of each number. */
export interface GroupPlaces {
  /** `null` if entries search their composite keys, because there are too many to number. */
  readonly cellPlan: CellPlan | null;
  /** Place of the group of each cell; empty without a plan. */
  readonly places: Uint32Array;
}

/** Number the keys of entries like the cells of an aggregation, and look up the group of each number. */
export function findPlaces(keys: readonly GroupKey[], { keys: known, counts }: KnownGroups): GroupPlaces {
  let entries = 0;
  for (let group = 0; group < known.length; group++) entries += counts[group]!;
  const cellPlan = planCellStrides(keys, entries);
  if (!cellPlan) return { cellPlan, places: new Uint32Array(0) };
  const placeOf = new Uint32Array(cellPlan.ranks);
  known.forEach((key, group) => (placeOf[Number(key)] = group));
  const places = keys.reduce((ranks, { group, cardinality }, at) => {
    const [size, table] = [cellPlan.sizes[at]!, cellPlan.late[at] ? group : null];
    const next = new Uint32Array(ranks.length * size);
    let cell = 0;
    for (const rank of ranks) {
      for (let code = 0; code < size; code++) next[cell++] = rank * cardinality + (table ? table[code]! : code);
    }
    return next;
  }, Uint32Array.of(0));
  places.forEach((rank, cell) => (places[cell] = placeOf[rank]!));
  return { cellPlan, places };
}

/** Write the plan for one segment, with the places of the groups. */
export function planKnown(
  job: QueryJob,
  segment: number,
  { filter, cuts, keys, column }: AmountQuery,
  { keys: known }: KnownGroups,
  { cellPlan, places }: GroupPlaces,
): Pointer {
  const scratch = job.scratches[segment]!;
  const sizes = cellPlan ? cellPlan.sizes : keys.map(({ cardinality }) => cardinality);
  const strides = stridesOf(sizes);
  const planned = keys.map(({ column: codes, group }, index) => ({
    column: codes,
    table: cellPlan?.late[index] ? null : group,
    stride: strides[index]!,
  }));
  const plan = writePlan(job, { segment, filter, cuts, keys: planned, measures: [column] });
  const keyBytes = cellPlan?.keyBytes ?? (product(sizes) < 2 ** 32 ? 4 : 8);
  const at = cellPlan ? scratch.put32(places) : 0;
  const sorted = cellPlan ? 0 : scratch.put(new Uint8Array(known.buffer, known.byteOffset, known.byteLength));
  scratch.memory.exports.writePlaces(plan, keyBytes, sorted, known.length, at);
  return plan;
}
