import { createHash } from "node:crypto";
import type { Actor } from "../../../access/actor.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { lastChange } from "../../reading/lookup/several-datasets.js";
import { stillCurrent } from "../../reading/lookup/still-current.js";
import { listOtherDatasets } from "./comparisons.js";

/** Return a text that is equal for datasets with the same name and label. */
export function printDataset({ model }: Dataset): string {
  return JSON.stringify([model.dataset.name, model.dataset.label]);
}

/** Return what conditional requests and the response cache need of a page that lists and reads other datasets. */
export function dependOn(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  compared: Dataset,
  others: readonly Dataset[],
): Partial<Answer> {
  const read = compared === dataset ? [dataset] : [dataset, compared];
  const holds = read.map((each) => stillCurrent(context.catalog, each));
  const names = others.map(printDataset).join();
  return {
    // Its own version alone would let executors keep the page as long as only this dataset stays.
    version:
      read.length + others.length === 1
        ? dataset.version
        : digestOfTexts([...read.map(({ version }) => version), names]),
    lastModified: lastChange(context, actor, [...read, ...others]),
    public: read.every((each) => !each.private),
    holds: () =>
      holds.every((isCurrent) => isCurrent()) && listOtherDatasets(context, dataset).map(printDataset).join() === names,
  };
}

function digestOfTexts(parts: readonly string[]): string {
  return createHash("sha1").update(parts.join("\n")).digest("hex");
}
