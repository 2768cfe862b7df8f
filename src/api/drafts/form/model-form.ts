import type { ColumnChoice } from "./column-choice.js";
import type { DatasetFields } from "./dataset-fields.js";

/** A model as a form: what its dataset is, and what each column of the table is. */
export interface ModelForm {
  readonly dataset: DatasetFields;
  readonly columns: readonly ColumnChoice[];
  /** Of all rows, where the table has no date. */
  readonly date: string;
}
