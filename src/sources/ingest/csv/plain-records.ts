import type { Dialect } from "./dialect.js";
import { createRecordParser, type Leniency, type RecordParser, type Records } from "./record-parser.js";
import { type Stop, Tokenizer } from "./tokenizer.js";

/** Bytes of an incomplete record from which another parser goes on: it is broken, or unusually large. */
const MAX_RECORD_BYTES = 2 ** 20;

/** Splits CSV into batches of records. Before a method throws, every record before the broken one was returned. */
export interface BatchParser {
  /**
   * Yield the records that a chunk completes; read each batch before the next.
   * @throws BrokenRecord if a quoted cell does not end where it should
   */
  write(chunk: Buffer): Generator<Records, void>;
  /**
   * Yield the records that end with the text.
   * @throws BrokenRecord as `write`
   */
  end(): AsyncGenerator<Records, void>;
}

/**
 * Create a parser that is fast as long as the text is plain, and gives the same records as `createRecordParser`: from the
 * first record on that is not plain, that one goes on.
 * @param columns number of columns in the header
 * @param onStrayQuote as of `createRecordParser`
 */
export function createBatchParser(
  dialect: Dialect,
  columns: number,
  onStrayQuote?: Leniency["onStrayQuote"],
): BatchParser {
  const lenient = (before: number): BatchParser =>
    takeEverything(createRecordParser(dialect, { before, width: columns, onStrayQuote }));
  return isPlainDialect(dialect) ? createPlainParser(dialect, columns, lenient) : lenient(0);
}

/** Adapt a parser that takes everything. */
export function takeEverything(parser: RecordParser): BatchParser {
  return {
    *write(chunk) {
      yield parser.write(chunk);
    },
    async *end() {
      for (let last = parser.end(); last.length > 0; last = parser.end()) yield last;
    },
  };
}

function createPlainParser(
  dialect: Dialect,
  columns: number,
  createLenient: (before: number) => BatchParser,
): BatchParser {
  const tokenizer = new Tokenizer(dialect.delimiter, dialect.quote ?? '"', columns);
  let count = 0;
  let lenient: BatchParser | null = null;
  /** Yield the records of the input so far. @returns false if the other parser goes on */
  function* read(isLast: boolean): Generator<Records, boolean> {
    let stop: Stop;
    do {
      const records = tokenizer.read(isLast);
      stop = tokenizer.stop;
      count += records.length;
      yield records;
    } while (stop === "full");
    tokenizer.dropRead();
    if (stop === "more" && tokenizer.room > MAX_RECORD_BYTES / 2) return true;
    lenient = createLenient(count);
    return false;
  }
  return {
    *write(chunk) {
      let at = 0;
      while (!lenient && at < chunk.length) {
        const end = at + tokenizer.room;
        tokenizer.add(chunk.subarray(at, end));
        at = end;
        if (!(yield* read(false))) return yield* lenient!.write(Buffer.concat([tokenizer.rest, chunk.subarray(at)]));
      }
      if (lenient) yield* (lenient as BatchParser).write(chunk);
    },
    async *end() {
      if (!lenient) {
        yield* read(true);
        if (lenient) yield* (lenient as BatchParser).write(tokenizer.rest);
      }
      if (lenient) yield* (lenient as BatchParser).end();
    },
  };
}

/** True if a dialect has nothing but delimiters and doubled quotes. */
export function isPlainDialect({ delimiter, quote, escape, comment, trimStart }: Dialect): boolean {
  const mark = quote ?? '"';
  const isMark = (text: string): boolean => /^[\t\x20-\x7e]$/.test(text);
  return isMark(delimiter) && isMark(mark) && delimiter !== mark && (escape ?? mark) === mark && !comment && !trimStart;
}
