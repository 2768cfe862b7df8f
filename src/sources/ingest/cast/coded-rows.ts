import type { Model } from "../../../core/model/cube.js";
import { composeText, mayCompose } from "../../../core/model/values/unicode-form.js";
import { isError } from "../../../core/model/values/value.js";
import { ABSENT, CodedRecords, isBlack, RAW } from "../csv/coded-records.js";
import type { BoundColumns } from "../csv/columns.js";
import { PivotedRecords } from "../csv/pivoted-records.js";
import { isShort, type Mending } from "../csv/mend-record.js";
import type { CsvRecord } from "../csv/record-parser.js";
import type { Tidy } from "../csv/tidy.js";
import { AmountCells } from "./amount-cells.js";
import { type CodedMemberPlan, planCoded } from "./coded-plan.js";
import type { CurrencyMixture } from "./currency-mixture.js";
import type { DateColumns } from "./date-columns.js";
import { MemberCodes, UNCODED } from "./member-codes.js";
import { MemberRows, RowColumns } from "./row-columns.js";
import type { WrittenNames } from "./written-names.js";

/**
 * Reads rows from coded records: cells that repeat are cast once, texts that do not repeat stay bytes. A record may become
 * several rows.
 */
export class CodedRows {
  readonly rows: RowColumns;
  readonly #dimensions: readonly Dimension[];
  /** `null` if rows cannot be read by codes. */
  readonly #amounts: readonly AmountCells[] | null;
  readonly #tidy: Tidy | null;
  readonly #pivoted: PivotedRecords | null;
  /** Number of columns of the file. */
  readonly #width: number;
  /** True if a record is one row whose cells are read as they are, so that a batch can be read by column. */
  readonly #isByColumn: boolean;
  /** Tells if a record may repeat the header. */
  readonly #repeats: (records: CodedRecords, start: number) => boolean;
  /** For each record of the batch 1 if it was not added. */
  #marks = new Uint8Array(0);
  /** A record with absent cells, and its place. */
  readonly #padded: Uint32Array;
  readonly #paddedAt = new Uint32Array(1);
  /** The record that is being read, and its place. */
  #records: CodedRecords | null = null;
  #start = 0;
  /** The cells of the row that is being read, before they are cleaned, and their place. */
  #cells: CodedRecords | null = null;
  #cellsStart = 0;

