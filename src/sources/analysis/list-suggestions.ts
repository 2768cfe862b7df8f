import { isObject } from "../../core/model/parse/section.js";
import type { Definition } from "./column-uses.js";
import { modelColumns } from "./model-columns.js";
import { suggestDirections } from "./suggest-direction.js";
import { suggestLevels } from "./suggest-levels.js";
import { suggestPhases } from "./suggest-phases.js";
import { suggestPrecisions } from "./suggest-precision.js";
import type { Suggestion } from "./suggestion.js";
import type { TableAnalysis } from "./table-analysis.js";

/**
 * Suggest what the figures of a table mean, for the columns that its model reads.
 * @param document the model, which may have been edited; what it has of a suggestion keeps its name
 * @param fileDate date of all rows, for a table without dates; empty if it is not given yet
 */
export function listSuggestions(analysis: TableAnalysis, document: unknown, fileDate = ""): readonly Suggestion[] {
  const mapping = isObject(document) && isObject(document.mapping) ? (document.mapping as Definition) : {};
  const model = modelColumns(analysis, mapping);
  return [
    ...suggestDirections(model),
    ...suggestPhases(model),
    ...suggestPrecisions(model, fileDate.trim()),
    ...suggestLevels(model),
  ];
}
