import { beginEffort, type Effort } from "../../engine/query-cost.js";
import type { Dataset } from "../../store/dataset.js";
import type { Answer } from "../answer.js";
import type { Context } from "../context.js";
import { stillCurrent } from "./still-current.js";

/** An answer about one dataset without its forms, which add their cost to `effort`. */
export type DatasetAnswer = Omit<Answer, "forms"> & { readonly effort: Effort };

/** Return the part of an answer about one dataset that conditional requests and the response cache need. */
export function datasetAnswer({ catalog }: Context, dataset: Dataset, canonical = ""): DatasetAnswer {
  const { version, lastModified, model, engine } = dataset;
  const effort = beginEffort([model.dataset.name], canonical, engine.numEntries);
  return {
    effort,
    version,
    lastModified,
    canonical,
    public: !dataset.private,
    holds: stillCurrent(catalog, dataset),
    ...(lastsForEver([dataset]) && { lasts: true }),
  };
}

/** True if the same call about these datasets always has the same answer: they are versions, and go through no others. */
export function lastsForEver(datasets: readonly Dataset[]): boolean {
  return datasets.every(({ isFixed, version, ownVersion }) => isFixed && version === ownVersion);
}
