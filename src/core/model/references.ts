import type { Attribute, Dimension, Field, Model } from "./cube.js";

/** The part of a model that references may name. */
export type Referable = Pick<Model, "fields" | "dimensions" | "aliases">;

export interface AttributeReference {
  readonly dimension: Dimension;
  /** `null` for the whole dimension. */
  readonly attribute: Attribute | null;
}

/** Meaning of `year` and `month` alone, unless the model has a field of that name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["year", "time.year"],
  ["month", "time.yearmonth"],
]);

/** List the short names of parts of the time that a model has. */
export function listAliases(model: Referable): readonly string[] {
  return [...ALIASES.keys()].filter((alias) => findReference(model, alias) !== null);
}

/**
 * Find the dimension or attribute named by `dimension`, `dimension.attribute`, `year` or `month`; `null` if there is
 * none.
 */
export function findReference(model: Referable, text: string): AttributeReference | null {
  if (model.fields.some((field: Field) => field.name === text)) return findWritten(model, text);
  return findWritten(model, ALIASES.get(text) ?? text);
}

/** Return the shortest reference to an attribute: an alias, the dimension that it identifies, or `dimension.attribute`. */
export function referenceTo(model: Referable, dimension: Dimension, attribute: Attribute): string {
  const written = `${dimension.name}.${attribute.name}`;
  const isOwn = (alias: string): boolean => !model.fields.some((field: Field) => field.name === alias);
  const [alias] = [...ALIASES].find(([name, meaning]) => meaning === written && isOwn(name)) ?? [];
  return alias ?? (attribute === dimension.identity ? dimension.name : written);
}

/** List all references of a model, for "did you mean". */
export function referenceNames(model: Referable): string[] {
  return model.dimensions.flatMap(({ name, attributes }) => [name, ...attributes.map((a) => `${name}.${a.name}`)]);
}

function findWritten(model: Referable, text: string): AttributeReference | null {
  const dot = text.indexOf(".");
  const name = dot < 0 ? text : text.slice(0, dot);
  const dimension = model.dimensions.find((candidate) => candidate.name === name) ?? model.aliases?.get(name);
  if (!dimension) return null;
  if (dot < 0) return { dimension, attribute: null };
  const attribute = lookUpAttribute(dimension, text.slice(dot + 1));
  return attribute ? { dimension, attribute } : null;
}

/** Find an attribute of a dimension, listed or not; `null` if there is none. */
export function lookUpAttribute({ attributes, unlisted = [] }: Dimension, name: string): Attribute | null {
  return [...attributes, ...unlisted].find((each) => each.name === name) ?? null;
}
