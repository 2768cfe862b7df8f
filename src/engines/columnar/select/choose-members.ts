import type { CodeCut } from "../../kernel/query/query.js";
import type { Attribute } from "../../../core/model/cube.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import { simplifyCondition } from "../../../core/query/condition/simplify.js";
import { codesOf } from "../table/mapped-values.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";
import type { Values } from "../table/values.js";
import type { MemberCondition } from "./split-filters.js";
import { divideValues, isOrdered, type OrderTest, type ValueIntervals, visitOthers } from "./value-intervals.js";

/** Members of a dimension, each once. */
export interface ChosenMembers {
  readonly column: DimensionColumn;
  readonly members: Uint32Array;
}

/** Members between two checks. */
const STRIDE = 4096;

/**
 * Choose the members that meet a condition on their dimension. Cost: a lookup for each named value; for ranges of an
 * attribute's values, however many, one step for each member.
 * @param check called at intervals; throws to abort
 */
export function chooseMembers(
  table: Pick<ColumnarTable, "dimensions">,
  { dimension, condition }: Pick<MemberCondition, "dimension" | "condition">,
  check: () => void,
): ChosenMembers {
  const column = table.dimensions[dimension.index]!;
  const simple = simplifyCondition(condition);
  const members = listNamed(column, simple) ?? listMarked(markMembers(column, simple, check));
  // Posting lists are those of the column with the codes.
  return { column: column.base ?? column, members };
}

/** Return a cut that entries with one of some members pass. */
export function passMembers({ codes }: DimensionColumn, members: Uint32Array): CodeCut {
  const pass = new Uint8Array(codes.size);
  for (let at = 0; at < members.length; at++) pass[members[at]!] = 1;
  return { column: codes, pass };
}

/** List the members with values that a condition names; `null` if it is anything else. */
function listNamed({ attributes }: DimensionColumn, condition: Condition): Uint32Array | null {
  if (condition.is !== "clause" || condition.test.on !== "value" || condition.test.value.is !== "one of") return null;
  const { target, value } = condition.test;
  const own = attributes[target.attribute.index]!;
  const { mapped } = own;
  if (!mapped) return Uint32Array.from(findAll(own, value.values));
  // One pass over the members, however many values are named.
  const values = mapped.values();
  return Uint32Array.from(codesOf(mapped.targets(), values.length, findAll(values, value.values)));
}

/** Find all members with one of some values, each once. */
function findAll(own: Values, values: readonly (string | number)[]): readonly number[] {
  const [only] = values;
  return values.length === 1 ? own.find(only!) : [...new Set(values.flatMap((each) => own.find(each)))];
}

/** Mark each member with 1 if it meets a condition, else 0. */
function markMembers(column: DimensionColumn, condition: Condition, check: () => void): Uint8Array {
  check();
  const ordered = orderedAttribute(condition);
  if (ordered) return markIntervals(column, condition, ordered, check);
  const size = column.attributes[0]!.length;
  if (condition.is === "not") {
    const marks = markMembers(column, condition.of, check);
    for (let member = 0; member < size; member++) marks[member]! ^= 1;
    return marks;
  }
  if (condition.is === "clause") {
    const marks = new Uint8Array(size);
    addOthers(column, condition, check, marks);
    return marks;
  }
  const isAll = condition.is === "all";
  const marks = new Uint8Array(size).fill(Number(isAll));
  for (const part of joinOrdered(condition)) {
    if (!isAll && part.is === "clause" && !orderedAttribute(part)) {
      addOthers(column, part, check, marks);
      continue;
    }
    const own = markMembers(column, part, check);
    for (let member = 0; member < size; member++) {
      if (isAll) marks[member]! &= own[member]!;
      else marks[member]! |= own[member]!;
    }
  }
  return marks;
}

/** Join the parts of a group that test the order of one attribute's values: they are marked together. */
function joinOrdered({ is, of }: Extract<Condition, { is: "all" | "any" }>): readonly Condition[] {
  const byAttribute = new Map<Attribute, Condition[]>();
  const joined: Condition[] = [];
  for (const part of of) {
    const attribute = orderedAttribute(part);
    if (!attribute) joined.push(part);
    else byAttribute.set(attribute, [...(byAttribute.get(attribute) ?? []), part]);
  }
  return [...joined, ...[...byAttribute.values()].map((parts): Condition => ({ is, of: parts }))];
}

/** Return the only attribute whose order a condition tests; `null` if it tests anything else. */
function orderedAttribute(condition: Condition): Attribute | null {
  if (condition.is === "not") return orderedAttribute(condition.of);
  if (condition.is !== "clause") {
    const [first, ...rest] = condition.of.map(orderedAttribute);
    return first && rest.every((each) => each === first) ? first : null;
  }
  const { test } = condition;
  return test.on === "value" && isOrdered(test.value) ? test.target.attribute : null;
}

function markIntervals(
  { attributes }: DimensionColumn,
  condition: Condition,
  { index }: Attribute,
  check: () => void,
): Uint8Array {
  const values = attributes[index]!;
  const intervals = divideValues(values, listOrderTests(condition));
  const pass = passIntervals(intervals, condition);
  const marks = new Uint8Array(values.length);
  for (let first = 0; first < values.length; first += STRIDE) {
    check();
    intervals.visit(first, Math.min(first + STRIDE, values.length), (member, interval) => {
      marks[member] = pass[interval]!;
    });
  }
  return marks;
}

function listOrderTests(condition: Condition): readonly OrderTest[] {
  if (condition.is === "clause") return [testOf(condition)];
  return condition.is === "not" ? listOrderTests(condition.of) : condition.of.flatMap(listOrderTests);
}

/** Return for each interval 1 if its values meet a condition, else 0. */
function passIntervals(intervals: ValueIntervals, condition: Condition): Uint8Array {
  if (condition.is === "clause") return intervals.passOf(testOf(condition));
  if (condition.is === "not") return passIntervals(intervals, condition.of).map((pass) => 1 - pass);
  const isAll = condition.is === "all";
  const joined = new Uint8Array(intervals.size).fill(Number(isAll));
  for (const part of condition.of) {
    passIntervals(intervals, part).forEach((pass, at) => {
      if (isAll) joined[at]! &= pass;
      else joined[at]! |= pass;
    });
  }
  return joined;
}

function testOf({ test }: Extract<Condition, { is: "clause" }>): OrderTest {
  return (test as Extract<typeof test, { on: "value" }>).value as OrderTest;
}

function addOthers(
  { attributes }: DimensionColumn,
  { test }: Extract<Condition, { is: "clause" }>,
  check: () => void,
  marks: Uint8Array,
): void {
  if (test.on !== "value") throw new TypeError(`Members cannot be chosen by ${test.on}`);
  visitOthers(attributes[test.target.attribute.index]!, test.value, check, (member) => (marks[member] = 1));
}

function listMarked(marks: Uint8Array): Uint32Array {
  let count = 0;
  for (let member = 0; member < marks.length; member++) count += marks[member]!;
  const members = new Uint32Array(count);
  for (let member = 0, at = 0; at < count; member++) if (marks[member] === 1) members[at++] = member;
  return members;
}
