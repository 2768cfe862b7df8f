import type { HitCriterion } from "../../../core/query/search/query.js";
import { ID_BYTES } from "../base/id-index.js";
import { openAmounts, openCodes, type ReadRow } from "../table/open-columns.js";
import { openIds } from "../table/read-ids.js";
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
        return idPasses(table, rows, criterion.descending ? 0xffff_ffff : 0);
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

/** Order by ids: by four bytes in each pass. */
function idPasses(table: ColumnarTable, rows: Uint32Array, flip: number): readonly SortPass[] {
  const ids = openIds(table);
  return Array.from({ length: ID_BYTES / 4 }, (_, pass): SortPass => (hits, keys) => {
    const hitRows = hits.map((hit) => rows[hit]!);
    ids.each(hitRows, (bytes, first) => {
      const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at * ID_BYTES < bytes.length; at++) {
        keys[first + at] = words.getUint32(at * ID_BYTES + pass * 4) ^ flip;
      }
    });
  });
}
