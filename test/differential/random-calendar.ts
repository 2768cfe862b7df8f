import fc from "fast-check";
import { findReference } from "#src/core/model/references.js";
import type { Model } from "#src/core/model/cube.js";

/** Keys of a date dimension with the rules of a calendar, or without any. */
export const randomCalendar: fc.Arbitrary<object> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      precision: fc.constantFrom("year", "month", "day"),
      fiscal_year: fc.record({
        starts: fc.constantFrom("01-01", "04-01", "04-06", "06-30", "10-01", "12-31"),
        named: fc.constantFrom("start", "end", "both"),
      }),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
);

const YEARS = ["2009", "2010", "2010.0", "02011"];

/** Values of a date or of its parts, as people write them. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  name: ["2009", "2010", "2010-01", "2010-01-01", "2009-12-31", "2011-06", "1 Jan 2010"],
  year: YEARS,
  weekyear: YEARS,
  fiscal_year: YEARS,
  quarter: ["1", "2", "04", "4.0"],
  fiscal_quarter: ["1", "3", "04"],
  month: ["1", "06", "12", "6.0"],
  week: ["1", "26", "53"],
  day: ["1", "01", "31"],
  yearmonth: ["201001", "2010-06", "2009", "200912.0"],
};

/** Return values that a request may name of a part of a calendar; `null` for other fields, which may have any text. */
export function calendarValue(model: Model, field: string): fc.Arbitrary<string> | null {
  if (field === "year") return fc.constantFrom(...YEARS);
  const found = findReference(model, field);
  if (found?.dimension.kind !== "date") return null;
  const { name } = found.attribute ?? found.dimension.identity;
  const written = WRITTEN[name];
  return written ? fc.constantFrom(...written) : null;
}

/** Return a written value as entries have it, or the beginning of that. */
export function asStored(attribute: string, written: string): string {
  if (written === "1 Jan 2010") return "2010-01-01";
  if (attribute === "name" || attribute === "label") return written;
  const digits = written.replace("-", "").replace(/\.0$/, "");
  if (attribute === "yearmonth") return digits;
  const width = attribute.endsWith("year") ? 4 : attribute.endsWith("quarter") ? 1 : 2;
  return String(Number(digits)).padStart(width, "0");
}
