import type { Attribute, Dimension, Model } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { TestedClause, ClauseTest, Condition } from "../query/condition/condition.js";
import { findSpans, type Span } from "../query/text/highlight.js";
import type { Entry } from "./entry.js";
import { passesAmount, passesValue } from "./match-value.js";
import { positiveClauses } from "./relevance.js";

/** Fields of an entry that a search matched, with the matching spans of their texts; no spans for numbers. */
export type Highlight = ReadonlyMap<string, readonly Span[]>;

/** Return a function that finds the fields and spans of an entry that match a condition. Negated parts are ignored. */
export function planHighlight(model: Model, where: Condition): (entry: Entry) => Highlight {
  const clauses = positiveClauses(where);
  return (entry) => {
    const found = new Map<string, Span[]>();
    for (const { test } of clauses) {
      for (const [field, spans] of highlightClause(model, test, entry)) {
        found.set(field, [...(found.get(field) ?? []), ...spans]);
      }
    }
    return new Map([...found].map(([field, spans]) => [field, inOrder(spans)]));
  };
}

function highlightClause(
  model: Model,
  test: TestedClause["test"],
  entry: Entry,
): readonly (readonly [string, readonly Span[]])[] {
  switch (test.on) {
    case "text": {
      const targets = test.target ? [test.target] : allTargets(model);
      return targets.flatMap(({ dimension, attribute }) => {
        const value = valueOf(entry, dimension, attribute);
        const spans = value === null ? null : findSpans(test.text, String(value));
        return spans ? [[nameOf(dimension, attribute), spans] as const] : [];
      });
    }
    case "value": {
      const { dimension, attribute } = test.target;
      const value = valueOf(entry, dimension, attribute);
      if (!passesValue(test.value, value)) return [];
      return [[nameOf(dimension, attribute), typeof value === "string" ? [[0, value.length]] : []]];
    }
    case "amount":
      return passesAmount(test.amounts, entry.amounts[test.measure.index]!) ? [[test.measure.name, []]] : [];
    case "id":
      return passesId(test, entry) ? [["id", [[0, entry.id.length]]]] : [];
  }
}

function passesId({ id }: ClauseTest & { on: "id" }, entry: Entry): boolean {
  return "is" in id ? passesValue(id, entry.id) : findSpans(id, entry.id) !== null;
}

function allTargets(model: Model): readonly { readonly dimension: Dimension; readonly attribute: Attribute }[] {
  return model.dimensions.flatMap((dimension) => dimension.attributes.map((attribute) => ({ dimension, attribute })));
}

function valueOf(entry: Entry, dimension: Dimension, attribute: Attribute): Value {
  return entry.members[dimension.index]?.values[attribute.index] ?? null;
}

function nameOf(dimension: Dimension, attribute: Attribute): string {
  return dimension.kind === "attribute" ? dimension.name : `${dimension.name}.${attribute.name}`;
}

/** Sort spans. Several words may match the same span, which is listed once. */
function inOrder(spans: readonly Span[]): readonly Span[] {
  const places = new Map(spans.map((span) => [span.join(), span]));
  return [...places.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}
