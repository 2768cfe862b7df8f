import type { YearParts } from "../../../calls/views/pages/partial-years.js";
import type { PageReader } from "../parts/reader.js";

/** Write a year; of one that is there in part only, also its months. */
export function nameYear({ dates }: PageReader, year: string, parts: YearParts): string {
  const part = parts.get(year);
  if (!part) return year;
  const [first, last] = [part.first, part.last].map((month) => dates.monthName(month)) as [string, string];
  return first === last ? `${year} (${first} only)` : `${year} (${first} to ${last})`;
}
