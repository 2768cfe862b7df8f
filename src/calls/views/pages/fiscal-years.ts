import type { Attribute, Dimension, FiscalYear } from "../../../core/model/cube.js";
import { firstYearOf } from "../../reading/adjust/periods.js";
import { queryBounds } from "../../context.js";
import { readDatasetTime, timeOf } from "../../reading/adjust/read-time.js";
import type { PageScope } from "./page-scope.js";
import { phrase, type SaidPhrase } from "./phrase.js";

const JANUARY = "01-01";

/**
 * Read the fiscal year that the years of a dataset stand for: its dates are years, and these do not begin in January.
 * @returns `null` if years are those of the calendar
 */
export async function readFiscalYear({ context, actor, dataset, signal }: PageScope): Promise<FiscalYear | null> {
  const { starts = JANUARY } = timeOf(dataset.model)?.calendar?.fiscalYear ?? {};
  if (starts === JANUARY) return null;
  const { precision, fiscal } = await readDatasetTime(context, dataset, queryBounds(context, actor, signal));
  return precision === "year" ? fiscal : null;
}

/** Name a year of a dataset by the two years that a fiscal year is in. @param year other texts stay as they are */
export function nameFiscal(fiscal: FiscalYear | null, year: string): SaidPhrase {
  if (fiscal === null || !/^\d{4}$/.test(year)) return year;
  const first = firstYearOf(fiscal, Number(year));
  return phrase("fiscalYear", { first: String(first).padStart(4, "0"), last: String(first + 1).slice(-2) });
}

/** Name a fiscal year that a part of dates writes as "2009/10", as pages name fiscal years. @param text others stay as they are */
export function nameWrittenFiscal(text: string): SaidPhrase {
  const [, first, last] = /^(\d{4})\/(\d{2})$/.exec(text) ?? [];
  return first === undefined ? text : phrase("fiscalYear", { first, last: last! });
}

/** True if values of a part of a dimension are years of a dataset's time. */
export function isYearOfTime({ name }: Dimension, attribute: Attribute | null): boolean {
  return name === "time" && attribute?.name === "year";
}
