import type { Dimension, Value } from "../model/cube.js";

export function datasetUrl(origin: string, dataset: string): string {
  return `${origin}/${dataset}`;
}

/** The page of a member; `null` for a member without a name, which has none. */
export function memberUrl(origin: string, dataset: string, dimension: Dimension, name: Value): string | null {
  if (name === null || name === "") return null;
  return `${origin}/${dataset}/${dimension.name}/${encodeURIComponent(String(name).toWellFormed())}`;
}
