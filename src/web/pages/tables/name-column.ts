import type { PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { PageLocale } from "../parts/page-locale.js";
import { withinSentence } from "../parts/within-sentence.js";

/** Name what a table is split by: by its label, or as a year or a month, which have no label of the data. */
export function nameColumn({ words }: PageLocale, { label, part }: Pick<PageTableColumn, "label" | "part">): string {
  return part === null ? label : words.explore.options[part];
}

/** Name what a table is split by within a sentence. */
export function nameColumnWithin(locale: PageLocale, column: Pick<PageTableColumn, "label" | "part">): string {
  const name = nameColumn(locale, column);
  return column.part === null ? locale.within(name) : withinSentence(name, locale.spoken);
}
