import { errorText } from "../../../core/errors/error-text.js";
import { StringDecoder } from "node:string_decoder";
import { type Dialect, MAX_RECORD, MAX_ROW_CELLS } from "./dialect.js";
import { planSplitting, type Split } from "./split-record.js";

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
  end(): CsvRecord[];
}

/** How records are read in which a quote stands where it should not. */
export interface Leniency {
  /** Number of records that were read before. */
  readonly before?: number;
  /** Number of cells of most records; 0 if it is not known. A reading of a record with so many is right. */
  readonly width?: number;
  /** Called for each record in which a quote that is not closed was read as part of the text, with its number; 0 is the first. */
  readonly onStrayQuote?: ((record: number) => void) | undefined;
}

const NOT_CLOSED = errorText("quote_left_open");

/** Create a parser that takes everything that can be understood. */
export function createRecordParser(
  dialect: Dialect,
  { before = 0, width = 0, onStrayQuote }: Leniency = {},
): RecordParser {
  const splitInner = planSplitting(dialect, true);
  const splitOuter = planSplitting(dialect, false);
  const { comment } = dialect;
  const decoder = new StringDecoder("utf8");
  let text = "";
  let count = before;
  let broken: BrokenRecord | null = null;
  /** Characters from which an incomplete record is tried again. */
  let tryAt = 0;

  /** @returns `null` if the record is broken, or does not end in the text */
  const settle = (split: Split, from: number, isAll: boolean): Split | null => {
    if (split.cells.length > MAX_ROW_CELLS) return fail("it has more than 100,000 cells");
    if (!split.isStray) return split;
    if (split.cells.length === width && !split.isWrong) return split;
    const outer = splitOuter(text, from, isAll);
    if (outer === null || !split.isOpen) return outer;
    if (outer.cells.length !== width) return fail(NOT_CLOSED);
    onStrayQuote?.(count);
    return outer;
  };
  const fail = (reason: string): null => {
    broken = new BrokenRecord(reason, count);
    return null;
  };
  const read = (isAll: boolean): CsvRecord[] => {
    const records: CsvRecord[] = [];
    let at = 0;
    while (at < text.length) {
      if (comment && text.startsWith(comment, at)) {
        const end = text.indexOf("\n", at);
        if (end < 0 && !isAll) break;
        at = end < 0 ? text.length : end + 1;
        continue;
      }
      const isTooLong = text.length - at > MAX_RECORD;
      const isDecided = isAll || isTooLong;
      const split = splitInner(text, at, isDecided);
      if (split === null) break;
      const isCut = isTooLong && !isAll && split.end >= text.length;
      const settled = isCut && !split.isOpen ? fail(TOO_LONG) : settle(split, at, isDecided);
      if (settled === null && isTooLong && split.isOpen) fail(TOO_LONG);
      if (settled === null) break;
      records.push(settled.cells);
      count++;
      at = settled.end;
    }
    text = text.slice(at);
    tryAt = text.length < MANY ? 0 : text.length * 2;
    if (broken && records.length === 0) throw broken as BrokenRecord;
    return records;
  };
  return {
    write(chunk) {
      if (broken) throw broken;
      text += decoder.write(chunk);
      // A record that spans many chunks is not tried at each of them.
      return text.length < tryAt && text.length <= MAX_RECORD ? [] : read(false);
    },
    end() {
      if (broken) throw broken;
      text += decoder.end();
      return read(true);
    },
  };
}

/** Characters of an incomplete record that is not tried at each chunk. */
const MANY = 2 ** 16;

const TOO_LONG = `it is longer than 16 MiB: probably ${NOT_CLOSED}`;
