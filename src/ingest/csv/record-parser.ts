import { CsvError, Parser } from "csv-parse";
import { csvOptions, type Dialect, MAX_CELLS } from "./dialect.js";

/** The cells of a record, as text. */
export type CsvRecord = readonly string[];

/** Why the records after a place cannot be told apart. */
export class BrokenRecord extends Error {
  /** Number of records before the broken one. */
  readonly before: number;

  constructor(reason: string, before: number) {
    super(reason);
    this.name = "BrokenRecord";
    this.before = before;
  }
}

/** Takes CSV apart, chunk by chunk. A method that throws has first returned every record before the broken one. */
export interface RecordParser {
  /**
   * @returns the records that are complete with this chunk
   * @throws BrokenRecord when a quoted cell does not end where it should
   */
  write(chunk: Buffer): CsvRecord[];
  /**
   * @returns the last record, where the text does not end with a line end
   * @throws BrokenRecord as `write`
   */
  end(): Promise<CsvRecord[]>;
}

const NOT_CLOSED = "a quote is opened that is not closed; close it, or double a quote that is part of the text";

export function createRecordParser(dialect: Dialect): RecordParser {
  const parser = new Parser(csvOptions(dialect));
  let records: CsvRecord[] = [];
  let count = 0;
  let broken: Error | null = null;
  // Records are taken where they arise: a stream's queue would only be between.
  parser.push = (record: CsvRecord | null) => {
    if (record === null || broken) return true;
    records.push(record);
    count++;
    return true;
  };
  parser.on("error", () => {});
  const { state } = parser as unknown as ParserState;
  onRelaxedQuote(state, (text) => {
    if (/[\r\n]/.test(text)) broken ??= new BrokenRecord(NOT_CLOSED, count);
  });
  const take = () => {
    if (parser.errored) broken ??= reasonOf(parser.errored, count);
    if (state.record.length > MAX_CELLS) broken ??= new BrokenRecord("it has more than 100,000 cells", count);
    if (broken && records.length === 0) throw broken;
    const taken = records;
    records = [];
    return taken;
  };
  return {
    write(chunk) {
      if (!broken) parser.write(chunk);
      return take();
    },
    async end() {
      if (!broken && !parser.writableEnded) await new Promise((resolve) => parser.end(resolve));
      return take();
    },
  };
}

function reasonOf(error: Error, before: number): Error {
  if (!(error instanceof CsvError)) return error;
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return new BrokenRecord(NOT_CLOSED, before);
  if (error.code !== "CSV_MAX_RECORD_SIZE") return error;
  return new BrokenRecord(`it is longer than 16 MiB: probably ${NOT_CLOSED}`, before);
}

/**
 * Be told when text follows the closing quote of a cell, with what the cell held before it. On one line that is a
 * quote within text; over several, another cell's quote has closed one that was left open, and whole rows in between
 * would become one cell. Only the parser's own buffer knows: `prepend` gives the cell its first quote back.
 */
function onRelaxedQuote({ field }: ParserState["state"], listen: (text: string) => void): void {
  const prepend = field.prepend.bind(field);
  field.prepend = (quote) => {
    listen(field.toString("utf8"));
    prepend(quote);
  };
}

/** What the parser has of a record that is not complete. Not in its types, so tests hold it to this. */
interface ParserState {
  readonly state: {
    readonly record: readonly string[];
    readonly field: { prepend(quote: Buffer): void; toString(encoding: string): string };
  };
}
