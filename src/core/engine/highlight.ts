import type { Attribute, Dimension, Model } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import { clauseKey } from "../query/condition/clause-key.js";
import type { ClauseTest, Condition } from "../query/condition/condition.js";
import { findSpans, type Span } from "../query/text/highlight.js";
import { SpanFinder, type TextSpans } from "../query/text/text-spans.js";
import type { Entry } from "./entry.js";
import { passesAmount, passesValue } from "./match-value.js";
import { positiveClauses } from "./relevance.js";

/** Fields of an entry that a search matched, with the matching spans of their texts; no spans for numbers. */
export type Highlight = ReadonlyMap<string, readonly Span[]>;

/** Texts of an attribute whose spans are cached: entries of a page often have the same members. */
const MAX_CACHED = 4096;

/**
 * Return a function that finds the fields and spans of an entry that match a condition, in the order of the clauses.
 * Negated parts are ignored. Clauses that test the same are tested once, and a text that entries share is tested once.
 * @param check called at intervals; throws to abort
 */
export function planHighlight(
  model: Model,
  where: Condition,
  check: () => void = () => {},
): (entry: Entry) => Highlight {
  const byKey = new Map(positiveClauses(where).map(({ test }) => [clauseKey(test), test]));
  const tests = [...byKey.values()];
  const fields = planFields(model, tests, check);
  const others = tests.flatMap((test, number) => (test.on === "text" ? [] : [{ number, test }]));
  return (entry) => {
    const found: { readonly field: string; readonly first: number; readonly spans: readonly Span[] }[] = [];
    for (const { field, dimension, attribute, find } of fields) {
      const value = valueOf(entry, dimension, attribute);
      const spans = value === null || isUnspoken(entry, dimension, attribute) ? null : find(String(value));
      if (spans) found.push({ field, ...spans });
    }
    for (const { number, test } of others) {
      for (const [field, spans] of highlightOther(test, entry)) found.push({ field, first: number, spans });
    }
    const highlight = new Map<string, Span[]>();
    for (const { field, spans } of found.toSorted((a, b) => a.first - b.first)) {
      const known = highlight.get(field);
      if (known) known.push(...spans);
      else highlight.set(field, [...spans]);
    }
    return new Map([...highlight].map(([field, spans]) => [field, inOrder(spans)]));
  };
}

/** An attribute in which texts are searched. */
interface SearchedField {
  readonly field: string;
  readonly dimension: Dimension;
  readonly attribute: Attribute;
  find(text: string): TextSpans | null;
}

/** Plan the attributes that text clauses search, in the order of the model. */
function planFields(model: Model, tests: readonly ClauseTest[], check: () => void): readonly SearchedField[] {
  return model.dimensions.flatMap((dimension) =>
    dimension.attributes.flatMap((attribute) => {
      const own = tests.flatMap((test, number) => {
        if (test.on !== "text") return [];
        const { target } = test;
        const isOwn = target?.dimension.index === dimension.index && target.attribute.index === attribute.index;
        return isOwn || (!target && !dimension.sources) ? [{ number, test: test.text }] : [];
      });
      if (own.length === 0) return [];
      const finder = new SpanFinder(own, check);
      return [{ field: nameOf(dimension, attribute), dimension, attribute, find: cacheTexts(finder) }];
    }),
  );
}

function cacheTexts(finder: SpanFinder): (text: string) => TextSpans | null {
  const cached = new Map<string, TextSpans | null>();
  return (text) => {
    let spans = cached.get(text);
    if (spans === undefined) {
      spans = finder.find(text);
      if (cached.size === MAX_CACHED) cached.clear();
      cached.set(text, spans);
    }
    return spans;
  };
}

function highlightOther(test: ClauseTest, entry: Entry): readonly (readonly [string, readonly Span[]])[] {
  switch (test.on) {
    case "text":
      return [];
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

function valueOf(entry: Entry, dimension: Dimension, attribute: Attribute): Value {
  return entry.members[dimension.index]?.values[attribute.index] ?? null;
}

/** True for a label of the data whose place another one takes, in the language that is spoken. */
function isUnspoken(entry: Entry, dimension: Dimension, { name }: Attribute): boolean {
  return name === "label" && dimension.spoken !== undefined && valueOf(entry, dimension, dimension.spoken) !== null;
}

/** Return the name that an attribute has in answers: a label in the language that is spoken stands as `label`. */
function nameOf(dimension: Dimension, attribute: Attribute): string {
  if (dimension.kind === "attribute") return dimension.name;
  const isSpoken = attribute.index === dimension.spoken?.index;
  return `${dimension.name}.${isSpoken ? "label" : attribute.name}`;
}

/** Sort spans. Several words may match the same span, which is listed once. */
function inOrder(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const places = new Map(spans.map((span) => [span.join(), span]));
  return [...places.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}
