import type { Cells, MemberSumQuery } from "../../core/engine/engine.js";
import { packBigIntegers, packIntegers } from "../../core/model/values/decimal-column.js";
import type { Value } from "../../core/model/values/value.js";
import { countInGroups, type FewRows, sumGroups } from "../kernel/group-few.js";
import { viewCodes, viewNumbers } from "../kernel/select-few.js";
import { joinLimbs } from "./table/measure-limbs.js";
import type { ColumnarTable, MeasureColumn } from "./table/table.js";

/** Entries of a table whose codes are read in one pass, without the kernel: some hundred microseconds. */
const MAX_ROWS = 2 ** 18;
/** Entries of members that are added up one by one: the kernel takes a millisecond or two to be made. */
const MAX_SUMMED = 2 ** 14;

/**
 * Sum the entries of some members by a pass over the codes of their dimension; `null` for large tables and members of
 * many entries, and for derived members, which have no codes.
 */
export function sumMembers(table: ColumnarTable, { dimension, codes, keys, measures }: MemberSumQuery): Cells | null {
  const { segments, dimensions, rows } = table;
  const [segment] = segments;
  const column = dimensions[dimension.index]!;
  if (!segment || segments.length > 1 || rows > MAX_ROWS || column.derived) return null;
  const found = listRows(viewCodes(segment, column.codes), codes);
  if (found.length > MAX_SUMMED) return null;
  const values = keys.map(({ dimension, attribute }) => {
    const { codes, attributes } = dimensions[dimension.index]!;
    const own = viewCodes(segment, codes);
    return attributes[attribute.index]!.pick(found.map((row) => own[row]!));
  });
  const { groupOf, firsts } = numberGroups(values, found.length);
  const groups: FewRows = { rows: found, groupOf, length: firsts.length };
  return {
    length: firsts.length,
    keys: values.map((own) => firsts.map((at) => own[at]!)),
    sums: measures.map(({ index }) => {
      const measure = table.measures[index]!;
      return joinSums(
        measure,
        measure.limbs.map((limb) => sumGroups(groups, viewNumbers(segment, limb))),
      );
    }),
    numEntries: countInGroups(groups),
  };
}

function listRows(column: Uint8Array | Uint16Array | Uint32Array, codes: readonly number[]): readonly number[] {
  const rows: number[] = [];
  const [only] = codes;
  if (codes.length === 1) {
    for (let row = column.indexOf(only!); row >= 0; row = column.indexOf(only!, row + 1)) rows.push(row);
    return rows;
  }
  const wanted = new Set(codes);
  for (let row = 0; row < column.length; row++) if (wanted.has(column[row]!)) rows.push(row);
  return rows;
}

interface NumberedGroups {
  /** Group of each row. */
  readonly groupOf: Uint32Array;
  /** A row of each group. */
  readonly firsts: readonly number[];
}

/** Number the rows with equal values of each key, key by key. */
function numberGroups(values: readonly (readonly Value[])[], rows: number): NumberedGroups {
  const groupOf = new Uint32Array(rows);
  let firsts = rows === 0 ? [] : [0];
  for (const own of values) {
    const numbers = new Map<number, Map<Value, number>>();
    const next: number[] = [];
    for (let row = 0; row < rows; row++) {
      const within = numbers.get(groupOf[row]!) ?? new Map<Value, number>();
      numbers.set(groupOf[row]!, within);
      let number = within.get(own[row]!);
      if (number === undefined) within.set(own[row]!, (number = next.push(row) - 1));
      groupOf[row] = number;
    }
    firsts = next;
  }
  return { groupOf, firsts };
}

function joinSums({ scale, limbBits }: MeasureColumn, limbs: readonly BigInt64Array[]): Cells["sums"][number] {
  const [first] = limbs;
  if (limbs.length === 1) return packIntegers(first!, scale);
  const join = (group: number): bigint =>
    joinLimbs(
      limbs.map((limb) => limb[group]!),
      limbBits,
    );
  return packBigIntegers(
    Array.from(first!, (_, group) => join(group)),
    scale,
  );
}
