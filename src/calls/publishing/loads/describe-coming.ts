import type { Model } from "../../../core/model/cube.js";
import type { Context } from "../../context.js";
import { describeDataset, describeMetadata } from "../../reading/describe/describe-dataset.js";
import { datasetUrl } from "../../reading/describe/links.js";

/** Describe a dataset that is being loaded: its future core metadata, except for values that only the load can give. */
export function describeComing({ catalog }: Context, model: Model, isPrivate: boolean, origin: string): object {
  const { name } = model.dataset;
  const stored = catalog.get(name);
  if (stored) return { ...describeDataset(stored, origin), ...describeMetadata(model) };
  return {
    ...describeMetadata(model),
    timestamps: { created: null, last_modified: null },
    num_entries: 0,
    private: isPrivate,
    html_url: datasetUrl(origin, name),
  };
}
