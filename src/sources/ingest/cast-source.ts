import { errorText } from "../../core/errors/error-text.js";
import type { RowBatch } from "../../core/engine/row-batch.js";
import type { SourceRow } from "../../core/engine/source-row.js";
import type { Model } from "../../core/model/cube.js";
import { isBlankRow, planRow } from "./cast/cast-row.js";
import type { CellError } from "./cast/cell-error.js";
import { ofStored } from "./cast/stored-numbers.js";
import { CodedRows } from "./cast/coded-rows.js";
import { CurrencyMixture } from "./cast/currency-mixture.js";
import { DateColumns, type DateVerdicts } from "./cast/date-columns.js";
import type { RowColumns } from "./cast/row-columns.js";
import { columnFormats, type FormatOf } from "./tables/column-formats.js";
import { CodedRecords } from "./csv/coded-records.js";
import { type BoundColumns, bindColumns } from "./csv/columns.js";
import type { Header } from "./csv/header.js";
import { RecordLines } from "./csv/record-lines.js";
import { ComposedNames } from "./composed-names.js";
import type { CsvRecord, Records } from "./csv/record-parser.js";
import { type RecordBatch, rowsOfBatch } from "./csv/rows.js";
import { NotUtf8 } from "./decode/utf8.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import type { SourceFile } from "./fetch/source.js";
import { EmptyAmounts } from "./empty-amounts.js";
import { LeftOutTally } from "./left-out-tally.js";
import { countFilled, OddRows, otherDelimiterError } from "./odd-rows.js";
import { NumberDoubts, type SaidDoubts } from "./number-doubts.js";
import { warnOfTables } from "./explain-tables.js";
import { requestReading, requestedSheetsOf } from "./request-reading.js";
import { SlowRows } from "./slow-rows.js";
import { startReading } from "./start-reading.js";

/** A request to read the rows of a source. */
export interface CastRequest {
  readonly model: Model;
  readonly source: SourceFile;
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  /** The encoding to use if it is known: from an earlier pass, or because the source is not UTF-8. */
  readonly fallback: string | null;
  /** Verdicts on dates without a format; `null` if the source has not been searched for them. */
  readonly dates: DateVerdicts | null;
  /** True to return the good rows behind a bad one. */
  readonly keepsWriting: boolean;
  /** Numbers of the records that are sums of others and left out; `null` for none. */
  readonly sums: readonly number[] | null;
}

/** Rows that were read at once, and what became of their records. */
export interface CastBatch {
  /** The good rows. */
  readonly rows: RowBatch;
  readonly rowsRead: number;
  readonly rowsBlank: number;
  readonly rejected: readonly RejectedRow[];
  /** Return the line of a row of the batch, by its number in the source; `undefined` if lines cannot be counted. */
  lineOf(row: number): number | undefined;
}

export interface RejectedRow {
  readonly errors: readonly CellError[];
  readonly line: number | undefined;
}

/** Facts about a source that are known once all its rows are read. */
export interface CastEnd {
  readonly encoding: string;
  readonly delimiter: string;
  /** Warnings about sheets, or files of an archive, that are not read. */
  readonly tables: readonly string[];
  /** Warnings about rows that are left out, or read in another way than the others. */
  readonly leftOut: readonly string[];
  /** Warnings about names that are written in another Unicode form than NFC. */
  readonly composed: readonly string[];
  /** Warnings and errors about numbers that can be read in two ways. */
  readonly doubts: SaidDoubts;
  /** Warnings about rows that are read slowly. */
  readonly slow: readonly string[];
  /** Good rows all of whose amounts are empty cells. */
  readonly withoutAmount: number;
}

/** A source whose rows are being read. */
export interface Casting {
  /**
   * Yields the rows; use each batch before the next.
   * @throws NotUtf8 if the source must be read again in another encoding, DatesUndecided if it must be read again with
   * verdicts, BadSource
   */
  readonly batches: AsyncIterable<CastBatch>;
  /** Return the bytes of the file that were read so far, before unpacking. */
  bytesRead(): number;
  /** Return what is known at the end. */
  end(): CastEnd;
  /** Release everything; required in any case. */
  close(): Promise<void>;
}

/** Begin to read the rows of a source. @throws NotUtf8, BadSource as the batches */
export async function castSource(request: CastRequest): Promise<Casting> {
  const { model } = request;
  const reading = await startReading(requestReading(request));
  try {
    const { header, encoding, sheets } = reading;
    const formatOf = columnFormats(sheets, header.cells, model.table);
    const caster = new RowCaster(request, bindColumns(model, header), formatOf);
    const tables = warnOfTables(sheets?.fates ?? [], requestedSheetsOf(model), request.source.name);
    return {
      batches: caster.castAll(reading.batches),
      bytesRead: () => reading.bytesRead(),
      end: () => ({
        encoding,
        tables,
        delimiter: header.dialect.delimiter,
        ...caster.warnings(header.dialect.delimiter, describeMoved(header)),
      }),
      close: () => reading.close(),
    };
  } catch (error) {
    await reading.close();
    throw error;
  }
}

