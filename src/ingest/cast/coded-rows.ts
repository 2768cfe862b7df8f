import type { Model } from "../../model/cube.js";
import { ABSENT, CodedRecords, RAW } from "../csv/coded-records.js";
import type { BoundColumns } from "../csv/columns.js";
import { isBlank } from "../csv/blank.js";
import { AmountCells } from "./amount-cells.js";
import { planMembers, type MemberPlan } from "./cast-member.js";
import type { DateColumns } from "./date-columns.js";
import { MemberCodes, UNCODED } from "./member-codes.js";
import { MemberRows, RowColumns } from "./row-columns.js";

/** Reads rows from coded records: cells that repeat are cast once, texts that do not repeat stay bytes. */
export class CodedRows {
  readonly rows: RowColumns;
  readonly #dimensions: readonly Dimension[];
  readonly #amounts: readonly AmountCells[];
  readonly #width: number;
  /** A record with absent cells, and its place. */
  readonly #padded: Uint32Array;
  readonly #paddedAt = new Uint32Array(1);
  /** True if cells are values as they are. */
  readonly #isPlain: boolean;

  constructor(model: Model, { positions, header, make, tidy }: BoundColumns, dates: DateColumns) {
    this.#isPlain = make === null && tidy === null && Object.keys(model.layout?.factors ?? {}).length === 0;
    this.#dimensions = planMembers(model, positions, dates).map((plan) => {
      const codes = new MemberCodes(plan);
      return { plan, codes, rows: new MemberRows(codes.tupleOf) };
    });
    this.#amounts = model.measures.map(({ source }) => new AmountCells(source, positions.get(source.column!)!));
    this.rows = new RowColumns(
      this.#dimensions.map(({ rows }) => rows),
      model.measures.length,
    );
    this.#width = header.length;
    this.#padded = new Uint32Array(1 + header.length);
  }

  /**
   * Add a row if it is good and usual.
   * @param at number of the record in the batch
   * @param row number of the row
   * @returns false if it was not added
   */
  add(records: CodedRecords, at: number, row: number): boolean {
    const start = records.starts[at]!;
    const cells = records.codes[start]!;
    if (!this.#isPlain || cells > this.#width || isBlankRecord(records, start)) return false;
    return cells === this.#width ? this.#add(records, start, row) : this.#add(this.#pad(records, start), 0, row);
  }

  /** Return a record with a cell for each column of the header. */
  #pad({ texts, codes }: CodedRecords, start: number): CodedRecords {
    const cells = codes[start]!;
    this.#padded.fill(ABSENT);
    this.#padded.set(codes.subarray(start, start + 1 + cells));
    this.#padded[0] = this.#width;
    return new CodedRecords(texts, this.#padded, this.#paddedAt);
  }

  #add(records: CodedRecords, start: number, row: number): boolean {
    const place = this.rows.length;
    for (let dimension = 0; dimension < this.#dimensions.length; dimension++) {
      if (!addMember(this.#dimensions[dimension]!, records, start, place)) return false;
    }
    for (let measure = 0; measure < this.#amounts.length; measure++) {
      const cells = this.#amounts[measure]!;
      if (!cells.read(records, start)) return false;
      this.rows.amounts[measure]!.setCell(place, cells);
    }
    this.rows.end(row);
    return true;
  }
}

interface Dimension {
  readonly plan: MemberPlan;
  readonly codes: MemberCodes;
  readonly rows: MemberRows;
}

function addMember({ plan, codes, rows }: Dimension, records: CodedRecords, start: number, place: number): boolean {
  const code = codes.codeOf(records, start);
  if (code >= 0) {
    rows.set(place, code);
    return true;
  }
  if (code !== UNCODED) return false;
  if (plan.isText && !isBlankCell(records, start, plan.cells[0]!)) {
    rows.setText(place, records.texts.places, (records.codes[start + 1 + plan.cells[0]!]! - RAW) * 2);
    return true;
  }
  const record: string[] = [];
  for (const cell of plan.cells) record[cell] = records.cellAt(start, cell);
  const member = plan.cast(record);
  if (member !== null) rows.setFresh(place, member);
  return member !== null;
}

function isBlankRecord(records: CodedRecords, start: number): boolean {
  const cells = records.codes[start]!;
  for (let cell = 0; cell < cells; cell++) if (!isBlankCell(records, start, cell)) return false;
  return true;
}

function isBlankCell(records: CodedRecords, start: number, cell: number): boolean {
  const code = records.codes[start + 1 + cell]!;
  if (code === ABSENT) return true;
  if (code < RAW) return isBlank(records.texts.textOf(cell, code));
  const { bytes, places } = records.texts;
  const place = (code - RAW) * 2;
  if (places[place + 1] === 0) return true;
  const first = bytes[places[place]!]!;
  return (first <= 0x20 || first >= 0x80) && isBlank(records.cellAt(start, cell));
}
