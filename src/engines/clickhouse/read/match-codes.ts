import { passesValue } from "../../../core/engine/match-value.js";
import type { Attribute } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { ValueTest } from "../../../core/query/condition/condition.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { passesText, type TextTest } from "../../../core/query/text/text-test.js";
import { readTokens } from "../../../core/query/text/tokens.js";
import type { ViewColumn } from "../table/view-column.js";

/** Number of tokens from which on the index only says that there are as many. */
const MAX_COUNTED = 255;

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
  if (test.is === "one of") return inOrder(test.values.map((value) => column.codesWith(index, value)));
  return column.codesPassing(index, (value) => passesValue(test, value), check);
}

/**
 * Find the codes with a text that passes a test, in any of some attributes.
 * Cost: lookups in the index of the members' terms; for dimensions that are computed a test for each different value.
 */
export function findTextCodes(
  column: ViewColumn,
  attributes: readonly Attribute[],
  test: TextTest,
  check: () => void,
): CodesByLength {
  /** Length of the shortest matching value by code; 0 for codes that do not match. */
  const shortest = new Uint32Array(column.numCodes);
  const note = (code: number, length: number): void => {
    const known = shortest[code]!;
    if (known === 0 || length < known) shortest[code] = length;
  };
  if (column.table && attributes.every(({ index }) => column.storedValues(index))) {
    const places = attributes.map(({ index }) => index);
    column.table.visitTexts(test, places, { check, take: () => {} }, (member, attribute, tokens) => {
      // More tokens are not counted by the index.
      note(member, tokens < MAX_COUNTED ? Math.max(1, tokens) : countTokens(column.valueAt(member, attribute)));
    });
  } else {
    for (const { index } of attributes) {
      column
        .codesPassing(index, (value) => value !== null && passesText(test, foldText(String(value))), check)
        .forEach((code) => {
          note(code, countTokens(column.valueAt(code, index)));
        });
    }
  }
  const byLength = new Map<number, number[]>();
  for (let code = 0; code < shortest.length; code++) {
    const length = shortest[code]!;
    if (length === 0) continue;
    const own = byLength.get(length);
    if (own) own.push(code);
    else byLength.set(length, [code]);
  }
  return new Map([...byLength].toSorted(([a], [b]) => a - b));
}

function countTokens(value: Value): number {
  return Math.max(1, readTokens(foldText(String(value))).length);
}

function inOrder(lists: readonly (readonly number[])[]): readonly number[] {
  if (lists.length < 2) return lists[0] ?? [];
  return [...new Set(lists.flat())].toSorted((a, b) => a - b);
}
