import { FILE_DATE, ROW_NUMBER } from "../../../../core/model/generated-columns.js";

/** Columns that the form offers for every table. */
export const ADDED_COLUMNS = { rowNumber: ROW_NUMBER, fileDate: FILE_DATE } as const;
