import { BadSource } from "../../errors/errors.js";
import type { Header } from "./header.js";
import type { RecordLines } from "./record-lines.js";
import { createPlainParser, isPlainDialect } from "./plain-records.js";
import { BrokenRecord, createRecordParser, type CsvRecord } from "./record-parser.js";

const NO_BYTES = Buffer.alloc(0);

/**
 * Yield the records after the header, in one batch per chunk.
 * @param name of the source in messages
 * @param lines knows the lines of each batch while it is used
 * @throws BadSource with the row from which records cannot be separated any more
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  header: Header,
  name: string,
  lines?: RecordLines,
): AsyncGenerator<readonly CsvRecord[]> {
  const { dialect, cells } = header;
  const parser = isPlainDialect(dialect) ? createPlainParser(dialect, cells.length) : createRecordParser(dialect);
  let skip = header.records;
  const rows = (records: CsvRecord[], chunk: Buffer) => {
    const skipped = Math.min(skip, records.length);
    skip -= skipped;
    lines?.advance(chunk, records, skipped);
    return skipped === 0 ? records : records.slice(skipped);
  };
  try {
    for await (const chunk of chunks) yield rows(parser.write(chunk), chunk);
    for (let last = await parser.end(); last.length > 0; last = await parser.end()) yield rows(last, NO_BYTES);
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    const row = error.before - header.records + 1;
    throw new BadSource(`Row ${row.toLocaleString("en")} of ${name} cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}
