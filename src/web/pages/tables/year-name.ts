import type { YearPart, YearParts } from "../../../calls/views/pages/months.js";
import { nameWrittenFiscal } from "../../../calls/views/pages/fiscal-years.js";
import type { PageLocale } from "../parts/page-locale.js";
import { sayPhrase } from "../parts/say-phrase.js";
import { namePeriod } from "../charts/time-axis.js";

/** Maximum number of gaps that are named as such; with more, the months that are there are named. */
const MAX_GAPS = 2;

/** Write a year; of one that is there in part only, also its months. */
export function nameYear(locale: PageLocale, year: string, parts: YearParts): string {
  const part = parts.get(year);
  const name = locale.year(year);
  return part ? locale.fill(locale.words.figures.months.ofYear, { year: name, months: namePart(locale, part) }) : name;
}

/** Write the months of a part of a year, as in "April to December without July". */
export function namePart({ dates, words, fill, names }: PageLocale, part: YearPart): string {
  const { months } = words.figures;
  const [first, last] = [part[0]!, part.at(-1)!];
  const name = (from: number, to: number): string =>
    from === to ? dates.monthName(from) : fill(months.range, { from: dates.monthName(from), to: dates.monthName(to) });
  if (part.length === 1) return fill(months.only, { month: name(first, first) });
  const gaps = monthsBetween(first, last).filter((month) => !part.includes(month));
  if (gaps.length === 0) return name(first, last);
  if (gaps.length <= MAX_GAPS) {
    return fill(months.without, {
      months: name(first, last),
      gaps: names.list(gaps.map((gap) => dates.monthName(gap))),
    });
  }
  return names.list(runsOf(part).map((run) => name(run[0]!, run.at(-1)!)));
}

/** Write a period of a column: a month as `2009-04`, a year as the dataset's. */
export function writePeriod(locale: PageLocale, reference: string | undefined): (period: string) => string {
  if (reference === undefined) return namePeriod;
  if (reference.endsWith(".fiscal_year")) return (period) => sayPhrase(locale, nameWrittenFiscal(period));
  return IS_YEAR.test(reference) ? locale.year : namePeriod;
}

const IS_YEAR = /^(?:time\.)?year$/;

/** True if a value is a year of which only some months are there. */
export function isPartOfYear(parts: YearParts | undefined, reference: string, value: string | null): boolean {
  return value !== null && IS_YEAR.test(reference) && (parts?.has(value) ?? false);
}

/** Write the months of parts of years for a drilldown; none if it is not the year. */
export function namePartsOfYears(
  locale: PageLocale,
  parts: YearParts | undefined,
  reference: string | undefined,
): ReadonlyMap<string, string> {
  if (!parts || reference === undefined || !IS_YEAR.test(reference)) return new Map();
  return new Map([...parts].map(([year, part]) => [year, namePart(locale, part)]));
}

function monthsBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Split months into runs of consecutive ones. */
function runsOf(months: readonly number[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const month of months) {
    if (runs.at(-1)?.at(-1) === month - 1) runs.at(-1)!.push(month);
    else runs.push([month]);
  }
  return runs;
}
