import type { Dataset } from "../store/dataset.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";
import { stillCurrent } from "./still-current.js";

/** The part of an answer about one dataset that makes it conditional, and tells how long it holds. */
export function datasetAnswer({ catalog }: Context, dataset: Dataset, canonical = ""): Omit<Answer, "forms"> {
  const { version, lastModified } = dataset;
  return { version, lastModified, canonical, public: !dataset.private, holds: stillCurrent(catalog, dataset) };
}
