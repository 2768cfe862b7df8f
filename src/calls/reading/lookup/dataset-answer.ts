import { beginEffort, type Effort } from "../../../core/engine/query-cost.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { citeVersion } from "./cite-version.js";
import { lastsForEver } from "./several-datasets.js";
import { stillCurrent } from "./still-current.js";

/** An answer about one dataset without its formats, which add their cost to `effort`. */
export type DatasetAnswer = Omit<Answer, "formats"> & { readonly effort: Effort };

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
    lasts: lastsForEver([dataset]),
    cited: citeVersion(dataset),
  };
}
