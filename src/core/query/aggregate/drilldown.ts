import type { Model } from "../../model/cube.js";
import type { Key } from "./query.js";
import { bindReference, type Reference } from "../reference.js";

/** A drilldown and the key that its values come from. */
export interface PlacedDrilldown extends Reference {
  /** Index into the keys. */
  readonly key: number;
}

export interface Drilldowns {
  readonly drilldowns: readonly PlacedDrilldown[];
  readonly keys: readonly Key[];
}

/**
 * Bind references (`dimension` or `dimension.attribute`). Duplicates count once, and an attribute needs no key of its
 * own if its whole dimension is drilled down.
 */
export function bindDrilldowns(model: Model, requested: readonly string[], errors: string[]): Drilldowns {
  const references: Reference[] = [];
  for (const part of requested) {
    const reference = bindReference(model, part);
    if (typeof reference === "string") errors.push(`drilldown: ${reference}`);
    else if (!references.some((each) => isSame(each, reference))) references.push(reference);
  }
  const whole = new Set(references.filter((each) => each.attribute === null).map((each) => each.dimension));
  const keys: Key[] = [];
  const drilldowns = references.map((reference) => {
    const { dimension } = reference;
    const attribute = whole.has(dimension) ? null : reference.attribute;
    let key = keys.findIndex((each) => each.dimension === dimension && each.attribute === attribute);
    if (key < 0) key = keys.push({ dimension, attribute }) - 1;
    return { key, ...reference };
  });
  return { drilldowns, keys };
}

/** Keep the first of all references that mean the same, and every unknown one. */
export function distinctDrilldowns(model: Model, requested: readonly string[]): readonly string[] {
  const references = requested.map((part) => bindReference(model, part));
  return requested.filter((_, at) => {
    const reference = references[at]!;
    if (typeof reference === "string") return true;
    return references.findIndex((each) => typeof each !== "string" && isSame(each, reference)) === at;
  });
}

export function printDrilldowns(drilldowns: readonly PlacedDrilldown[]): string {
  return listDrilldowns(drilldowns).join("|");
}

/** List the references of drilldowns. */
export function listDrilldowns(drilldowns: readonly PlacedDrilldown[]): readonly string[] {
  return drilldowns.map(({ place }) => (place.within === null ? place.key : `${place.key}.${place.within}`));
}

function isSame(a: Reference, b: Reference): boolean {
  return a.dimension === b.dimension && a.attribute === b.attribute && a.place.key === b.place.key;
}
