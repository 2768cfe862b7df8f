import type { BatchParser } from "#src/sources/ingest/csv/plain-records.js";
import { BrokenRecord, type CsvRecord, listRecords } from "#src/sources/ingest/csv/record-parser.js";

export interface Parsed {
  readonly records: readonly CsvRecord[];
  /** The error that ended the records; `null` if all were read. */
  readonly error: { readonly message: string; readonly before: number } | null;
}

/** Parse a text that arrives in chunks of some sizes; the last chunk is the rest. */
export async function parseWhole(parser: BatchParser, text: string, sizes: Iterable<number> = []): Promise<Parsed> {
  const bytes = Buffer.from(text);
  const records: CsvRecord[] = [];
  const take = (chunk: Buffer): void => {
    for (const batch of parser.write(chunk)) for (const record of listRecords(batch)) records.push(record);
  };
  try {
    let at = 0;
    for (const size of sizes) {
      if (at >= bytes.length) break;
      take(bytes.subarray(at, at + size));
      at += size;
    }
    take(bytes.subarray(at));
    for await (const batch of parser.end()) records.push(...listRecords(batch));
    return { records, error: null };
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return { records, error: { message: error.message, before: error.before } };
  }
}
