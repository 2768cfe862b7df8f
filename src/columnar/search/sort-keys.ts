import type { HitCriterion } from "../../query/search/query.js";
import { ID_BYTES } from "../base/id-index.js";
import { openAmounts, openCodes, openIds, type ReadRow } from "../table/open-columns.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn } from "../table/table.js";
import { numberSortKeys } from "./number-sort-keys.js";
import type { SortPass } from "./radix-sort.js";

/**
 * Turn criteria into integers that order hits as they do.
 * @param rows the row of each hit
 * @param scores the score of each hit; `null`: all are 0
 */
export function planSortPasses(
  table: ColumnarTable,
  order: readonly HitCriterion[],
  rows: Uint32Array,
  scores: Float32Array | null,
): readonly SortPass[] {
  return order.flatMap((criterion): readonly SortPass[] => {
    switch (criterion.by) {
      case "score":
        return scores ? [stepScores(scores, criterion.descending)] : [];
      case "measure":
        return stepAmounts(table, table.measures[criterion.measure.index]!, rows, criterion.descending);
      case "value": {
        const { dimension, attribute, descending } = criterion;
        return [stepRows(rows, planValues(table, table.dimensions[dimension.index]!, attribute.index, descending), 0)];
      }
      case "id":
        return stepIds(table).map((key) => stepRows(rows, key, criterion.descending ? 0xffff_ffff : 0));
    }
  });
}

/** Floats that are not negative order as their bits do. */
function stepScores(scores: Float32Array, descending: boolean): SortPass {
  const bits = new Uint32Array(scores.buffer);
  const turn = descending ? 0xffff_ffff : 0;
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) keys[at] = bits[hits[at]!]! ^ turn;
  };
}

/** @param turn bits that are turned over: all of them, to order the other way round */
function stepRows(rows: Uint32Array, keyOf: ReadRow<number>, turn: number): SortPass {
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) keys[at] = keyOf(rows[hits[at]!]!) ^ turn;
  };
}

function stepAmounts(
  table: ColumnarTable,
  column: MeasureColumn,
  rows: Uint32Array,
  descending: boolean,
): readonly SortPass[] {
  const [numbers] = column.limbs;
  if (column.limbs.length === 1) return numberSortKeys(table, numbers!, rows, descending);
  // Amounts beyond 64 bits are rare: each has a rank here.
  const amountOf = openAmounts(table, column);
  const amounts = [...new Set(Array.from(rows, amountOf))].toSorted((a, b) => (a < b ? -1 : 1));
  const ranks = new Map(amounts.map((amount, rank) => [amount, rank]));
  return [stepRows(rows, (row) => ranks.get(amountOf(row))!, descending ? 0xffff_ffff : 0)];
}

function planValues(
  table: ColumnarTable,
  column: DimensionColumn,
  attribute: number,
  descending: boolean,
): ReadRow<number> {
  const { rankOf, missing } = column.ranks.of(attribute);
  const codeOf = openCodes(table, column.codes);
  const keys = rankOf.map((rank) => (rank === missing ? 0xffff_ffff : descending ? 0xffff_fffe - rank : rank));
  return (row) => keys[codeOf(row)]!;
}

/** The bytes of ids, four at a time. */
function stepIds(table: ColumnarTable): readonly ReadRow<number>[] {
  const idOf = openIds(table);
  return Array.from({ length: ID_BYTES / 4 }, (_, step) => (row: number): number => {
    const { ids, at } = idOf(row);
    const first = at + step * 4;
    return ((ids[first]! << 24) | (ids[first + 1]! << 16) | (ids[first + 2]! << 8) | ids[first + 3]!) >>> 0;
  });
}
