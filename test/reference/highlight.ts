import { passesAmount, passesValue } from "#src/core/engine/match-value.js";
import type { Entry } from "#src/core/engine/entry.js";
import { positiveClauses } from "#src/core/engine/relevance.js";
import type { Attribute, Dimension, Model } from "#src/core/model/cube.js";
import type { ClauseTest, Condition } from "#src/core/query/condition/condition.js";
import { findSpans, type Span } from "#src/core/query/text/highlight.js";

/** Highlight an entry by testing every clause on every text. */
export function highlightPlain(model: Model, where: Condition, entry: Entry): ReadonlyMap<string, readonly Span[]> {
  const found = new Map<string, Map<string, Span>>();
  for (const { test } of positiveClauses(where)) {
    for (const [field, spans] of highlightClause(model, test, entry)) {
      const known = found.get(field) ?? new Map<string, Span>();
      for (const span of spans) known.set(span.join(), span);
      found.set(field, known);
    }
  }
  return new Map(
    [...found].map(([field, spans]) => [field, [...spans.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1])]),
  );
}

function highlightClause(
  model: Model,
  test: ClauseTest,
  entry: Entry,
): readonly (readonly [string, readonly Span[]])[] {
  if (test.on === "amount") {
    return passesAmount(test.amounts, entry.amounts[test.measure.index]!) ? [[test.measure.name, []]] : [];
  }
  if (test.on === "id") {
    const passes = "is" in test.id ? passesValue(test.id, entry.id) : findSpans(test.id, entry.id) !== null;
    return passes ? [["id", [[0, entry.id.length]]]] : [];
  }
  const all = model.dimensions
    .filter(({ sources }) => !sources)
    .flatMap((dimension) => dimension.attributes.map((attribute) => ({ dimension, attribute })));
  return (test.target ? [test.target] : all).flatMap(({ dimension, attribute }) => {
    const value = entry.members[dimension.index]?.values[attribute.index] ?? null;
    if (value === null) return [];
    const field = nameOf(dimension, attribute);
    if (test.on === "value") {
      const whole: readonly Span[] = typeof value === "string" ? [[0, value.length]] : [];
      return passesValue(test.value, value) ? [[field, whole] as const] : [];
    }
    const spans = findSpans(test.text, String(value));
    return spans ? [[field, spans] as const] : [];
  });
}

function nameOf(dimension: Dimension, attribute: Attribute): string {
  return dimension.kind === "attribute" ? dimension.name : `${dimension.name}.${attribute.name}`;
}
