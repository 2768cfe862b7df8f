import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { Header } from "./header.js";
import { countFeeds } from "./record-lines.js";
import { createBatchParser } from "./plain-records.js";
import { BrokenRecord, type Records } from "./record-parser.js";

/** Records that were read at once. */
export interface RecordBatch {
  readonly records: Records;
  /** Number of records at the begin that are not rows: the header, and what is before it. */
  readonly skipped: number;
  /** Line feeds of the bytes that complete the records. */
  readonly feeds: number;
  /** Numbers of the rows in which a single quote was read as part of the text; 1 is the first row of the source. */
  readonly strayQuotes: readonly number[];
}

/**
 * Yield the records of a source in batches; read each before the next.
 * @param name of the source in messages
 * @throws BadSource with the row from which records cannot be separated any more
 */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  header: Header,
  name: string,
): AsyncGenerator<RecordBatch> {
  const { dialect, cells } = header;
  let strays: number[] = [];
  const parser = createBatchParser(dialect, cells.length, (record) => strays.push(record));
  let skip = header.records;
  const toBatch = (records: Records, feeds: number): RecordBatch => {
    const skipped = Math.min(skip, records.length);
    skip -= skipped;
    const strayQuotes = strays
      .filter((record) => record >= header.records)
      .map((record) => record - header.records + 1);
    strays = [];
    return { records, skipped, feeds, strayQuotes };
  };
  try {
    for await (const chunk of chunks) {
      let feeds = countFeeds(chunk);
      for (const records of parser.write(chunk)) {
        yield toBatch(records, feeds);
        feeds = 0;
      }
    }
    for await (const records of parser.end()) yield toBatch(records, 0);
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    const row = error.before - header.records + 1;
    throw new BadSource(
      errorText("row_cannot_be_read", { count: row.toLocaleString("en"), name, reason: error.message }),
      {
        cause: error,
      },
    );
  }
}

/** Return the records of a batch that are rows. */
export function rowsOfBatch({ records, skipped }: RecordBatch): Records {
  return skipped === 0 ? records : records.slice(skipped);
}
