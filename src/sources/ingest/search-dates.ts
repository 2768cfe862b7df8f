import { isBlank } from "./csv/blank.js";
import { isBlankRow } from "./cast/cast-row.js";
import type { DateVerdicts } from "./cast/date-columns.js";
import { DateEvidence } from "./cast/date-evidence.js";
import { type BoundColumns, bindColumns, namedSources } from "./csv/columns.js";
import { type CsvRecord, listRecords } from "./csv/record-parser.js";
import type { Model } from "../../core/model/cube.js";
import { rowsOfBatch } from "./csv/rows.js";
import { NotUtf8 } from "./decode/utf8.js";
import { throttled } from "./progress.js";
import { requestReading, type SourceReading } from "./request-reading.js";
import { startReading } from "./start-reading.js";
import type { FileTotals } from "./totals/totals-search.js";

/**
 * Search a source for how its dates are written, in the columns for which the model gives no format.
 * @param totals rows that are left out; `null` for none
 * @throws NotUtf8, BadSource
 */
export async function searchDates(reading: SourceReading, totals: FileTotals | null): Promise<DateVerdicts> {
  const { model, source, signal } = reading;
  const search = new DateSearch(model);
  const sums = new Set(totals?.totals.map((total) => total.row));
  const onProgress = reading.onProgress && throttled(reading.onProgress);
  const { header, batches, bytesRead, close } = await startReading(requestReading(reading));
  let row = 0;
  const progress = () => ({ rows: row, bytesRead: bytesRead(), bytesTotal: source.size });
  try {
    const take = search.plan(bindColumns(model, header));
    for await (const batch of batches) {
      signal?.throwIfAborted();
      for (const record of listRecords(rowsOfBatch(batch))) if (!sums.has(++row)) take(record, row);
      onProgress?.(progress());
    }
    reading.onProgress?.(progress());
    return search.verdicts();
  } catch (error) {
    throw error instanceof NotUtf8 ? error.inRow(row + 1) : error;
  } finally {
    await close();
  }
}

/** Gathers how the dates of records are written, in the columns for which the model gives no format. */
export class DateSearch {
  readonly #evidence = new Map<string, DateEvidence>();

  constructor(model: Model) {
    for (const { source } of namedSources(model)) {
      const { datatype, format, column } = source;
      if (datatype === "date" && format === null && column !== null) this.#evidence.set(column, new DateEvidence());
    }
  }

  /** Plan how the records of a file are taken, each with the number of its row. */
  plan({ positions, header, make, tidy, mending }: BoundColumns): (record: CsvRecord, row: number) => void {
    const columns = [...this.#evidence].map(([column, each]) => [positions.get(column)!, each] as const);
    return (found, row) => {
      if (isBlankRow(found) || mending.isHeader(found)) return;
      const record = mending.mend(found);
      if ((tidy?.ruleFor(record) ?? -1) >= 0) return;
      for (const part of tidy?.rowsOf(tidy.fill(record)) ?? [record]) {
        // Cells of a row with a cell too many may be in the wrong columns.
        if (part.length > header.length) continue;
        const cells = make === null ? part : make(part, row);
        for (const [position, each] of columns) {
          const cell = cells[position] ?? "";
          if (!isBlank(cell)) each.take(cell, row);
        }
      }
    };
  }

  verdicts(): DateVerdicts {
    return new Map(
      [...this.#evidence].flatMap(([column, each]) => {
        const verdict = each.decide();
        return verdict === null ? [] : [[column, verdict] as const];
      }),
    );
  }
}
