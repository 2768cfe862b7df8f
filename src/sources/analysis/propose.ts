import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";
import type { ModelDocument } from "../../core/model/cube.js";
import { proposeDate, proposeModel } from "./propose-model.js";
import { checkChoices, type PublisherChoices } from "./publisher-choices.js";
import { listSuggestions } from "./list-suggestions.js";
import { accept } from "./suggestion.js";
import type { TableAnalysis } from "./table-analysis.js";

/** A proposed model, and the date of all rows for a table without dates: empty if unknown. */
export interface Proposal {
  readonly model: ModelDocument;
  readonly date: string;
}

/**
 * Propose a model for an analysed table. Of the suggestions what its figures mean, it has those that are accepted from
 * the start.
 * @param name name or path of its file, or its URL: the dataset is named after it
 * @param choices what the publisher says instead
 * @throws BadSource if the table has no columns, or the choices do not fit it
 */
export function propose(
  analysis: TableAnalysis,
  name: string,
  isUrl: boolean,
  choices: PublisherChoices = {},
): Proposal {
  checkChoices(analysis, choices);
  if (analysis.columns.length === 0) throw new BadSource(errorText("table_without_columns", { name }));
  const file = isUrl ? fileIn(name) : name;
  const bare = proposeModel(analysis, file, choices);
  const accepted = listSuggestions(analysis, bare).filter(({ isDefault }) => isDefault);
  return {
    model: accepted.reduce((model, each) => accept(model, each), bare),
    date: proposeDate(file.replace(/^.*[/\\]/, "")) || proposeDate(analysis.sheet ?? ""),
  };
}

/** Return the name of the file at a URL. */
function fileIn(url: string): string {
  const { pathname, hostname } = new URL(url);
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
