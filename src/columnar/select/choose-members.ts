import { passesValue } from "../../engine/match-value.js";
import type { CodeCut } from "../../kernel/query/query.js";
import type { ClauseTest, Condition } from "../../query/condition/condition.js";
import { rowsFrom } from "../table/row-bitmaps.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import type { MemberCondition } from "./split-filters.js";

/** Members of a dimension, each once. */
export interface ChosenMembers {
  readonly column: DimensionColumn;
  readonly members: Uint32Array;
}

/** Members whose values are read at once. */
const STRIDE = 4096;

/**
 * Choose the members that meet a condition on their dimension. Cost: a lookup for each named value; a step for each
 * member for ranges and for conditions of several parts.
 * @param check called at intervals; throws to abort
 */
export function chooseMembers(
  table: Pick<ColumnarTable, "dimensions">,
  { dimension, condition }: Pick<MemberCondition, "dimension" | "condition">,
  check: () => void,
): ChosenMembers {
  const column = table.dimensions[dimension.index]!;
  const members =
    condition.is === "clause"
      ? findMembers(column, condition.test, check)
      : listMarked(markMembers(column, condition, check));
  return { column, members };
}

/** Return a cut that entries with one of some members pass. */
export function passMembers({ codes }: DimensionColumn, members: Uint32Array): CodeCut {
  const pass = new Uint8Array(codes.size);
  for (let at = 0; at < members.length; at++) pass[members[at]!] = 1;
  return { column: codes, pass };
}

function findMembers({ attributes }: DimensionColumn, test: ClauseTest, check: () => void): Uint32Array {
  if (test.on !== "value") throw new TypeError(`Members cannot be chosen by ${test.on}`);
  const { target, value } = test;
  const own = attributes[target.attribute.index]!;
  if (value.is === "one of") {
    const [only] = value.values;
    const found =
      value.values.length === 1 ? own.find(only!) : [...new Set(value.values.flatMap((each) => own.find(each)))];
    return Uint32Array.from(found);
  }
  const members = new Uint32Array(own.length);
  let found = 0;
  for (let first = 0; first < own.length; first += STRIDE) {
    check();
    if (value.is === "present") {
      const end = Math.min(own.length, first + STRIDE);
      for (let member = first; member < end; member++) if (!own.isMissing(member)) members[found++] = member;
      continue;
    }
    const values = own.pick(rowsFrom(first, Math.min(STRIDE, own.length - first)));
    for (let at = 0; at < values.length; at++) if (passesValue(value, values[at]!)) members[found++] = first + at;
  }
  return members.subarray(0, found);
}

/** Mark each member with 1 if it meets a condition, else 0. */
function markMembers(column: DimensionColumn, condition: Condition, check: () => void): Uint8Array {
  const size = column.attributes[0]!.length;
  if (condition.is === "clause") {
    const marks = new Uint8Array(size);
    for (const member of findMembers(column, condition.test, check)) marks[member] = 1;
    return marks;
  }
  if (condition.is === "not") return markMembers(column, condition.of, check).map((mark) => 1 - mark);
  const isAll = condition.is === "all";
  const marks = new Uint8Array(size).fill(Number(isAll));
  for (const part of condition.of) {
    const own = markMembers(column, part, check);
    for (let member = 0; member < size; member++) {
      if (isAll) marks[member]! &= own[member]!;
      else marks[member]! |= own[member]!;
    }
  }
  return marks;
}

function listMarked(marks: Uint8Array): Uint32Array {
  const members = new Uint32Array(marks.length);
  let found = 0;
  for (let member = 0; member < marks.length; member++) if (marks[member] === 1) members[found++] = member;
  return members.subarray(0, found);
}
