import { passesValue } from "../../engine/match-value.js";
import type { Attribute } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";
import type { ValueTest } from "../../query/condition/condition.js";
import { foldText } from "../../query/text/fold.js";
import { passesText, type TextTest } from "../../query/text/text-test.js";
import { readTokens } from "../../query/text/tokens.js";
import type { ViewColumn } from "../table/view-column.js";

/** Values that are tested between two checks. */
const STRIDE = 4096;

/** Codes that match a text, by the number of tokens in the shortest matching value: the shortest first. */
export type CodesByLength = ReadonlyMap<number, readonly number[]>;

/**
 * Find the codes whose value of an attribute passes a test.
 * @param check called at intervals; throws to abort
 * Cost: a lookup for each value of "one of"; else a test for each different value.
 */
export function findValueCodes(
  column: ViewColumn,
  { index }: Attribute,
  test: ValueTest,
  check: () => void,
): readonly number[] {
  const codesOf = column.codesOf(index);
  if (test.is === "one of") return inOrder(test.values.map((value) => codesOf.get(value) ?? []));
  const found: (readonly number[])[] = [];
  let tested = 0;
  for (const [value, codes] of codesOf) {
    if (++tested % STRIDE === 0) check();
    if (passesValue(test, value)) found.push(codes);
  }
  return inOrder(found);
}

/** Find the codes with a text that passes a test, in any of some attributes. Cost: a test for each different value. */
export function findTextCodes(
  column: ViewColumn,
  attributes: readonly Attribute[],
  test: TextTest,
  check: () => void,
): CodesByLength {
  const shortest = new Map<number, number>();
  let tested = 0;
  for (const { index } of attributes) {
    for (const [value, codes] of column.codesOf(index)) {
      if (++tested % STRIDE === 0) check();
      const length = matchedLength(test, value);
      if (length === 0) continue;
      for (const code of codes) shortest.set(code, Math.min(length, shortest.get(code) ?? Infinity));
    }
  }
  const byLength = new Map<number, number[]>();
  for (const [code, length] of shortest) {
    const own = byLength.get(length);
    if (own) own.push(code);
    else byLength.set(length, [code]);
  }
  return new Map([...byLength].toSorted(([a], [b]) => a - b));
}

/** Return the number of tokens of a value that passes a test; 0 if it does not. */
function matchedLength(test: TextTest, value: Value): number {
  if (value === null) return 0;
  const folded = foldText(String(value));
  return passesText(test, folded) ? Math.max(1, readTokens(folded).length) : 0;
}

function inOrder(lists: readonly (readonly number[])[]): readonly number[] {
  if (lists.length < 2) return lists[0] ?? [];
  return [...new Set(lists.flat())].toSorted((a, b) => a - b);
}
