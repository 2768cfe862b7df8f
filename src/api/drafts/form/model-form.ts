import type { ColumnChoice } from "./column-choice.js";
import type { DatasetFields } from "./dataset-fields.js";

/** A model as a form: the fields of its dataset, and a choice for each column of the table. */
export interface ModelForm {
  readonly dataset: DatasetFields;
  readonly columns: readonly ColumnChoice[];
  /** Date of all rows, for a table without dates. */
  readonly date: string;
}
