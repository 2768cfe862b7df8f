import type { Model } from "../../model/cube.js";
import type { Decimal } from "../../model/values/decimal.js";
import type { Clause } from "../clauses.js";
import { readDecimal, readValue } from "../condition/bind-value.js";
import { type Condition, EVERYTHING, filterClause, NOTHING } from "../condition/condition.js";
import { refuseField, fieldKey, findField, type SearchField } from "../condition/field.js";

/** Report each field of a filter that no model has. */
export function checkFilter(models: readonly Model[], clauses: readonly Clause[], errors: string[]): void {
  for (const name of new Set(clauses.map(({ field }) => field))) {
    if (models.length > 0 && models.every((model) => !findField(model, name))) {
      errors.push(`filter: ${refuseField(models, name)}`);
    }
  }
}

/**
 * Bind a filter to a model. Values are compared exactly; those of one field are alternatives, and all fields must
 * match.
 */
export function bindFilter(model: Model, clauses: readonly Clause[]): readonly Condition[] {
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
        of: values.map((text) => filterClause({ on: "id", id: { whole: { is: "same", text }, parts: [] } })),
      };
    case "measure": {
      const amounts = values.map(readDecimal).filter((amount): amount is Decimal => amount !== undefined);
      return filterClause({ on: "amount", measure: field.measure, amounts: { is: "one of", amounts } });
    }
    case "attribute": {
      const { dimension, attribute } = field;
      const typed = values.map((value) => readValue(attribute, value));
      return filterClause({ on: "value", target: { dimension, attribute }, value: { is: "one of", values: typed } });
    }
  }
}
