import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { writeUnit, withUnit } from "../parts/amount-unit.js";
import { isolate, withoutIsolates } from "../parts/isolate.js";
import { sayFirst, sayPhrase, sayWithin } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate } from "../parts/enumerate.js";
import { isPlainMeasure } from "../tables/plain-measure.js";
import { nameColumnWithin } from "../tables/name-column.js";
import { partsOfLabel, wayOfCut } from "./way-of-cut.js";

/**
 * Write the title of a state as a sentence: what it shows, what it is cut to, how it is split, and if it sums up years.
 * A cut that is said as in "on health" begins with what is spent, and the dataset ends the title.
 */
export function titleOfState(page: Exploration, locale: PageLocale): string {
  const { words, fill } = locale;
  const { dataset, figure, grid, state, cutLabels, otherLabel } = page;
  const columns = [...figure.columns, ...(grid ? [grid.across] : [])];
  const parts = [...new Set(columns.map((column) => nameColumnWithin(locale, column)))];
  const { explore } = words;
  const named = state.cuts.map((cut) => wayOfCut(page, cut));
  // Several of a kind are alternatives, or one is a part of another: the dimension of each is named.
  const ways = named.map((way) => (named.indexOf(way) === named.lastIndexOf(way) ? way : null));
  const label = isolate(dataset.label);
  const shown = nameShown(page, locale);
  const subject = ways.some((way) => way !== null) ? (shown ?? nameOnly(page, locale)) : null;
  const own = ways.reduce((sentence, way, at) => {
    const { text } = partsOfLabel(locale, cutLabels[at]!);
    const member = isolate(way === "on" ? locale.within(text) : text);
    return way === null ? sentence : fill(explore.sentence[way], { sentence, member });
  }, subject ?? label);
  const title =
    parts.length === 0
      ? own
      : fill(explore.by, { dataset: own, parts: locale.names.list(parts.map((each) => isolate(each))) });
  const side = otherLabel ?? figure.pair?.other ?? null;
  const other = side === null ? [] : [fill(explore.comparedWith, { other: isolate(sayWithin(locale, side)) })];
  const cuts = [
    ...cutLabels.flatMap((each, at) => ((ways[at] ?? null) === null ? [isolate(sayPhrase(locale, each))] : [])),
    ...(sumsYears(page) ? [explore.allYears] : []),
  ];
  const isSubject = subject !== null || shown === null;
  const said = withUnit(
    locale,
    enumerate(locale, [isSubject ? title : fill(explore.shown, { title, figure: shown }), ...cuts, ...other]),
    unitOf(page, { words, fill, names: locale.names }),
  );
  return subject === null ? said : fill(explore.ofDataset, { title: said, dataset: label });
}

/** Name the only sum of a dataset, if its name says something in a sentence; else `null`. */
function nameOnly({ dataset, measures, dimensions }: Exploration, { words }: PageLocale): string | null {
  const [measure] = measures;
  if (!isPlainMeasure(measure!.label)) return isolate(measure!.label);
  const isDirected = dimensions.some(({ role }) => role === "direction");
  return dataset.category === "spending" && !isDirected ? words.drafts.dataset.categories.spending : null;
}

/** Name the only sum of a dataset. */
export function nameSum(page: Exploration, locale: PageLocale): string {
  return nameOnly(page, locale) ?? page.measures[0]!.label;
}

/** Write what amounts are adjusted by, also the currency. */
function unitOf(
  { dataset, adjusting: { unit } }: Exploration,
  { words, fill, names }: Pick<PageLocale, "words" | "fill" | "names">,
): string {
  const isConverted = unit.currency !== null && unit.currency !== dataset.currency;
  return enumerate(
    { words, fill },
    [
      isConverted ? fill(words.explore.inCurrency, { currency: unit.currency! }) : "",
      writeUnit({ words, fill, names }, unit),
    ].filter(Boolean),
  );
}

/** Name the figure that is shown; `null` for the only sum. */
function nameShown({ figure, grid, measures }: Exploration, locale: PageLocale): string | null {
  const { terms } = figure;
  const drawn = terms?.drawn ?? null;
  if (drawn !== null) return isolate(sayFirst(locale, terms!.columns[drawn]!.label));
  if (grid !== null && grid.term.format === "percent") return isolate(sayFirst(locale, grid.term.label));
  return measures.length > 1 ? isolate(figure.measures[0]!.label) : null;
}

/** Return a name for a file with what a title says. */
export function fileName(title: string): string {
  const text = withoutIsolates(title)
    .replaceAll(/[^\p{L}\p{M}\p{N}.-]+/gu, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "");
  return [...text].slice(0, MAX_NAME).join("") || "chart";
}

/** Maximum characters of a file's name, without its ending. */
const MAX_NAME = 100;

/** True if each cell is a sum of several years. */
export function sumsYears({ state, figure, grid, years }: Exploration): boolean {
  const isTimed = [...figure.columns.map(({ reference }) => reference), ...state.cuts.map(({ field }) => field)].some(
    isOfTime,
  );
  return years.length > 1 && !isTimed && grid?.hasRowTotals !== false;
}

/** True for both ways to write a reference to the years of entries. */
export function isYearReference(reference: string): boolean {
  return reference === "time.year" || reference === "year";
}

/** True if a reference is to the time of entries or a part of it. */
export function isOfTime(reference: string): boolean {
  return /^(year|month|time)$|^time\./.test(reference);
}
