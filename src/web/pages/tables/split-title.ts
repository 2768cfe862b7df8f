import { sayPhrase } from "../parts/say-phrase.js";
import type { PageAdjusting } from "../../../calls/views/pages/page-adjusting.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import type { MemberPage } from "../../../calls/views/resources/member.js";
import { YEAR } from "../../../calls/views/pages/years.js";
import type { Clause } from "../../../core/query/clauses.js";
import { withUnit } from "../parts/amount-unit.js";
import { titleOf } from "../parts/crumbs.js";
import { enumerate } from "../parts/enumerate.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { nameColumnWithin } from "./name-column.js";

/** A page whose entries are split by a view, or by the best dimension if there are no views. */
export interface SplitPage extends Pick<
  DatasetPage,
  "year" | "views" | "split" | "path" | "choices" | "cuts" | "flows"
> {
  readonly adjusting: Pick<PageAdjusting, "pairs" | "offers">;
  readonly dataset: Pick<DatasetPage["dataset"], "html_url" | "label">;
  /** The member that it is of; absent on pages of datasets. */
  readonly member?: MemberPage["member"];
}

/**
 * Return the title of the split of a page; empty if it has none. Below the first level it names what was opened and the
 * level that is shown: a view's label is true of the first one alone.
 */
export function nameSplit(locale: PageLocale, { views, split, path, cuts }: SplitPage): string {
  const others = cuts.filter(({ cut }) => !path.opened.includes(cut as Clause));
  const view = views.find(({ isCurrent }) => isCurrent);
  const opened = path.labels.map((label) => isolate(sayPhrase(locale, label))).join(" › ");
  const title =
    split && opened !== ""
      ? locale.fill(locale.words.dimension.title, { dataset: opened, dimension: nameParts(locale, split) })
      : (view?.label ?? (split ? nameFigure(locale, split) : ""));
  return `${title}${nameCuts(locale, others)}`;
}

/** Name what a figure is split by, within a sentence. */
function nameParts(locale: PageLocale, { columns }: PageTable): string {
  return locale.names.list(columns.map((each) => isolate(nameColumnWithin(locale, each))));
}

/** Write the title of a split where it stands alone: with its period, its unit, and what its page is of. */
export function titleOfSplit(locale: PageLocale, page: SplitPage, unit: string): string {
  const { dataset, member, split } = page;
  const title = `${nameSplit(locale, page)}${split ? periodOf(locale, page) : ""}`;
  const places = [...(member ? [titleOf(locale, member)] : []), dataset.label];
  return withUnit(locale, [title, ...places.map((each) => isolate(each))].join(" – "), unit);
}

/** Write what a page is of, and what its figures are cut to. */
export function withCuts(locale: PageLocale, subject: string, cuts: SplitPage["cuts"]): string {
  return cuts.length === 0 ? subject : `${isolate(subject)}${nameCuts(locale, cuts)}`;
}

/** Write what a page is cut to as a part of its title; empty without cuts. */
export function nameCuts(locale: PageLocale, cuts: SplitPage["cuts"]): string {
  return enumerate(locale, ["", ...cuts.map(({ label }) => isolate(sayPhrase(locale, label)))]);
}

export function nameFigure(locale: PageLocale, { columns }: PageTable): string {
  return locale.fill(locale.words.figures.by, { label: isolate(nameColumnWithin(locale, columns[0]!)) });
}

/** Say that a figure is of all years: in each of them, or of sums over them. */
export function nameAllYears(
  { words }: PageLocale,
  { crossing }: Pick<NonNullable<SplitPage["split"]>, "crossing">,
): string {
  return crossing?.addsYears ? words.explore.allYears : words.figures.allYearsOfTitle;
}

/** Return the end of a title that says which year or years a split is of. */
export function periodOf(locale: PageLocale, { year, split }: Pick<SplitPage, "year" | "split">): string {
  if (year.chosen !== null) return enumerate(locale, ["", locale.year(year.chosen)]);
  const isByYear = split!.columns.some(({ reference }) => reference === YEAR);
  return year.years.length > 1 && !isByYear ? enumerate(locale, ["", nameAllYears(locale, split!)]) : "";
}
