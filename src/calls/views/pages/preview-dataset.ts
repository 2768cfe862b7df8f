import { UserError } from "../../../core/errors/errors.js";
import { holdsSpending } from "../../../core/model/spending.js";
import { type DatasetOverview, readDatasetOverview } from "./dataset-overview.js";
import type { PageScope } from "./page-scope.js";

/**
 * Read the overview of a dataset for a list, once for each version. Links in it are paths.
 * @returns `null` if it takes longer than the caller may compute, or has no meaning: of series, crosswalks and labels
 */
export async function previewDataset(
  scope: Pick<PageScope, "context" | "actor" | "dataset">,
): Promise<DatasetOverview | null> {
  const { facts } = scope.context;
  if (!holdsSpending(scope.dataset.model.dataset)) return null;
  try {
    return await facts.find(scope.dataset, "preview", () => readDatasetOverview({ ...scope, origin: "" }));
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
