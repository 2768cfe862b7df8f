import { errorText } from "../../../core/errors/error-text.js";
import { Conflict, InvalidModel } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import { explainDifference } from "../../../core/model/edit/difference.js";
import { editModel, type Edits, findEdits, keepEdits } from "../../../core/model/edit/edits.js";
import type { Dataset } from "../../../store/dataset.js";

/**
 * Return the model that a dataset has after a load with a given model: the given one with the edits that still apply.
 * @throws Conflict if the mappings of the two models differ, so that their rows cannot be in one dataset
 */
export function modelAfter({ model, asLoaded }: Dataset, given: Model): Model {
  const edits = keepEdits(findEdits(asLoaded, model), asLoaded, given);
  // These edits may name fields that the given mapping no longer has: report the different mapping first.
  const independent = new Map(
    [...edits].filter(([place]) => !["views", "hierarchies", "notes", "mapping"].includes(place)),
  );
  const mapped = editModel(given, independent);
  const differences = explainDifference(model, mapped);
  if (differences.length === 0) return fittingModel(given, edits) ?? mapped;
  throw new Conflict([
    errorText("another_mapping", { name: given.dataset.name, known: differences.join("; ") }),
    errorText("keep_or_replace_mapping"),
  ]);
}

/** Apply edits; `null` if they do not fit a file that changes the views, hierarchies, notes or derived dimensions. */
function fittingModel(given: Model, edits: Edits): Model | null {
  try {
    return editModel(given, edits);
  } catch (error) {
    if (error instanceof InvalidModel) return null;
    throw error;
  }
}
