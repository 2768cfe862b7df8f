import type { Dimension, Model } from "./cube.js";

/** Return the dimension of a model that holds the currencies of its amounts; `null` if it has none. */
export function currencyDimension({ dimensions }: Pick<Model, "dimensions">): Dimension | null {
  return dimensions.find(({ meaning }) => meaning?.role === "currency" && !meaning.additive) ?? null;
}
