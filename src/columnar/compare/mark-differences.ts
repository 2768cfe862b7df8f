import type { Both, SharedDimension, SharedFields } from "../../model/shared-fields.js";
import { equalBytes } from "../base/hash-bytes.js";
import { isValid } from "../base/validity.js";
import { openAmounts, openCodes } from "../table/open-columns.js";
import type { ColumnarTable } from "../table/table.js";
import type { Values } from "../table/values.js";

/** Pairs of rows with the same id. */
export interface RowPairs {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
  readonly length: number;
}

/** Marks the pairs whose rows differ in some field: sets their places in `marks` to 1. */
export type MarkDifferences = (pairs: RowPairs, marks: Uint8Array) => void;

/** Open the shared fields of two tables, to compare many pairs of rows. */
export function openDifferences(tables: Both<ColumnarTable>, shared: SharedFields): MarkDifferences {
  const fields = [
    ...shared.dimensions.map((dimension) => openMembers(tables, dimension)),
    ...shared.measures.map(({ before, after }) => openSums(tables, { before: before.index, after: after.index })),
  ];
  return (pairs, marks) => {
    for (const mark of fields) mark(pairs, marks);
  };
}

/** Mostly, a member has one counterpart: it is looked up by its code and compared only once. */
function openMembers(tables: Both<ColumnarTable>, { before, after, attributes }: SharedDimension): MarkDifferences {
  const [earlier, later] = [tables.before.dimensions[before.index]!, tables.after.dimensions[after.index]!];
  const codeBefore = openCodes(tables.before, earlier.codes);
  const codeAfter = openCodes(tables.after, later.codes);
  const columns = attributes.map((each) => compareValues(earlier.attributes, later.attributes, each));
  /** Code + 1 of a member of the later table that is the same; 0 if none is known. */
  const same = new Uint32Array(earlier.attributes[0]!.length);
  return ({ before: rowsBefore, after: rowsAfter, length }, marks) => {
    for (let at = 0; at < length; at++) {
      const from = codeBefore(rowsBefore[at]!);
      const to = codeAfter(rowsAfter[at]!);
      if (same[from] === to + 1) continue;
      if (columns.every((isSame) => isSame(from, to))) same[from] = to + 1;
      else marks[at] = 1;
    }
  };
}

/** Return a function that is true if a member before and one after have the same value of an attribute. */
function compareValues(
  earlier: readonly Values[],
  later: readonly Values[],
  { before, after }: SharedDimension["attributes"][number],
): (from: number, to: number) => boolean {
  const [values, others] = [earlier[before.index]!, later[after.index]!];
  const [a, b] = [values.texts, others.texts];
  if (!a || !b) return (from, to) => textOf(values.at(from)) === textOf(others.at(to));
  return (from, to) => {
    const size = a.offsets[from + 1]! - a.offsets[from]!;
    return (
      isValid(a.validity, from) === isValid(b.validity, to) &&
      size === b.offsets[to + 1]! - b.offsets[to]! &&
      equalBytes(a.bytes, a.offsets[from]!, b.bytes, b.offsets[to]!, size)
    );
  };
}

/** A number is the same as its text, should the datatype have changed. */
function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value);
}

function openSums(tables: Both<ColumnarTable>, { before, after }: Both<number>): MarkDifferences {
  const [earlier, later] = [tables.before.measures[before]!, tables.after.measures[after]!];
  const scale = Math.max(earlier.scale, later.scale);
  const amountBefore = scaled(openAmounts(tables.before, earlier), scale - earlier.scale);
  const amountAfter = scaled(openAmounts(tables.after, later), scale - later.scale);
  return ({ before: rowsBefore, after: rowsAfter, length }, marks) => {
    for (let at = 0; at < length; at++) {
      if (amountBefore(rowsBefore[at]!) !== amountAfter(rowsAfter[at]!)) marks[at] = 1;
    }
  };
}

function scaled(read: (row: number) => bigint, digits: number): (row: number) => bigint {
  if (digits === 0) return read;
  const factor = 10n ** BigInt(digits);
  return (row) => read(row) * factor;
}
