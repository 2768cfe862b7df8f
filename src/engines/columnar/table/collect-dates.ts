import type { DaySpan } from "../../../core/engine/day-span.js";
import { isValid } from "../base/validity.js";
import type { StoredTexts } from "./values.js";
import type { ColumnarTable } from "./table.js";

type Dimensions = Pick<ColumnarTable, "dimensions">;

/**
 * Collect the years of a table's dates, ascending. Cost: a step for each different date; nothing is decoded, because a list of
 * many datasets asks all of them.
 */
export function collectYears({ dimensions }: Dimensions): readonly string[] {
  const texts = textsOfTime(dimensions, "year");
  if (!texts) return [];
  const { offsets, validity, bytes } = texts;
  const found = new Set<number>();
  for (let member = 0; member + 1 < offsets.length; member++) {
    if (!isValid(validity, member)) continue;
    let year = 0;
    for (let at = offsets[member]!; at < offsets[member + 1]!; at++) year = year * 10 + bytes[at]! - 0x30;
    found.add(year);
  }
  return [...found].toSorted((a, b) => a - b).map((year) => String(year).padStart(4, "0"));
}

/** Bytes of `YYYY-MM-DD`, and what 1 January and the first day of a month end in. */
const [DAY_BYTES, NEW_YEAR, FIRST_DAY] = [10, "-01-01", "-01"];

/** Find the first and the last of a table's days, and how precise they are; `null` without any. Cost: as that of its years. */
export function collectDays({ dimensions }: Dimensions): DaySpan | null {
  const texts = textsOfTime(dimensions, "name");
  if (!texts) return null;
  const { offsets, validity, bytes } = texts;
  let [first, last] = ["", ""];
  let [areYears, areMonths] = [true, true];
  for (let member = 0; member + 1 < offsets.length; member++) {
    if (!isValid(validity, member)) continue;
    const [start, end] = [offsets[member]!, offsets[member + 1]!];
    // Other texts are not ordered as days are.
    if (end - start !== DAY_BYTES) return null;
    const day = String.fromCharCode(...bytes.subarray(start, end));
    if (first === "" || day < first) first = day;
    if (day > last) last = day;
    areYears &&= day.endsWith(NEW_YEAR);
    areMonths &&= day.endsWith(FIRST_DAY);
  }
  if (first === "") return null;
  return { first, last, precision: areYears ? "year" : areMonths ? "month" : "day" };
}

/** Return the texts of an attribute of the dates; absent where there are none. */
function textsOfTime(dimensions: Dimensions["dimensions"], attribute: string): StoredTexts | null | undefined {
  const time = dimensions.find(({ dimension: { kind, name } }) => kind === "date" && name === "time");
  return time?.attributes[time.dimension.attributes.findIndex(({ name }) => name === attribute)]?.texts;
}
