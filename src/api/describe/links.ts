import type { Dimension } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";

export function datasetUrl(origin: string, dataset: string): string {
  return `${origin}/${dataset}`;
}

export function dimensionUrl(origin: string, dataset: string, dimension: Dimension): string {
  return `${origin}/${dataset}/${dimension.name}`;
}

/** A member without its suffix. */
export function memberBase(origin: string, dataset: string, dimension: Dimension, name: string): string {
  return `${dimensionUrl(origin, dataset, dimension)}/${encodeURIComponent(name)}`;
}

/** The page of a member; `null` for a member without a name, which has none. */
export function memberUrl(origin: string, dataset: string, dimension: Dimension, name: Value): string | null {
  const text = String(name ?? "");
  if (text === "") return null;
  const base = memberBase(origin, dataset, dimension, text);
  return isStep(text) ? `${base}.html` : base;
}

/** Where the entries of a member are; `null` where no path can lead there. */
export function memberEntriesUrl(origin: string, dataset: string, dimension: Dimension, name: string): string | null {
  return isStep(name) ? null : `${memberBase(origin, dataset, dimension, name)}/entries`;
}

/** However they are encoded, browsers take these two for steps in the path. */
function isStep(segment: string): boolean {
  return segment === "." || segment === "..";
}

export function entryUrl(origin: string, dataset: string, id: string): string {
  return `${origin}/${dataset}/entries/${id}`;
}
