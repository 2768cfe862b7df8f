import type { Model } from "../../core/model/cube.js";
import { type BoundColumns, bindColumns } from "./csv/columns.js";
import { RecordLines } from "./csv/record-lines.js";
import { rowsOfBatch } from "./csv/rows.js";
import { positionsInFile } from "./csv/tidy.js";
import { NotUtf8 } from "./decode/utf8.js";
import { requestReading, type SourceReading } from "./request-reading.js";
import { startReading } from "./start-reading.js";
import { type SearchedColumn, type FileTotals, TotalsSearch } from "./totals/totals-search.js";

/**
 * Search a source for rows that are sums of others, in the columns that the model's measures are read from.
 * @throws NotUtf8, BadSource
 */
export async function searchTotals(reading: SourceReading): Promise<FileTotals> {
  const { model, signal } = reading;
  const { header, batches, close } = await startReading(requestReading(reading));
  let row = 0;
  try {
    const columns = amountColumns(model, bindColumns(model, header), header.cells);
    const search = new TotalsSearch(header.cells, columns, model.table);
    const lines = new RecordLines();
    const countsLines = !model.layout?.comment;
    for await (const batch of batches) {
      signal?.throwIfAborted();
      lines.advance(batch.feeds, batch.records, batch.skipped);
      const records = rowsOfBatch(batch);
      for (let at = 0; at < records.length; at++) {
        search.take(records.at(at)!, ++row, countsLines ? lines.lineOf(at) : null);
      }
    }
    return search.finish();
  } catch (error) {
    throw error instanceof NotUtf8 ? error.inRow(row + 1) : error;
  } finally {
    await close();
  }
}

/** True if the rules of a model leave out the rows that are sums of others. */
export function leavesOutSums({ table }: Model): boolean {
  return table?.leaveOut.some((rule) => "sums" in rule) ?? false;
}

/** Return the columns of the file that the measures are read from. */
function amountColumns(model: Model, bound: BoundColumns, file: readonly string[]): readonly SearchedColumn[] {
  const found = new Map<number, SearchedColumn>();
  for (const { source } of model.measures) {
    for (const at of filePositions(bound, source.column)) {
      found.set(at, { at, heading: file[at] ?? "", numbers: source.numbers });
    }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

function filePositions(
  { positions, header, derivedFrom, tidy }: BoundColumns,
  column: string | null,
): readonly number[] {
  const position = column === null ? undefined : positions.get(column);
  if (position === undefined) return [];
  const own = position < header.length ? [position] : (derivedFrom[position - header.length] ?? []);
  return tidy ? own.flatMap((at) => positionsInFile(tidy, at)) : own;
}