  constructor(
    model: Model,
    columns: BoundColumns,
    dates: DateColumns,
    mixture: CurrencyMixture | null,
    written: WrittenNames,
  ) {
    const { header, tidy } = columns;
    const plan = planCoded(model, columns, dates, mixture, written);
    this.#dimensions = plan.members.map((own) => {
      const codes = new MemberCodes({ cells: own.cells, cast: (record) => own.cast(record, 0) });
      return { plan: own, codes, rows: new MemberRows(codes.tupleOf) };
    });
    this.#amounts =
      plan.amounts &&
      plan.amounts.map((each) => {
        const isOthers = ({ cells }: { readonly cells: readonly number[] }) => cells.includes(each.position);
        const isTwice = plan.amounts!.some((other) => other !== each && other.position === each.position);
        return new AmountCells(each, !isTwice && !plan.members.some(isOthers));
      });
    this.rows = new RowColumns(
      this.#dimensions.map(({ rows }) => rows),
      model.measures.length,
    );
    this.#tidy = tidy;
    this.#pivoted = tidy?.pivoted ? new PivotedRecords(tidy.pivoted) : null;
    this.#width = tidy?.width ?? header.length;
    this.#padded = new Uint32Array(1 + this.#width);
    this.#repeats = planRepeats(columns.mending);
    // A header that repeats must be no good row.
    const mayRepeat =
      plan.amounts !== null &&
      plan.amounts.every(({ position, cast }) => {
        const cell = columns.mending.rows.map((row) => row[position] ?? "").find((each) => each !== "") ?? "";
        return !isError(cast(cell));
      });
    this.#isByColumn =
      plan.amounts !== null && tidy === null && !mayRepeat && !plan.members.some(({ isOfRow }) => isOfRow);
  }

  /**
   * Add the rows of a batch, by column, each at the place of its record. Those that are not good and usual must be read
   * one by one.
   * @param first number of the first record in the source
   * @returns for each record 1 if it was not added, else 0; `null` if rows cannot be read by column
   */
  addAll(records: CodedRecords, first: number): Uint8Array | null {
    if (!this.#isByColumn) return null;
    const { length } = records;
    if (length > this.#marks.length) this.#marks = new Uint8Array(length * 2);
    const marks = this.#marks.subarray(0, length);
    markUnusual(records, this.#width, marks);
    for (const dimension of this.#dimensions) {
      if (dimension.plan.cells.length === 1) addCells(dimension, records, marks);
      else addMembers(dimension, records, marks);
    }
    this.#amounts!.forEach((cells, measure) => {
      for (let at = 0; at < length; at++) {
        if (marks[at] !== 0) continue;
        if (cells.read(records, records.starts[at]!)) this.rows.amounts[measure]!.setCell(at, cells);
        else marks[at] = 1;
      }
    });
    this.rows.endAll(length, first);
    return marks;
  }

  /**
   * Begin to read a record.
   * @param at number of the record in the batch
   * @returns the number of its rows; 0 if it is unusual
   */
  begin(records: CodedRecords, at: number): number {
    const start = records.starts[at]!;
    if (this.#amounts === null || this.#isOdd(records, start) || records.isBlankAt(start)) return 0;
    if (this.#tidy?.leavesOut?.(records, start)) return 0;
    this.#records = records;
    this.#start = start;
    const parts = this.#pivoted?.parts ?? 1;
    this.rows.reserve(parts);
    return parts;
  }

  /**
   * Add a row of the record if it is good and usual.
   * @param row number of the record in the source
   * @returns false if it was not added
   */
  add(part: number, row: number): boolean {
    this.#open(part);
    const [records, start] = [this.#cells!, this.#cellsStart];
    if (this.#tidy && isBlankBeside(records, start, this.#tidy.cleaned)) return false;
    const place = this.rows.length;
    for (let dimension = 0; dimension < this.#dimensions.length; dimension++) {
      if (!addMember(this.#dimensions[dimension]!, records, start, place, row)) return false;
    }
    for (let measure = 0; measure < this.#amounts!.length; measure++) {
      const cells = this.#amounts![measure]!;
      if (!cells.read(records, start)) return false;
      this.rows.amounts[measure]!.setCell(place, cells);
    }
    this.rows.end(row);
    return true;
  }

  /** The cells of the row that was read last, before they are cleaned, and their place. */
  get row(): { readonly records: CodedRecords; readonly start: number } {
    return { records: this.#cells!, start: this.#cellsStart };
  }

  /** Clean the cells of a row. */
  clean(cells: CsvRecord): CsvRecord {
    return this.#tidy ? this.#tidy.clean(cells) : cells;
  }

  /** True if a record is too long or much too short, or may repeat the header. */
  #isOdd(records: CodedRecords, start: number): boolean {
    const cells = records.codes[start]!;
    if (cells !== this.#width && (isShort(cells, this.#width) || isTooLong(records, start, this.#width))) return true;
    return this.#repeats(records, start);
  }

  #open(part: number): void {
    const [records, start] = [this.#records!, this.#start];
    const isWhole = this.#width <= records.codes[start]!;
    this.#cellsStart = isWhole && !this.#pivoted ? start : 0;
    if (this.#pivoted) this.#cells = this.#pivoted.row(records, start, part);
    else this.#cells = isWhole ? records : this.#pad(records, start);
  }

  /** Return a record with a cell for each column of the header. */
  #pad({ texts, codes }: CodedRecords, start: number): CodedRecords {
    const cells = codes[start]!;
    this.#padded.fill(ABSENT);
    this.#padded.set(codes.subarray(start, start + 1 + cells));
    this.#padded[0] = this.#width;
    return new CodedRecords(texts, this.#padded, this.#paddedAt);
  }
}

interface Dimension {
  readonly plan: CodedMemberPlan;
  readonly codes: MemberCodes;
  readonly rows: MemberRows;
}

/** Mark the records that have another number of cells than the header, or are blank; unmark the others. */
function markUnusual(records: CodedRecords, width: number, marks: Uint8Array): void {
  const { codes, starts } = records;
  for (let at = 0; at < marks.length; at++) {
    const start = starts[at]!;
    const isOdd = codes[start] !== width && (codes[start]! < width || isTooLong(records, start, width));
    marks[at] = isOdd || records.isBlankAt(start) ? 1 : 0;
  }
}

/** True if a record has filled cells behind the last column. */
function isTooLong(records: CodedRecords, start: number, width: number): boolean {
  for (let cell = width; cell < records.codes[start]!; cell++) if (!records.isBlankCell(start, cell)) return true;
  return false;
}

/** Plan how records are found that may repeat the header: by one of their cells. */
function planRepeats({ rows }: Mending): (records: CodedRecords, start: number) => boolean {
  const tests = rows.flatMap((row) => {
    const at = row.findIndex((cell) => cell !== "");
    if (at < 0) return [];
    const known: (boolean | undefined)[] = [];
    const isSame = (cell: string): boolean => cell.trim().replace(/\s+/gu, " ").toLowerCase() === row[at];
    const longest = Buffer.byteLength(row[at]!) * 4 + 16;
    return (records: CodedRecords, start: number): boolean => {
      if (at >= records.codes[start]!) return false;
      const code = records.codes[start + 1 + at]!;
      if (code >= RAW) {
        const bytes = records.texts.places[(code - RAW) * 2 + 1]!;
        return bytes > 0 && bytes <= longest && isSame(records.cellAt(start, at));
      }
      return code !== ABSENT && (known[code] ??= isSame(records.cellAt(start, at)));
    };
  });
  return (records, start) => tests.some((test) => test(records, start));
}

/** Add the members of unmarked records; mark those whose member is bad. */
function addMembers(dimension: Dimension, records: CodedRecords, marks: Uint8Array): void {
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] === 0 && !addMember(dimension, records, records.starts[at]!, at, 0)) marks[at] = 1;
  }
}

/** Add members as `addMembers` does, of a dimension that is read from one cell. */
function addCells(dimension: Dimension, records: CodedRecords, marks: Uint8Array): void {
  const { rows, plan } = dimension;
  const { codes, starts, texts } = records;
  const { places, bytes } = texts;
  const cell = 1 + plan.cells[0]!;
  let { numbers } = dimension.codes;
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] !== 0) continue;
    const code = codes[starts[at]! + cell]!;
    const number = code < numbers.length ? numbers[code]! : 0;
    if (number > 0) {
      rows.set(at, number - 1);
      continue;
    }
    const place = (code - RAW) * 2;
    if (plan.isText && place >= 0 && places[place + 1]! > 0 && isBlack(bytes[places[place]!]!)) {
      if (!mayCompose(bytes, places[place]!, places[place + 1]!)) {
        rows.setText(at, places, place);
        continue;
      }
    }
    if (!addMember(dimension, records, starts[at]!, at, 0)) marks[at] = 1;
    numbers = dimension.codes.numbers;
  }
}

function addMember(
  { plan, codes, rows }: Dimension,
  records: CodedRecords,
  start: number,
  place: number,
  row: number,
): boolean {
  const code = plan.isOfRow ? UNCODED : codes.codeOf(records, start);
  if (code >= 0) {
    rows.set(place, code);
    return true;
  }
  if (code !== UNCODED) return false;
  if (plan.isText && !records.isBlankCell(start, plan.cells[0]!) && isComposed(records, start, plan.cells[0]!)) {
    rows.setText(place, records.texts.places, (records.codes[start + 1 + plan.cells[0]!]! - RAW) * 2);
    return true;
  }
  const record: string[] = [];
  for (const cell of plan.cells) record[cell] = records.cellAt(start, cell);
  const member = plan.cast(record, row);
  if (member !== null) rows.setFresh(place, member);
  return member !== null;
}

/** True if the text of a cell without a code is in NFC. @param start place of its record */
function isComposed(records: CodedRecords, start: number, cell: number): boolean {
  const { places, bytes } = records.texts;
  const place = (records.codes[start + 1 + cell]! - RAW) * 2;
  if (!mayCompose(bytes, places[place]!, places[place + 1]!)) return true;
  const text = records.cellAt(start, cell);
  return composeText(text) === text;
}

/** True if all cells of a row but some are blank. */
function isBlankBeside(records: CodedRecords, start: number, some: ReadonlySet<number>): boolean {
  const cells = records.codes[start]!;
  for (let cell = 0; cell < cells; cell++) if (!some.has(cell) && !records.isBlankCell(start, cell)) return false;
  return true;
}
