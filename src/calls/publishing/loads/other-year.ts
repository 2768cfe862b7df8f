import { errorText } from "../../../core/errors/error-text.js";
import type { Model } from "../../../core/model/cube.js";

/** A year that is not part of a longer number or of a day, such as that of an export. */
const YEARS = /(?<!\d|\d[-_.])(?:19|20)\d\d(?!\d|[-_.](?:0\d|1[0-2])[-_.][0-3]\d)/g;
/** A date of a model: a year, a month or a day. */
const DATE = /^(\d{4})(?:-\d{2}){0,2}$/;

/**
 * Write a warning if the name of a file has a year, and the model dates what it reads in other years: with a date for all
 * rows, or one for each column that becomes rows. Next year's file is read as last year's then.
 * @param file its path or URL, or its name
 */
export function warnOfOtherYear(model: Model, file: string): readonly string[] {
  const dated = listYears(model);
  const name = file.split(/[?#]/)[0]!.split(/[\\/]/).at(-1)!;
  const named = [...new Set(name.match(YEARS))];
  if (dated.length === 0 || named.length === 0 || named.some((year) => dated.includes(year))) return [];
  return [errorText("file_of_other_year", { name, years: named.join(" and "), known: dated.join(", ") })];
}

/** List the years in which a model dates all rows; empty if dates are read from cells or from the headings of columns. */
function listYears({ dimensions, table, layout }: Model): readonly string[] {
  const turned = table?.unpivot ?? null;
  const years = dimensions
    .filter(({ kind }) => kind === "date")
    .flatMap(({ identity: { source } }) => {
      const given = layout?.columns.find(({ name }) => name === source?.column);
      if (given?.kind === "constant") return yearOf(given.value);
      const at = turned?.headings.indexOf(source?.column ?? "") ?? -1;
      if (turned === null || at < 0) return [];
      return [...turned.columns].flatMap(([heading, { texts }]) =>
        yearOf(texts[at] ?? "").filter((year) => !heading.includes(year)),
      );
    });
  return [...new Set(years)].toSorted();
}

function yearOf(text: string): readonly string[] {
  const [, year] = DATE.exec(text) ?? [];
  return year === undefined ? [] : [year];
}
