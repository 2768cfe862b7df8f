import type { Cells } from "../engine/engine.js";
import type { Pace } from "../engine/pace.js";
import { decimalFigures, pickItems } from "../figures/column.js";
import { type CompareCells, firstInOrder, planOrder, readKeyColumn } from "../figures/order-cells.js";
import type { ValueAt } from "../figures/partition.js";
import type { Attribute } from "../model/cube.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import type { AggregateQuery, Key } from "../query/aggregate/query.js";
import { readByNumber, type UnitedRows } from "./read-united.js";
import type { UnitedGroups } from "./unite-cells.js";

/** Find the cells of the page in their order, and read their members. */
export async function pageOfGroups(
  query: AggregateQuery,
  groups: UnitedGroups,
  rows: UnitedRows,
  pace: Pace,
): Promise<Cells> {
  const { order, first, limit } = query;
  const end = Math.min(groups.length, first + limit);
  const compare = order.length > 0 && end > first ? await planGroupOrder(query, groups, rows, pace) : null;
  const picked = (
    compare ? firstInOrder(groups.length, compare, end) : Uint32Array.from({ length: end }, (_, row) => row)
  ).subarray(Math.min(first, end));
  await pace.step();
  const pick = ({ unscaled, scale }: DecimalColumn): DecimalColumn =>
    unscaled instanceof Float64Array
      ? { unscaled: Float64Array.from(picked, (row) => unscaled[row]!), scale }
      : packBigIntegers(pickItems<bigint>(unscaled as readonly bigint[], picked), scale);
  const keys: unknown[] = [];
  for (const [at, numbers] of groups.numbers.entries()) {
    keys.push(
      await readByNumber(
        rows,
        at,
        Int32Array.from(picked, (row) => numbers[row]!),
      ),
    );
  }
  return {
    length: picked.length,
    keys: keys as unknown as Cells["keys"],
    sums: groups.sums.map(pick),
    ...(groups.statistics && { statistics: groups.statistics.map(pick) }),
    numEntries: Float64Array.from(picked, (row) => groups.numEntries[row]!),
  };
}

/** Plan how to compare groups: by names that are kept; members are read only to compare other attributes. */
async function planGroupOrder(
  { order, keys }: AggregateQuery,
  groups: UnitedGroups,
  rows: UnitedRows,
  pace: Pace,
): Promise<CompareCells> {
  const columns = new Map<number, Cells["keys"][number]>();
  for (const criterion of order) {
    if (criterion.by !== "key" || columns.has(criterion.key) || isNamed(keys[criterion.key]!, criterion)) continue;
    const read = await readByNumber(rows, criterion.key, groups.numbers[criterion.key]!);
    columns.set(criterion.key, read as Cells["keys"][number]);
  }
  const valuesOf = (key: number, attribute: Attribute): ValueAt => {
    if (!isNamed(keys[key]!, { attribute })) return readKeyColumn(columns.get(key)!, keys[key]!, attribute);
    const { names } = rows.keys[key]!;
    const numbers = groups.numbers[key]!;
    return (row) => names[numbers[row]!]!;
  };
  const cells = { length: groups.length, keys: [], numEntries: groups.numEntries };
  return planOrder(order, keys, cells, groups.sums.map(decimalFigures), pace.check, valuesOf);
}

/** True if numbers have the values of an attribute: the identity of members. */
function isNamed({ dimension, attribute: own }: Key, { attribute }: { readonly attribute: Attribute }): boolean {
  return own !== null || attribute === dimension.identity;
}