/** Warn of a header that was found by its names, on another row than expected. */
function describeMoved({ records, expected }: Header): readonly string[] {
  if (expected === undefined) return [];
  return [errorText("header_moved", { row: records, row_b: expected })];
}

/** Reads rows from the records of a source. */
class RowCaster {
  readonly #columns: BoundColumns;
  readonly #formatOf: FormatOf;
  readonly #coded: CodedRows;
  readonly #rows: RowColumns;
  readonly #cast: ReturnType<typeof planRow>;
  readonly #doubts: NumberDoubts;
  readonly #mixture: CurrencyMixture;
  readonly #leftOut: LeftOutTally | null;
  readonly #odd = new OddRows();
  readonly #slow = new SlowRows();
  readonly #empty: EmptyAmounts;
  readonly #composed: ComposedNames;
  readonly #sums: ReadonlySet<number>;
  readonly #keepsWriting: boolean;
  readonly #lines = new RecordLines();
  readonly #countsLines: boolean;
  /** Number of the first row of the next batch, and of the row that is being read. */
  #nextRow = 1;
  #row = 0;
  #hasErrors = false;
  #batch = { firstRow: 1, rowsRead: 0, rowsBlank: 0, rejected: [] as RejectedRow[] };

  constructor({ model, dates, keepsWriting, sums }: CastRequest, columns: BoundColumns, formatOf: FormatOf) {
    const dateColumns = new DateColumns(dates);
    this.#columns = columns;
    this.#formatOf = formatOf;
    this.#mixture = new CurrencyMixture(model, columns);
    this.#composed = new ComposedNames(model);
    const { written } = this.#composed;
    this.#coded = new CodedRows(model, columns, dateColumns, this.#mixture, written);
    this.#rows = this.#coded.rows;
    this.#cast = planRow(model, columns, undefined, dateColumns, written);
    this.#doubts = new NumberDoubts(model, columns);
    this.#leftOut = columns.tidy && new LeftOutTally(model, columns, columns.tidy);
    this.#empty = new EmptyAmounts(model, columns);
    this.#sums = new Set(sums);
    this.#keepsWriting = keepsWriting;
    // Lines of comments are no records, so that lines after them cannot be counted.
    this.#countsLines = !model.layout?.comment;
  }

  async *castAll(batches: AsyncIterable<RecordBatch>): AsyncGenerator<CastBatch> {
    let rowsRead = 0;
    try {
      for await (const batch of batches) {
        const cast = this.#castBatch(batch);
        rowsRead += cast.rowsRead;
        yield cast;
      }
      this.#mixture.check();
    } catch (error) {
      throw error instanceof NotUtf8 ? error.inRow(rowsRead + 1) : error;
    }
  }

  warnings(delimiter: string, moved: readonly string[]): Omit<CastEnd, "encoding" | "delimiter" | "tables"> {
    const leftOut = this.#leftOut?.describe() ?? [];
    return {
      leftOut: [...moved, ...leftOut, ...this.#odd.describe()],
      composed: this.#composed.describe(),
      doubts: this.#doubts.describe(delimiter, this.#formatOf),
      slow: this.#slow.describe(),
      withoutAmount: this.#empty.count,
    };
  }

  #castBatch(batch: RecordBatch): CastBatch {
    this.#lines.advance(batch.feeds, batch.records, batch.skipped);
    const records = rowsOfBatch(batch);
    this.#batch = { firstRow: this.#nextRow, rowsRead: 0, rowsBlank: 0, rejected: [] };
    this.#rows.begin(records.length);
    for (const row of batch.strayQuotes) {
      const at = row - this.#nextRow;
      this.#odd.take("quote", records.at(at) ?? [], this.#countsLines ? this.#lines.lineOf(at) : undefined);
    }
    const codes = records instanceof CodedRecords ? records : null;
    if (codes) this.#slow.takePlain();
    else this.#slow.take(records.length, this.#nextRow, this.#countsLines ? this.#lines.lineOf(0) : undefined);
    const marks = codes && this.#writes ? this.#coded.addAll(codes, this.#batch.firstRow) : null;
    if (marks) {
      this.#markSums(marks);
      this.#takeColumns(codes!, marks);
    } else for (let at = 0; at < records.length; at++) this.#castRecord(records, at);
    this.#nextRow += records.length;
    const { firstRow, ...counts } = this.#batch;
    const lineOf = (row: number): number | undefined =>
      this.#countsLines ? this.#lines.lineOf(row - firstRow) : undefined;
    return { rows: this.#composed.take(this.#rows.batch(codes && codes.texts)), ...counts, lineOf };
  }

  /** Take the rows of a batch that were read by column, and read the marked ones one by one. */
  #takeColumns(records: CodedRecords, marks: Uint8Array): void {
    const areAllGood = !marks.includes(1);
    if (areAllGood && !this.#doubts.isOpen) {
      this.#batch.rowsRead += records.length;
      this.#empty.takeAll(records, marks);
      return;
    }
    for (let at = 0; at < marks.length; at++) {
      if (marks[at] === 0 && this.#writes) {
        this.#batch.rowsRead++;
        this.#empty.takeCoded(records, records.starts[at]!);
        this.#settleDoubts(records, records.starts[at]!, this.#batch.firstRow + at);
        continue;
      }
      this.#rows.seek(at);
      this.#castRecord(records, at);
      marks[at] = this.#rows.length > at ? 0 : 1;
    }
    this.#rows.keep(marks);
  }

