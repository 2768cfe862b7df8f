import { BrokenRecord, type CsvRecord, type RecordParser } from "#src/ingest/csv/record-parser.js";

export interface Parsed {
  readonly records: readonly CsvRecord[];
  /** The error that ended the records; `null` if all were read. */
  readonly error: { readonly message: string; readonly before: number } | null;
}

/** Parse a text that arrives in chunks of some sizes; the last chunk is the rest. */
export async function parseWhole(parser: RecordParser, text: string, sizes: Iterable<number> = []): Promise<Parsed> {
  const bytes = Buffer.from(text);
  const records: CsvRecord[] = [];
  const take = (more: readonly CsvRecord[]): void => {
    for (const record of more) records.push(record);
  };
  try {
    let at = 0;
    for (const size of sizes) {
      if (at >= bytes.length) break;
      take(parser.write(bytes.subarray(at, at + size)));
      at += size;
    }
    take(parser.write(bytes.subarray(at)));
    for (let last = await parser.end(); last.length > 0; last = await parser.end()) take(last);
    return { records, error: null };
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return { records, error: { message: error.message, before: error.before } };
  }
}
