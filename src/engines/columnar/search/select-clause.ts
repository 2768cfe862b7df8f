import { passesAmount, passesRange } from "../../../core/engine/match-value.js";
import { nearWordsOf, type NearIdTest } from "../../../core/engine/near-ids.js";
import type { Selection } from "../../kernel/query/query.js";
import type { RowBitmap, AmountValues } from "../../kernel/query/table.js";
import type { Measure } from "../../../core/model/cube.js";
import type { AmountTest, ClauseTest, Bound } from "../../../core/query/condition/condition.js";
import { passesText } from "../../../core/query/text/text-test.js";
import type { Holds } from "../../../core/engine/holds.js";
import type { Pace } from "../../../core/engine/pace.js";
import type { QueryMemory } from "../base/query-memory.js";
import type { ZeroedArrays } from "../base/zeroed-arrays.js";
import { chooseMembers } from "../select/choose-members.js";
import { type IndexedTable, selectMembers } from "../select/select-members.js";
import type { MemberCondition } from "../select/split-filters.js";
import { findRow } from "../table/find-row.js";
import { openAmounts } from "../table/open-columns.js";
import { readIdTexts } from "../table/read-ids.js";
import { rowsFrom, markRows } from "../table/row-bitmaps.js";
import type { SortedRowsCache } from "./sorted-rows-cache.js";
import type { TermLookups } from "./term-lookups.js";
import type { UnfilteredCache } from "./unfiltered-cache.js";
import type { Decimal } from "../../../core/model/values/decimal.js";

/** A table with the indexes and caches that searches use, and the limits of one query. */
export interface SearchedTable extends IndexedTable {
  readonly indexes: TermLookups;
  readonly firstRows: SortedRowsCache;
  readonly whole: UnfilteredCache;
  readonly holds: Holds;
  readonly arrays: ZeroedArrays;
  readonly pace: Pace;
  /** Bytes that the query takes beside the table. */
  readonly memory: QueryMemory;
}

/** Rows between two checks. */
const STRIDE = 4096;

/** Select the entries whose members meet a condition. */
export function selectCut(searched: SearchedTable, cut: Pick<MemberCondition, "dimension" | "condition">): Selection {
  return selectMembers(searched, [chooseMembers(searched.table, cut, searched.pace.check)]);
}

/** Select the entries whose amounts pass a test. */
export function selectAmounts(searched: SearchedTable, measure: Measure, test: AmountTest): Selection {
  const { table } = searched;
  const column = table.measures[measure.index]!;
  const [numbers] = column.limbs;
  if (column.limbs.length > 1) {
    const { scale } = column;
    const amountOf = openAmounts(table, column);
    return selectEach(searched, (row) => passesAmount(test, { unscaled: amountOf(row), scale }));
  }
  const of = betweenAmounts(test, column.scale, numbers!).map(({ low, high }): Selection => ({
    op: "cut",
    cut: { numbers: numbers!, low, high },
  }));
  return of.length === 1 ? of[0]! : { op: "or", of };
}

/**
 * Select the entries whose ids pass a test. Cost: a step for each entry, or a lookup of one whole id.
 * @param rowsNear returns the rows whose ids pass a test of similar ids
 */
export function selectIds(
  searched: SearchedTable,
  id: (ClauseTest & { on: "id" })["id"],
  rowsNear: (test: NearIdTest) => readonly number[],
): Selection {
  const { table } = searched;
  if (!("is" in id) && id.whole?.is === "same") {
    const row = findRow(table, id.whole.text);
    return { op: "rows", rows: markRows([Uint32Array.from(row < 0 ? [] : [row])], table) };
  }
  const words = "is" in id ? null : nearWordsOf(id);
  if (words && !("is" in id)) {
    const near = Uint32Array.from(new Set(words.flatMap(rowsNear))).toSorted();
    const texts = readIdTexts(table, near);
    return { op: "rows", rows: markRows([near.filter((_, at) => passesText(id, texts[at]!))], table) };
  }
  const passes = (text: string): boolean => ("is" in id ? passesRange(id, text) : passesText(id, text));
  let ids: readonly string[] = [];
  return selectEach(searched, (row) => {
    if (row % STRIDE === 0) ids = readIdTexts(table, rowsFrom(row, Math.min(STRIDE, table.rows - row)));
    return passes(ids[row % STRIDE]!);
  });
}

/** Select entries by testing each row. */
function selectEach({ table, pace, memory }: SearchedTable, passes: (row: number) => boolean): Selection {
  const { rows, segments, segmentRows } = table;
  memory.take(rows / 8);
  const bitmap: RowBitmap & { count: number } = {
    words: segments.map((segment) => new Uint32Array(Math.ceil(segment.rows / 32))),
    count: 0,
  };
  for (let row = 0; row < rows; row++) {
    if (row % STRIDE === 0) pace.check();
    if (!passes(row)) continue;
    const segment = segments.length === 1 ? 0 : Math.floor(row / segmentRows);
    const own = row - segment * segmentRows;
    bitmap.words[segment]![own >>> 5]! |= 1 << (own & 31);
    bitmap.count++;
  }
  return { op: "rows", rows: bitmap };
}

/**
 * Return the integers of a column whose amounts pass a test, as ranges from `low` to `high`. Both are included, and a
 * column of this width can hold both.
 */
function betweenAmounts(
  test: AmountTest,
  scale: number,
  { width }: AmountValues,
): readonly { readonly low: bigint; readonly high: bigint }[] {
  const min = -(2n ** BigInt(width * 8 - 1));
  const bounded = (from: Bound<Decimal> | null, to: Bound<Decimal> | null): { low: bigint; high: bigint }[] => {
    const low = from === null ? min : lowest(from, scale);
    const high = to === null ? -min - 1n : -lowest(negated(to), scale);
    const [start, end] = [low < min ? min : low, high > -min - 1n ? -min - 1n : high];
    return start <= end ? [{ low: start, high: end }] : [];
  };
  if (test.is === "range") return bounded(test.from, test.to);
  return test.amounts.flatMap((at) => bounded({ at, inclusive: true }, { at, inclusive: true }));
}

/** Return the min integer whose amount is not below a bound. */
function lowest({ at, inclusive }: Bound<Decimal>, scale: number): bigint {
  const unscaled = at.unscaled * 10n ** BigInt(Math.max(0, scale - at.scale));
  const divisor = 10n ** BigInt(Math.max(0, at.scale - scale));
  const down = floorDivide(unscaled, divisor);
  const isExact = down * divisor === unscaled;
  return isExact && inclusive ? down : down + 1n;
}

function negated({ at, inclusive }: Bound<Decimal>): Bound<Decimal> {
  return { at: { unscaled: -at.unscaled, scale: at.scale }, inclusive };
}

/** Divide and round down; the operator `/` rounds big integers towards zero. */
function floorDivide(a: bigint, divisor: bigint): bigint {
  const quotient = a / divisor;
  return a < 0n && quotient * divisor !== a ? quotient - 1n : quotient;
}
