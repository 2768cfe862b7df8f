import type { ClauseTarget, ClauseTest, Condition, ValueTest } from "./condition.js";

/** A test of the values of one attribute. */
export type AttributeTest = Extract<ClauseTest, { readonly on: "value" }>;

/** A single value or range that filters name. */
export interface ValueClause extends AttributeTest {
  /** True if every entry that meets all filters passes the test. */
  readonly isRequired: boolean;
}

/** List the values and ranges that filters name, each value by itself. Tests for any value at all are left out. */
export function listValueClauses(filters: readonly Condition[]): readonly ValueClause[] {
  return filters.flatMap((filter) => [...listClauses(filter, true)]);
}

function* listClauses(condition: Condition, isRequired: boolean): Iterable<ValueClause> {
  switch (condition.is) {
    case "all":
      for (const part of condition.of) yield* listClauses(part, isRequired);
      return;
    case "any":
      for (const part of condition.of) yield* listClauses(part, isRequired && condition.of.length === 1);
      return;
    case "not":
      yield* listClauses(condition.of, false);
      return;
    case "clause":
      if (condition.test.on === "value") yield* splitTest(condition.test.target, condition.test.value, isRequired);
  }
}

function* splitTest(target: ClauseTarget, value: ValueTest, isRequired: boolean): Iterable<ValueClause> {
  if (value.is === "present") return;
  if (value.is !== "one of") return yield { on: "value", target, value, isRequired };
  const isOnly = isRequired && value.values.length === 1;
  for (const each of value.values) {
    yield { on: "value", target, value: { is: "one of", values: [each] }, isRequired: isOnly };
  }
}