  #markSums(marks: Uint8Array): void {
    for (const row of this.#sums) {
      const at = row - this.#batch.firstRow;
      if (at >= 0 && at < marks.length) marks[at] = 1;
    }
  }

  #castRecord(records: Records, at: number): void {
    this.#row = this.#batch.firstRow + at;
    if (this.#sums.has(this.#row)) {
      this.#batch.rowsRead++;
      this.#batch.rowsBlank++;
      return;
    }
    const parts = records instanceof CodedRecords ? this.#coded.begin(records, at) : 0;
    if (parts === 0) this.#addSlowly(records.at(at)!);
    for (let part = 0; part < parts; part++) {
      if (this.#coded.add(part, this.#row)) this.#takeCoded();
      else this.#addRow(this.#rowsOf(records.at(at)!)[part]!);
    }
  }

  get #writes(): boolean {
    return this.#keepsWriting || !this.#hasErrors;
  }

  /** Count a row that was added. */
  #takeCoded(): void {
    this.#batch.rowsRead++;
    if (!this.#writes) this.#rows.dropLast();
    const { records, start } = this.#coded.row;
    this.#empty.takeCoded(records, start);
    this.#settleDoubts(records, start, this.#row);
  }

  /** Let a good row settle doubts. @param start place of its record */
  #settleDoubts(records: CodedRecords, start: number, row: number): void {
    if (this.#doubts.isOpen && this.#doubts.concerns(records, start)) {
      this.#doubts.take(this.#coded.clean(records.cellsAt(start)), row, true);
    }
  }

  #addSlowly(record: CsvRecord): void {
    for (const part of this.#partsOf(record)) this.#addRow(part);
  }

  #addRow(record: CsvRecord): void {
    const row = this.#read(record);
    if (row && this.#writes) this.#rows.add(row);
  }

  /** Return the rows that a record of the file becomes; one that is left out is counted with the blank ones. */
  #partsOf(found: CsvRecord): readonly CsvRecord[] {
    const { mending } = this.#columns;
    if (mending.isHeader(found)) {
      this.#batch.rowsRead++;
      this.#batch.rowsBlank++;
      this.#odd.take("header", found, this.#line);
      return [];
    }
    const delimiter = mending.otherDelimiter(found);
    if (delimiter !== null) {
      this.#batch.rowsRead++;
      this.#reject([otherDelimiterError(this.#row, found, delimiter, mending)]);
      return [];
    }
    const record = mending.mend(found);
    const rule = this.#columns.tidy?.ruleFor(record) ?? -1;
    if (rule < 0) {
      this.#mixture.takeRecord(record);
      return this.#rowsOf(this.#columns.tidy?.fill(record) ?? record);
    }
    this.#batch.rowsRead++;
    this.#batch.rowsBlank++;
    if (countFilled(record) === 1) this.#odd.takeTitle(this.#row);
    this.#leftOut?.take(rule, record, this.#line ?? null);
    return [];
  }

  #rowsOf(record: CsvRecord): readonly CsvRecord[] {
    return this.#columns.tidy?.rowsOf(record) ?? [record];
  }

  /** Read a record: a good one as an entry, a blank or bad one as `null`. */
  #read(record: CsvRecord): SourceRow | null {
    this.#batch.rowsRead++;
    if (isBlankRow(record)) {
      this.#batch.rowsBlank++;
      this.#odd.takeBlank(this.#row);
      return null;
    }
    const outcome = this.#cast(record, this.#row);
    if ("length" in outcome) {
      const place = { row: this.#row, line: this.#line };
      const found =
        outcome.length > 0 ? this.#odd.takeBad(record, outcome, this.#columns.header.length, place) : outcome;
      this.#reject(found.map((error) => ofStored(error, this.#formatOf)));
      this.#doubts.take(record, this.#row, false);
      return null;
    }
    this.#doubts.take(record, this.#row, true);
    this.#empty.take(record);
    return outcome;
  }

  #reject(errors: readonly CellError[]): void {
    this.#batch.rejected.push({ errors, line: this.#line });
    if (errors.length > 0) this.#hasErrors = true;
  }

  /** Line of the row that is being read. */
  get #line(): number | undefined {
    return this.#countsLines ? this.#lines.lineOf(this.#row - this.#batch.firstRow) : undefined;
  }
}
