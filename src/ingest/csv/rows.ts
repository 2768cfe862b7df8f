import { BadSource } from "../../errors/errors.js";
import type { Header } from "./header.js";
import type { RecordLines } from "./record-lines.js";
import { createBatchParser } from "./plain-records.js";
import { BrokenRecord, type Records } from "./record-parser.js";

const NO_BYTES = Buffer.alloc(0);

/**
 * Yield the records after the header in batches; read each before the next.
 * @param name of the source in messages
 * @param lines knows the lines of each batch while it is used
 * @throws BadSource with the row from which records cannot be separated any more
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  header: Header,
  name: string,
  lines?: RecordLines,
): AsyncGenerator<Records> {
  const { dialect, cells } = header;
  const parser = createBatchParser(dialect, cells.length);
  let skip = header.records;
  const rows = (records: Records, chunk: Buffer) => {
    const skipped = Math.min(skip, records.length);
    skip -= skipped;
    lines?.advance(chunk, records, skipped);
    return skipped === 0 ? records : records.slice(skipped);
  };
  try {
    for await (const chunk of chunks) {
      let bytes = chunk;
      for (const records of parser.write(chunk)) {
        yield rows(records, bytes);
        bytes = NO_BYTES;
      }
    }
    for await (const records of parser.end()) yield rows(records, NO_BYTES);
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    const row = error.before - header.records + 1;
    throw new BadSource(`Row ${row.toLocaleString("en")} of ${name} cannot be read: ${error.message}`, {
      cause: error,
    });
  }
}
