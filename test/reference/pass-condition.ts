import { searchedAttributes } from "#src/core/model/member-labels.js";
import { passesAmount, passesRange, passesValue } from "#src/core/engine/match-value.js";
import type { Attribute } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import type { ClauseTest, Condition } from "#src/core/query/condition/condition.js";
import { foldText } from "#src/core/query/text/fold-text.js";
import { passesText, type TextTest } from "#src/core/query/text/text-test.js";
import { readTokens } from "#src/core/query/text/tokens.js";
import type { PlainDimension, PlainTable } from "./table.js";

/** Return a test for rows that match a condition. */
export function planCondition(table: PlainTable, condition: Condition): (row: number) => boolean {
  switch (condition.is) {
    case "all": {
      const parts = condition.of.map((part) => planCondition(table, part));
      return (row) => parts.every((part) => part(row));
    }
    case "any": {
      const parts = condition.of.map((part) => planCondition(table, part));
      return (row) => parts.some((part) => part(row));
    }
    case "not": {
      const part = planCondition(table, condition.of);
      return (row) => !part(row);
    }
    case "clause": {
      const lengthOf = planClause(table, condition.test);
      return (row) => lengthOf(row) > 0;
    }
  }
}

/** Return the number of tokens in a row's shortest matching value; 1 for values that are not text, 0 for no match. */
export function planClause(table: PlainTable, test: ClauseTest): (row: number) => number {
  const parts = planParts(table, test);
  return (row) => shortest(parts.map((lengthOf) => lengthOf(row)));
}

/** Return one function like that of `planClause` per searched dimension. */
export function planParts(table: PlainTable, test: ClauseTest): readonly ((row: number) => number)[] {
  if (test.on !== "text") return [planOther(table, test)];
  const { target, text } = test;
  return target
    ? [planText(table.dimensions[target.dimension.index]!, [target.attribute], text)]
    : table.dimensions
        .filter(({ dimension }) => !dimension.sources)
        .map((column) => planText(column, searchedAttributes(column.dimension), text));
}

function planOther(table: PlainTable, test: Exclude<ClauseTest, { on: "text" }>): (row: number) => number {
  switch (test.on) {
    case "value": {
      const { codes, members } = table.dimensions[test.target.dimension.index]!;
      const passes = members.map((member) => passesValue(test.value, member[test.target.attribute.index]!));
      return (row) => Number(passes[codes[row]!]!);
    }
    case "amount": {
      const { unscaled, scale } = table.measures[test.measure.index]!;
      return (row) => Number(passesAmount(test.amounts, { unscaled: unscaled[row]!, scale }));
    }
    case "id": {
      const { id } = test;
      return (row) => Number("is" in id ? passesRange(id, table.ids[row]!) : passesText(id, table.ids[row]!));
    }
  }
}

function planText(
  { codes, members }: PlainDimension,
  attributes: readonly Attribute[],
  test: TextTest,
): (row: number) => number {
  const lengths = members.map((member) => shortest(attributes.map(({ index }) => matchedLength(test, member[index]!))));
  return (row) => lengths[codes[row]!]!;
}

function matchedLength(test: TextTest, value: Value): number {
  if (value === null) return 0;
  const folded = foldText(String(value));
  return passesText(test, folded) ? Math.max(1, readTokens(folded).length) : 0;
}

function shortest(lengths: readonly number[]): number {
  const matched = lengths.filter((length) => length > 0);
  return matched.length === 0 ? 0 : Math.min(...matched);
}
