import type { Attribute, Model } from "../model/cube.js";
import type { Cut } from "./aggregate.js";
import { parseClauses, printClauses } from "./clauses.js";
import { readNumber } from "./number.js";
import { bindReference, type ReferencePlace } from "./reference.js";

/** A cut and the places at which cells show it. */
export interface PlacedCut extends Cut {
  readonly places: readonly ReferencePlace[];
}

/**
 * Bind `dimension.attribute:value|…`. Cuts on one attribute, under whatever name, are one cut with several values; a
 * dimension alone means its `name`.
 */
export function bindCuts(model: Model, text: string, errors: string[]): readonly PlacedCut[] {
  const cuts = new Map<string, { cut: PlacedCut; values: (string | number)[]; places: ReferencePlace[] }>();
  for (const { field, value } of parseClauses(text, (sentence) => errors.push(`cut: ${sentence}`))) {
    const reference = bindReference(model, field);
    if (typeof reference === "string") {
      errors.push(`cut: ${reference}`);
      continue;
    }
    const { dimension } = reference;
    const attribute = reference.attribute ?? dimension.identity;
    const place = reference.attribute ? reference.place : { ...reference.place, within: attribute.name };
    const key = `${dimension.index}.${attribute.index}`;
    let bound = cuts.get(key);
    if (!bound) {
      const values: (string | number)[] = [];
      const places: ReferencePlace[] = [];
      bound = { cut: { dimension, attribute, values, places }, values, places };
      cuts.set(key, bound);
    }
    const typed = readValue(attribute, value);
    if (!bound.values.includes(typed)) bound.values.push(typed);
    if (!bound.places.some((each) => each.key === place.key)) bound.places.push(place);
  }
  return [...cuts.values()].map(({ cut }) => cut);
}

/** The value that a text means. For a number attribute what is no number stays text, which no number equals. */
export function readValue({ type }: Attribute, text: string): string | number {
  return type === "number" ? (readNumber(text) ?? text) : text;
}

/** One spelling for every way to write the same cuts. */
export function printCuts(cuts: readonly PlacedCut[]): string {
  const clauses = cuts.flatMap(({ places, values }) =>
    places.flatMap(({ key, within }) =>
      values.map((value) => ({ field: within === null ? key : `${key}.${within}`, value: String(value) })),
    ),
  );
  return printClauses(clauses);
}
