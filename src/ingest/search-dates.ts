import { isBlank } from "./csv/blank.js";
import { isBlankRow } from "./cast/cast-row.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import { DateEvidence } from "./cast/date-evidence.js";
import { namedSources } from "./csv/columns.js";
import { listRecords } from "./csv/record-parser.js";
import { readBatches, type SourceReading } from "./read-batches.js";

/**
 * Search a source for how its dates are written, in the columns for which the model gives no format.
 * @throws NotUtf8, BadSource
 */
export async function searchDates(reading: SourceReading): Promise<DateVerdicts> {
  const evidence = new Map<string, DateEvidence>();
  for (const { source } of namedSources(reading.model)) {
    const { datatype, format, column } = source;
    if (datatype === "date" && format === null && column !== null) evidence.set(column, new DateEvidence());
  }
  const count = { rowsRead: 0 };
  await readBatches(reading, count, ({ positions, header, make, tidy }) => {
    const columns = [...evidence].map(([column, each]) => [positions.get(column)!, each] as const);
    return (records) => {
      for (const record of listRecords(records)) {
        const row = ++count.rowsRead;
        if (isBlankRow(record) || (tidy?.ruleFor(record) ?? -1) >= 0) continue;
        for (const part of tidy?.rowsOf(record) ?? [record]) {
          // Cells of a row with a cell too many may be in the wrong columns.
          if (part.length > header.length) continue;
          const cells = make === null ? part : make(part, row);
          for (const [position, each] of columns) {
            const cell = cells[position] ?? "";
            if (!isBlank(cell)) each.take(cell, row);
          }
        }
      }
    };
  });
  return new Map(
    [...evidence].flatMap(([column, each]) => {
      const verdict = each.decide();
      return verdict === null ? [] : [[column, verdict] as const];
    }),
  );
}
