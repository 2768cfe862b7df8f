import type { HitCriterion } from "../../query/search/query.js";
import { ID_BYTES } from "../base/id-index.js";
import { openAmounts, openCodes, openIds, type ReadRow } from "../table/open-columns.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn } from "../table/table.js";
import { numberSortKeys } from "./number-sort-keys.js";
import type { SortPass } from "./radix-sort.js";

/** Rows between two checks. */
const STRIDE = 4096;

/**
 * Turn sort criteria into passes over integer keys.
 * @param rows row of each hit
 * @param scores score of each hit; `null`: all are 0
 * @param check called at intervals; throws to abort
 */
export function planSortPasses(
  table: ColumnarTable,
  order: readonly HitCriterion[],
  rows: Uint32Array,
  scores: Float32Array | null,
  check: () => void,
): readonly SortPass[] {
  return order.flatMap((criterion): readonly SortPass[] => {
    switch (criterion.by) {
      case "score":
        return scores ? [scorePass(scores, criterion.descending)] : [];
      case "measure":
        return amountPasses(table, table.measures[criterion.measure.index]!, rows, criterion.descending, check);
      case "value": {
        const { dimension, attribute, descending } = criterion;
        return [
          rowPass(rows, valueKeys(table, table.dimensions[dimension.index]!, attribute.index, descending, check), 0),
        ];
      }
      case "id":
        return idKeys(table).map((key) => rowPass(rows, key, criterion.descending ? 0xffff_ffff : 0));
    }
  });
}

/** Order hits by scores. Floats that are not negative have the same order as their bits. */
function scorePass(scores: Float32Array, descending: boolean): SortPass {
  const bits = new Uint32Array(scores.buffer);
  const flip = descending ? 0xffff_ffff : 0;
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) keys[at] = bits[hits[at]!]! ^ flip;
  };
}

/** @param flip bits to invert: all of them for descending order, else none */
function rowPass(rows: Uint32Array, keyOf: ReadRow<number>, flip: number): SortPass {
  return (hits, keys) => {
    for (let at = 0; at < hits.length; at++) keys[at] = keyOf(rows[hits[at]!]!) ^ flip;
  };
}

function amountPasses(
  table: ColumnarTable,
  column: MeasureColumn,
  rows: Uint32Array,
  descending: boolean,
  check: () => void,
): readonly SortPass[] {
  const [numbers] = column.limbs;
  if (column.limbs.length === 1) return numberSortKeys(table, numbers!, rows, descending);
  // Amounts beyond 64 bits are rare: they are ranked here.
  const amountOf = openAmounts(table, column);
  const distinct = new Set<bigint>();
  for (let at = 0; at < rows.length; at++) {
    if (at % STRIDE === 0) check();
    distinct.add(amountOf(rows[at]!));
  }
  let compared = 0;
  const amounts = [...distinct].toSorted((a, b) => {
    if (++compared % STRIDE === 0) check();
    return a < b ? -1 : 1;
  });
  const ranks = new Map(amounts.map((amount, rank) => [amount, rank]));
  return [rowPass(rows, (row) => ranks.get(amountOf(row))!, descending ? 0xffff_ffff : 0)];
}

/** Return the key of a row's value; a missing value comes last in both directions. */
function valueKeys(
  table: ColumnarTable,
  column: DimensionColumn,
  attribute: number,
  descending: boolean,
  check: () => void,
): ReadRow<number> {
  const { rankOf, missing } = column.ranks.of(attribute, check);
  const codeOf = openCodes(table, column.codes);
  const keys = rankOf.map((rank) => (rank === missing ? 0xffff_ffff : descending ? 0xffff_fffe - rank : rank));
  return (row) => keys[codeOf(row)]!;
}

/** Return keys of ids: four bytes for each pass. */
function idKeys(table: ColumnarTable): readonly ReadRow<number>[] {
  const idOf = openIds(table);
  return Array.from({ length: ID_BYTES / 4 }, (_, pass) => (row: number): number => {
    const { ids, at } = idOf(row);
    const first = at + pass * 4;
    return ((ids[first]! << 24) | (ids[first + 1]! << 16) | (ids[first + 2]! << 8) | ids[first + 3]!) >>> 0;
  });
}
