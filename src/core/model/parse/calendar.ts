import { errorText } from "../../errors/error-text.js";
import type { Calendar, FiscalYear } from "../cube.js";
import { calendarDate } from "../values/calendar.js";
import { error, filledTextAt, quoted, sectionAt, type Section } from "./section.js";

const NAMED = ["start", "end", "both"] as const;
const PRECISIONS = ["year", "month"] as const;

/** A year that is not a leap year: its days are those of every year. */
const ANY_YEAR = 2009;

/** Read the rules of a date dimension that touch no rows; `undefined` if there are none. */
export function readCalendar(section: Section): Calendar | undefined {
  const fiscalYear = readFiscalYear(section);
  const precision = readPrecision(section);
  return fiscalYear === null && precision === null ? undefined : { fiscalYear, precision };
}

function readFiscalYear(section: Section): FiscalYear | null {
  const written = sectionAt(section, "fiscal_year");
  if (!written) return null;
  const starts = filledTextAt(written, "starts")?.trim() ?? "";
  const [, month = "", day = ""] = /^(\d{2})-(\d{2})$/.exec(starts) ?? [];
  if (typeof calendarDate(ANY_YEAR, Number(month), Number(day)) !== "string") {
    const reason = starts === "" ? "is missing" : `${quoted(starts)} is not a day of every year`;
    error(written, "starts", `${reason}; write month and day, as in "04-01"`);
  }
  const name = filledTextAt(written, "named")?.trim() ?? "start";
  const named = NAMED.find((known) => known === name);
  if (!named) error(written, "named", errorText("not_naming_a_year", { name: quoted(name) }));
  return { starts, named: named ?? "start" };
}

/** Read the precision; that of days is the same as none. */
function readPrecision(section: Section): Calendar["precision"] {
  const text = filledTextAt(section, "precision")?.trim();
  const precision = PRECISIONS.find((known) => known === text);
  if (text !== undefined && text !== "day" && !precision) {
    error(section, "precision", errorText("not_precision", { value: quoted(text) }));
  }
  return precision ?? null;
}
