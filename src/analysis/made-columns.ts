/** Columns that no file has, and a model may read all the same. */

/** 1 is the first record after the header. */
export const ROW_NUMBER = "(row number)";

/** The one date of all rows of a file. */
export const FILE_DATE = "(date of the file)";
