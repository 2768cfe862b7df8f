/** Names of columns that a model may read although no file has them. */

/** Number of the row; 1 is the first record after the header. */
export const ROW_NUMBER = "(row number)";

/** Date of all rows of a file, given by the user. */
export const FILE_DATE = "(date of the file)";
