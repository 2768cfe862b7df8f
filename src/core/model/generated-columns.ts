/** Names of columns that a model may read although no file has them. */

/** Number of the row; 1 is the first record after the header. */
export const ROW_NUMBER = "(row number)";

/** Date of all rows of a file: the `constant` of the date dimension `time`. */
export const FILE_DATE = "(date of the file)";

/** Return the column that stands for the constant of a date dimension. */
export function fileDateOf(field: string): string {
  return field === "time" ? FILE_DATE : `(date of the file: ${field})`;
}
