import { CsvError, Parser } from "csv-parse";
import { csvOptions, type Dialect, MAX_ROW_CELLS } from "./dialect.js";

/** Cells of a record, as text. */
export type CsvRecord = readonly string[];

/** Records of a batch; some are valid only until the parser reads on. */
export interface Records {
  readonly length: number;
  at(record: number): CsvRecord | undefined;
  /** Return the records from one on. */
  slice(from: number): Records;
}

/** Return records that stay valid. */
export function listRecords(records: Records): readonly CsvRecord[] {
  return Array.from({ length: records.length }, (_, at) => records.at(at)!);
}

/** A record after which records cannot be separated any more. */
export class BrokenRecord extends Error {
  /** Number of records before the broken one. */
  readonly before: number;

  constructor(reason: string, before: number) {
    super(reason);
    this.name = "BrokenRecord";
    this.before = before;
  }
}

/** Splits CSV into records, chunk by chunk. Before a method throws, every record before the broken one was returned. */
export interface RecordParser {
  /**
   * @returns the records that this chunk completes
   * @throws BrokenRecord if a quoted cell does not end where it should
   */
  write(chunk: Buffer): CsvRecord[];
  /**
   * @returns the last record, if the text does not end with a line end
   * @throws BrokenRecord as `write`
   */
  end(): Promise<CsvRecord[]>;
}

const NOT_CLOSED = "a quote is opened but not closed; close it, or double a quote that is part of the text";

/**
 * Create a parser that takes everything that can be understood.
 * @param before number of records that were read before
 */
export function createRecordParser(dialect: Dialect, before = 0): RecordParser {
  const parser = new Parser(csvOptions(dialect));
  let records: CsvRecord[] = [];
  let count = before;
  let broken: Error | null = null;
  // Collect records directly; the stream's queue would only add cost.
  parser.push = (record: CsvRecord | null) => {
    if (record === null || broken) return true;
    records.push(record);
    count++;
    return true;
  };
  parser.on("error", () => {});
  const { state, api } = parser as unknown as ParserInternals;
  acceptAnyLength(state, api);
  onRelaxedQuote(state, (text) => {
    if (/[\r\n]/.test(text)) broken ??= new BrokenRecord(NOT_CLOSED, count);
  });
  const take = () => {
    if (parser.errored) broken ??= reasonOf(parser.errored, count);
    if (state.record.length > MAX_ROW_CELLS) broken ??= new BrokenRecord("it has more than 100,000 cells", count);
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
 * Accept records of any length. The parser compares each with the expected length, and its option that accepts others,
 * `relax_column_count`, builds an error for each: 24 µs for an empty line.
 */
function acceptAnyLength(state: ParserInternals["state"], api: ParserInternals["api"]): void {
  const finish = api.__onRecord;
  api.__onRecord = function finishRecord(push) {
    state.expectedRecordLength = state.record.length;
    return finish.call(this, push);
  };
}

/**
 * Report when text follows the closing quote of a cell, with the cell's content up to there. If the content is on one
 * line, the quote is part of the text. If it spans lines, a quote was left open and another cell's quote closed it,
 * which would turn the rows in between into one cell. Only the parser's internal buffer shows this: the parser calls
 * `prepend` to put the opening quote back.
 */
function onRelaxedQuote({ field }: ParserInternals["state"], listen: (text: string) => void): void {
  const prepend = field.prepend.bind(field);
  field.prepend = (quote) => {
    listen(field.toString("utf8"));
    prepend(quote);
  };
}

/** The parser's state of an incomplete record, and its step at the end of one. The package's types lack them, so tests check them. */
interface ParserInternals {
  readonly state: {
    readonly record: readonly string[];
    expectedRecordLength: number;
    readonly field: { prepend(quote: Buffer): void; toString(encoding: string): string };
  };
  readonly api: { __onRecord(push: unknown): unknown };
}
