import type { PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { SplitFigure } from "../../../calls/views/pages/split-figure.js";
import { ALL_ENTRIES, entriesOfCuts, printSearchRequest } from "../../../core/query/search/request.js";
import { type CutClause, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { queryOf, unlessTooLong } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { printAll, printKept } from "./choice-links.js";
import { memberLink } from "./figure-block.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";

/** Returns the target of a row's link; `null` for none. */
export type RowLink = (row: PageTableRow) => string | null;

/** The dataset, the year and the choices that links keep. */
interface LinkedPage extends Pick<DatasetPage, "year" | "choices"> {
  readonly adjusting: Pick<DatasetPage["adjusting"], "pairs">;
  readonly dataset: Pick<DatasetPage["dataset"], "html_url">;
}

/**
 * Link each row of a figure to what its amount consists of: the page of its member or, if that would show another
 * amount, the explorer with the same cuts; at the bottom the entries.
 */
export function openRow(page: LinkedPage, figure: SplitFigure, locale: PageLocale): RowLink {
  const { request, next, isWhole, crossing } = figure;
  const toMember = isWhole ? linkMember(page, locale) : () => null;
  return (row) => {
    const values = row.keys.map(({ value }) => value);
    // No cut selects missing values.
    if (values.length === 0 || values.includes(null)) return null;
    const into = request.drilldown.map((field, at) => ({ field, value: values[at]! }));
    const cuts = [...request.cuts.filter(({ field }) => !request.drilldown.includes(field)), ...into];
    const pairs = [
      ["drilldown", crossing ? `${next}|${crossing.request.drilldown[1]}` : next],
      ["cut", printCuts(cuts)],
      ...printAll(page.choices),
      ...page.adjusting.pairs,
    ] as const;
    const { html_url: url } = page.dataset;
    const toParts = (): string =>
      next === null ? entriesHref(url, locale, cuts) : locale.href(`${url}/explore`) + queryOf(pairs);
    return toMember(row) ?? unlessTooLong(toParts());
  };
}

/** Link a row to the page of its member, in the same year and with the same choices. @param cuts of the page */
export function linkMember(
  page: Pick<LinkedPage, "year" | "choices" | "adjusting">,
  locale: PageLocale,
  cuts = "",
): RowLink {
  const link = memberLink(locale);
  const query = queryOf([["year", yearToKeep(page.year)], ["cut", cuts], ...printKept(page)]);
  return (row) => {
    const href = link(row);
    return href === null ? null : href + query;
  };
}

/** Return the year that a link has to name: pages show their preset without. */
export function yearToKeep({ headed, preset, years }: LinkedPage["year"]): string | null {
  if (headed === null) return years.length > 1 ? "all" : null;
  return headed === preset ? null : headed;
}

/** Return the address of the entries that cuts select. @param dataset URL of the dataset */
export function entriesHref(dataset: string, locale: PageLocale, cuts: readonly CutClause[]): string {
  const request = { ...ALL_ENTRIES, ...entriesOfCuts(cuts) };
  return `${locale.href(`${dataset}/entries`)}${queryOf(printSearchRequest(request))}`;
}
