import type { Attribute, Calendar, Dimension, FiscalYear } from "./cube.js";
import { weekYear } from "./values/dates.js";
import type { Value } from "./values/value.js";

/** Attributes of a date that have no value for dates of a precision. */
const UNKNOWN: Readonly<Record<"year" | "month", readonly string[]>> = {
  year: ["quarter", "month", "week", "weekyear", "day", "yearmonth", "fiscal_quarter"],
  month: ["week", "weekyear", "day"],
};

/** Computes an attribute of a member from its name; `null` is the missing value. */
export type ComputeAttribute = (name: string) => string | null;

/** True if an attribute of a date is computed from it and not stored. */
export function isComputed({ calendar, unlisted }: Dimension, attribute: Attribute): boolean {
  if (unlisted?.some(({ name }) => name === attribute.name)) return true;
  return calendar !== undefined && computedBy(calendar, attribute.name) !== null;
}

/** Calendar of dates without rules. */
export const PLAIN_CALENDAR: Calendar = { fiscalYear: null, precision: null };

/**
 * Return how the rules of a calendar compute an attribute of dates; `null` if they leave it as it is stored.
 * Dates of whole years stand for the fiscal years of the same name.
 */
export function computedBy({ fiscalYear, precision }: Calendar, attribute: string): ComputeAttribute | null {
  if (precision !== null && UNKNOWN[precision].includes(attribute)) return () => null;
  if (attribute === "weekyear") return weekYear;
  if (fiscalYear === null) return null;
  if (attribute === "fiscal_year") {
    return precision === "year"
      ? (name) => nameFiscalYear({ ...fiscalYear, named: fiscalYear.named === "both" ? "both" : "start" }, yearOf(name))
      : (name) => nameFiscalYear(fiscalYear, firstYear(fiscalYear, name));
  }
  return attribute === "fiscal_quarter" ? (name) => quarterOf(fiscalYear, name) : null;
}

/** Return how an attribute of a dimension follows from the names of its members; `null` if it does not. */
export function computeFromName({ kind, calendar }: Dimension, { name, labels }: Attribute): ComputeAttribute | null {
  if (labels) return (member) => labels.get(member) ?? null;
  return kind === "date" ? computedBy(calendar ?? PLAIN_CALENDAR, name) : null;
}

/** Read an attribute from the values of a member, also an unlisted one, which they leave out. */
export function readAttribute(values: readonly Value[], dimension: Dimension, attribute: Attribute): Value {
  const { index } = attribute;
  if (index < dimension.attributes.length) return values[index] ?? null;
  const name = values[dimension.identity.index] ?? null;
  return name === null ? null : (computeFromName(dimension, attribute)?.(String(name)) ?? null);
}

/** Attributes of dates that follow from others, whatever the calendar's rules. */
const FOLLOWING: ReadonlyMap<string, readonly string[]> = new Map([
  ["yearmonth", ["year", "quarter", "month"]],
  ["month", ["quarter"]],
]);

/** True if an attribute of dates follows from another one, so that each of its values has one of the other. */
export function fixesPart({ kind, identity, calendar }: Dimension, whole: string, part: string): boolean {
  if (kind !== "date" || whole === part) return false;
  if (whole === identity.name || whole === "label") return true;
  if (FOLLOWING.get(whole)?.includes(part)) return true;
  const { fiscalYear = null, precision = null } = calendar ?? {};
  const isFiscal = part.startsWith("fiscal_");
  if (precision === "year") return [whole, part].every((name) => name === "year" || name === "fiscal_year");
  // The months of such fiscal years are those of the calendar.
  return whole === "yearmonth" && isFiscal && fiscalYear !== null && fiscalYear.starts.endsWith("-01");
}

function yearOf(name: string): number {
  return Number(name.slice(0, 4));
}

/** Return the calendar year in which the fiscal year of a date begins. */
function firstYear({ starts }: FiscalYear, name: string): number {
  return name.slice(5) >= starts ? yearOf(name) : yearOf(name) - 1;
}

/** Name a fiscal year. @param first calendar year of its first day */
export function nameFiscalYear({ starts, named }: FiscalYear, first: number): string {
  const digits = (year: number): string => String(year).padStart(4, "0");
  // Such a year ends in the year in which it begins.
  if (named === "start" || starts === "01-01") return digits(first);
  return named === "end" ? digits(first + 1) : `${digits(first)}/${digits(first + 1).slice(-2)}`;
}

function quarterOf({ starts }: FiscalYear, name: string): string {
  const [month, day] = [Number(starts.slice(0, 2)), starts.slice(3)];
  const months = Number(name.slice(5, 7)) - month - (name.slice(8) < day ? 1 : 0);
  return String(Math.floor(((months + 12) % 12) / 3) + 1);
}
