import type { ColumnChoice } from "./column-choice.js";
import type { DatasetFields } from "./dataset-fields.js";
import type { PageChoice } from "./page-choice.js";

/** A suggestion what the figures mean, by its id, accepted or not. */
export interface SuggestionChoice {
  readonly id: string;
  readonly isAccepted: boolean;
}

/**
 * A model as a form: the fields of its dataset, a choice for each column of the table, the suggestions for it, and what
 * the pages of the dataset show.
 */
export interface ModelForm {
  readonly dataset: DatasetFields;
  readonly columns: readonly ColumnChoice[];
  /** Choices between suggestions; absent in forms of earlier versions. */
  readonly suggestions?: readonly SuggestionChoice[];
  /** Views and hierarchies; absent in forms of earlier versions. */
  readonly pages?: PageChoice;
  /** Date of all rows, for a table without dates. */
  readonly date: string;
}
