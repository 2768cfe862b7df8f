import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import type { Clause } from "../clauses.js";
import { referenceTo } from "../../model/references.js";
import { listForms } from "../../model/values/unicode-form.js";
import { bindCalendar, explainPeriod } from "../condition/bind-calendar.js";
import { readDecimal, readValue, refuseDigits } from "../condition/bind-value.js";
import { type Condition, EVERYTHING, filterClause, NOTHING, type ValueTest } from "../condition/condition.js";
import {
  type AttributeField,
  explainUnknownDataset,
  fieldKey,
  findField,
  refuseField,
  type SearchField,
} from "../condition/field.js";

/** Report each field of a filter that no model has. */
export function checkFilter(models: readonly Model[], clauses: readonly Clause[], errors: string[]): void {
  for (const name of new Set(clauses.map(({ field }) => field))) {
    if (models.length > 0 && models.every((model) => !findField(model, name))) {
      errors.push(`filter: ${refuseField(models, name)}`);
    }
  }
}

/** Findings while binding a filter to several models. */
export interface FilterNotes {
  /** Clauses that a model reads, and those about datasets that the one of a model meets. */
  readonly read: Set<Clause>;
  /** Sentences about clauses of dates and numbers that a model cannot read. */
  readonly refused: Map<Clause, readonly string[]>;
  /** Sentences about values that mean more than one. */
  readonly warnings: Set<string>;
  /** Clauses about datasets that the one of a model does not meet. */
  readonly unmet: Set<Clause>;
}

/** Write a warning for each dataset of a filter that is none of the searched ones. */
export function warnOfUnmet(models: readonly Model[], { read, unmet }: FilterNotes): readonly string[] {
  return [...unmet].flatMap((clause) => (read.has(clause) ? [] : explainUnknownDataset(models, clause.value)));
}

/** Report each value of a filter that models refuse and none reads. */
export function reportRefused({ read, refused }: FilterNotes, errors: string[]): void {
  for (const [clause, sentences] of refused) {
    if (!read.has(clause)) for (const sentence of sentences) errors.push(`filter: ${clause.field}: ${sentence}`);
  }
}

/**
 * Bind a filter to a model. Values are compared exactly, but that a year or a month of dates includes its days; those of
 * one field are alternatives, and all fields must match.
 */
export function bindFilter(model: Model, clauses: readonly Clause[], notes: FilterNotes): readonly Condition[] {
  const byField = new Map<string, { field: SearchField; own: Clause[] }>();
  for (const clause of clauses) {
    const field = findField(model, clause.field);
    if (!field) return [NOTHING];
    const key = fieldKey(field);
    const known = byField.get(key);
    if (known) known.own.push(clause);
    else byField.set(key, { field, own: [clause] });
  }
  return [...byField.values()].map(({ field, own }) => bindField(model, field, own, notes));
}

function bindField(model: Model, field: SearchField, clauses: readonly Clause[], notes: FilterNotes): Condition {
  const written = (value: string): string => `${fieldKey(field)} "${value}"`;
  switch (field.is) {
    case "dataset": {
      const met = clauses.filter(({ value }) => value === model.dataset.name);
      for (const clause of clauses) (met.includes(clause) ? notes.read : notes.unmet).add(clause);
      return met.length > 0 ? EVERYTHING : NOTHING;
    }
    case "id":
      return {
        is: "any",
        of: clauses.map(({ value: text }) => ({
          ...filterClause({ on: "id", id: { whole: { is: "same", text }, parts: [] } }),
          written: written(text),
        })),
      };
    case "measure": {
      const { measure } = field;
      const of = clauses.flatMap(({ value }): readonly Condition[] => {
        const amount = readDecimal(value);
        if (amount === undefined) {
          notes.warnings.add(`${measure.name}: ${errorText("not_a_number_to_match", { value })}`);
          return [];
        }
        const amounts = { is: "one of", amounts: [amount] } as const;
        return [{ ...filterClause({ on: "amount", measure, amounts }), written: written(value) }];
      });
      return of.length === 1 ? of[0]! : { is: "any", of };
    }
    case "attribute":
      return bindValues(model, field, clauses, notes);
  }
}

function bindValues(
  model: Model,
  { dimension, attribute }: AttributeField,
  clauses: readonly Clause[],
  { read, refused, warnings }: FilterNotes,
): Condition {
  const target = { dimension, attribute };
  const values: (string | number)[] = [];
  const tests: ValueTest[] = [];
  for (const clause of clauses) {
    const calendar = bindCalendar(target, clause.value);
    const errors = calendar?.is === "refused" ? calendar.errors : refuseDigits(attribute, clause.value);
    if (errors.length > 0) {
      refused.set(clause, errors);
      continue;
    }
    read.add(clause);
    if (calendar?.is !== "range") {
      values.push(calendar?.is === "value" ? calendar.value : readValue(attribute, clause.value));
      continue;
    }
    tests.push(calendar.test);
    warnings.add(explainPeriod(referenceTo(model, dimension, attribute), String(calendar.spelling)));
  }
  if (values.length > 0) tests.unshift({ is: "one of", values: values.flatMap(listForms) });
  const of = tests.map((value) => filterClause({ on: "value", target, value }));
  return of.length === 1 ? of[0]! : { is: "any", of };
}
