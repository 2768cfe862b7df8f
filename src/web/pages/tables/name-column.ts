import type { PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Name what a table is split by: by its label, or as a year or a month, which have no label of the data. */
export function nameColumn({ words }: PageLocale, { label, part }: Pick<PageTableColumn, "label" | "part">): string {
  return part === null ? label : words.explore.options[part];
}
