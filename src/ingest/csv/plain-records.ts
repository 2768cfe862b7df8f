import type { Dialect } from "./dialect.js";
import { BrokenRecord, createRecordParser, type CsvRecord, type RecordParser } from "./record-parser.js";
import { Tokenizer } from "./tokenizer.js";

/** Bytes of an incomplete record from which another parser goes on: it is broken, or unusually large. */
const MAX_RECORD_BYTES = 2 ** 20;

/**
 * Create a parser that is fast as long as the text is plain, and gives the same records as `createRecordParser`: from the
 * first record on that is not plain, that one goes on.
 * @param columns number of columns in the header
 */
export function createPlainParser(dialect: Dialect, columns: number): RecordParser {
  const tokenizer = new Tokenizer(dialect.delimiter, dialect.quote ?? '"', columns);
  let count = 0;
  let lenient: RecordParser | null = null;
  /** Read the input so far. @returns false if the other parser goes on */
  const read = (isLast: boolean, records: CsvRecord[]): boolean => {
    const stop = tokenizer.read(isLast, records);
    if (stop === "more" && tokenizer.room > MAX_RECORD_BYTES / 2) return true;
    lenient = createRecordParser(dialect, count + records.length);
    return false;
  };
  return {
    write(chunk) {
      if (lenient) return lenient.write(chunk);
      const records: CsvRecord[] = [];
      let isPlain = true;
      let at = 0;
      while (isPlain && at < chunk.length) {
        const end = at + tokenizer.room;
        tokenizer.add(chunk.subarray(at, end));
        at = end;
        isPlain = read(false, records);
      }
      count += records.length;
      return lenient ? goOn(lenient, records, Buffer.concat([tokenizer.rest, chunk.subarray(at)])) : records;
    },
    async end() {
      if (lenient) return lenient.end();
      const records: CsvRecord[] = [];
      read(true, records);
      count += records.length;
      if (!lenient) return records;
      const all = goOn(lenient, records, tokenizer.rest);
      return all.length > 0 ? all : (lenient as RecordParser).end();
    },
  };
}

/** True if a dialect has nothing but delimiters and doubled quotes. */
export function isPlainDialect({ delimiter, quote, escape, comment, trimStart }: Dialect): boolean {
  const mark = quote ?? '"';
  const isMark = (text: string): boolean => /^[\t\x20-\x7e]$/.test(text);
  return isMark(delimiter) && isMark(mark) && delimiter !== mark && (escape ?? mark) === mark && !comment && !trimStart;
}

/** Add the records of the parser that goes on; if it cannot read on, it says so when it is called again. */
function goOn(parser: RecordParser, records: readonly CsvRecord[], rest: Buffer): CsvRecord[] {
  if (records.length === 0) return parser.write(rest);
  try {
    return [...records, ...parser.write(rest)];
  } catch (error) {
    if (error instanceof BrokenRecord) return [...records];
    throw error;
  }
}
