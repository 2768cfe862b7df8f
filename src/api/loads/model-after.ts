import { Conflict } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { describeDifference } from "../../model/edit/difference.js";
import { editModel, findEdits, keepEdits } from "../../model/edit/edits.js";
import type { Dataset } from "../../store/dataset.js";

/**
 * The model that a dataset has when it is loaded again: the given one, under the edits that outlive it.
 * @throws Conflict when rows under the one model cannot be kept with rows under the other
 */
export function modelAfter({ model, asLoaded }: Dataset, given: Model): Model {
  const edits = keepEdits(findEdits(asLoaded, model), asLoaded, given);
  // Views name fields, which may be others: those are told of first.
  const mapped = editModel(given, new Map([...edits].filter(([place]) => place !== "views")));
  const differences = describeDifference(model, mapped);
  if (differences.length === 0) return editModel(given, edits);
  throw new Conflict([
    `The dataset "${given.dataset.name}" has another mapping: ${differences.join("; ")}`,
    "Load under the mapping that it has, or replace it: all its entries and sources are dropped then",
  ]);
}
