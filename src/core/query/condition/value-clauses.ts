import { listForms } from "../../model/values/unicode-form.js";
import type { ClauseTest, Condition, TestedClause } from "./condition.js";

/** A test of the values of one attribute. */
export type AttributeTest = Extract<ClauseTest, { readonly on: "value" }>;

/** A single value or range that filters name, or a clause of a search about a field. */
export interface NamedClause {
  readonly test: ClauseTest;
  /** The clause as written, if it is one of a search. */
  readonly written: string | null;
  /** True if every entry that meets all filters passes the test. */
  readonly isRequired: boolean;
}

/**
 * List the values, ranges and clauses about fields that filters name, each value by itself. Tests for any value at all
 * are left out, and so are words without a field.
 */
export function listNamedClauses(filters: readonly Condition[]): readonly NamedClause[] {
  return filters.flatMap((filter) => [...listClauses(filter, true)]);
}

function* listClauses(condition: Condition, isRequired: boolean): Iterable<NamedClause> {
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
      yield* splitTest(condition, isRequired);
  }
}

function* splitTest(clause: TestedClause, isRequired: boolean): Iterable<NamedClause> {
  const { test } = clause;
  const written = clause.written ?? null;
  if (test.on !== "value") {
    if (written !== null) yield { test, written, isRequired };
    return;
  }
  const { value } = test;
  if (value.is === "present") return;
  if (value.is !== "one of") return yield { test, written, isRequired };
  // The Unicode forms of a text are one value.
  const named = new Map(value.values.map((each) => [listForms(each)[0]!, listForms(each)]));
  for (const values of named.values()) {
    yield { test: { ...test, value: { is: "one of", values } }, written, isRequired: isRequired && named.size === 1 };
  }
}
