import { isValid } from "../base/validity.js";
import type { ColumnarTable } from "./table.js";

/**
 * Collect the years of a table's dates, ascending. Cost: a step for each different date; nothing is decoded, because a list of
 * many datasets asks all of them.
 */
export function collectYears({ dimensions }: Pick<ColumnarTable, "dimensions">): readonly string[] {
  const time = dimensions.find(({ dimension: { kind, name } }) => kind === "date" && name === "time");
  const texts = time?.attributes[time.dimension.attributes.findIndex(({ name }) => name === "year")]?.texts;
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
