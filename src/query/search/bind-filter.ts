import type { Model } from "../../model/cube.js";
import type { Decimal } from "../../model/values/decimal.js";
import { type Clause as WrittenClause, parseClauses } from "../clauses.js";
import { readNumber } from "../number.js";
import { readDecimal } from "./bind-value.js";
import { type ClauseTest, type Condition, EVERYTHING, NOTHING } from "./condition.js";
import { explainUnknownField, fieldKey, findField, type SearchField } from "./field.js";

/** Parse `field:value|…` and check that some model has each field. */
export function parseFilter(models: readonly Model[], text: string, errors: string[]): readonly WrittenClause[] {
  const clauses = parseClauses(text, (sentence) => errors.push(`filter: ${sentence}`));
  for (const name of new Set(clauses.map(({ field }) => field))) {
    if (models.length > 0 && models.every((model) => !findField(model, name))) {
      errors.push(`filter: ${explainUnknownField(models, name)}`);
    }
  }
  return clauses;
}

/** Bind a filter to a model: exact equality; one field, under whatever name, is a union, several are intersected. */
export function bindFilter(model: Model, clauses: readonly WrittenClause[]): readonly Condition[] {
  const byField = new Map<string, { field: SearchField; values: string[] }>();
  for (const { field: name, value } of clauses) {
    const field = findField(model, name);
    if (!field) return [NOTHING];
    const key = fieldKey(field);
    const known = byField.get(key);
    if (known) known.values.push(value);
    else byField.set(key, { field, values: [value] });
  }
  return [...byField.values()].map(({ field, values }) => bindField(model, field, values));
}

function bindField(model: Model, field: SearchField, values: readonly string[]): Condition {
  switch (field.is) {
    case "dataset":
      return values.includes(model.dataset.name) ? EVERYTHING : NOTHING;
    case "id":
      return {
        is: "any",
        of: values.map((text) => clause({ on: "id", id: { whole: { is: "same", text }, parts: [] } })),
      };
    case "measure": {
      const amounts = values.map(readDecimal).filter((amount): amount is Decimal => amount !== undefined);
      return clause({ on: "amount", measure: field.measure, amounts: { is: "one of", amounts } });
    }
    case "attribute": {
      const { dimension, attribute } = field;
      const typed = values.map((value) => (attribute.type === "number" ? (readNumber(value) ?? value) : value));
      return clause({ on: "cut", cut: { dimension, attribute, values: typed } });
    }
  }
}

function clause(test: ClauseTest): Condition {
  return { is: "clause", test, boost: 1, leaf: 0 };
}
