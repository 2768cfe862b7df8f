import type { PhraseCode } from "../../core/errors/phrase-text.js";

/** Words that stand in lists of parts and units alone; anywhere else they are names and texts of the data. */
export const PARTS_OF_LISTS: ReadonlySet<PhraseCode> = new Set([
  "part_adjusted",
  "part_approved",
  "part_directions",
  "part_executed",
  "part_expenditure",
  "part_months",
  "part_periods",
  "part_phases",
  "part_proposed",
  "part_quarters",
  "part_revenue",
  "part_years",
  "unit_billions",
  "unit_millions",
  "unit_thousands",
]);

/** Phrases that stand in lists; others are names and texts of the data there. */
export const PHRASES_OF_LISTS: ReadonlySet<PhraseCode> = new Set([
  "attribute_of_texts",
  "currency_in_cells",
  "day_if_first",
  "day_if_month_first",
  "day_if_written",
  "date_of_dates",
  "direction_in_column",
  "files_not_csv",
  "measure_or_attribute",
  "month_in_column",
  "part_of_entries",
  "part_of_one_entry",
  "period_in_column",
  "phase_in_column",
  "quarter_in_column",
  "row_replaced_earlier",
  "row_replaced_other",
  "row_replaced_row",
  "sheets_hidden",
  "sheets_other_columns",
  "sheets_same_columns",
  "sheets_same_rows",
  "sheets_without_table",
  "would_be",
  "year_in_column",
]);
