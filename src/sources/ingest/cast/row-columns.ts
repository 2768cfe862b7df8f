import { type RowAmounts, FRESH, type RowMembers, NO_TEXT, type RowBatch } from "../../../core/engine/row-batch.js";
import type { SourceRow } from "../../../core/engine/source-row.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import type { CellTexts } from "../csv/coded-records.js";
import type { AmountCells } from "./amount-cells.js";
import { growArray } from "./grow-array.js";

const FIRST_ROWS = 1024;

/** Rows of one batch, by column, as they are read. */
export class RowColumns {
  readonly members: readonly MemberRows[];
  readonly amounts: readonly AmountRows[];
  #records = new Uint32Array(0);
  #length = 0;

  constructor(members: readonly MemberRows[], numMeasures: number) {
    this.members = members;
    this.amounts = Array.from({ length: numMeasures }, () => new AmountRows());
  }

  get length(): number {
    return this.#length;
  }

  /** Forget all rows, and make room for others. */
  begin(rows: number): void {
    this.#length = 0;
    for (const each of [...this.members, ...this.amounts]) each.clear();
    this.reserve(rows);
  }

  /** Add a row whose values were read one by one. */
  add({ row, members, amounts }: SourceRow): void {
    this.reserve(1);
    this.members.forEach((column, at) => column.setFresh(this.#length, members[at]!));
    this.amounts.forEach((column, at) => column.set(this.#length, amounts[at]!));
    this.end(row!);
  }

  /** End a row whose members and amounts were set, for which there is room. @param record number of its record */
  end(record: number): void {
    this.#records[this.#length++] = record;
  }

  /** End a row for each record of a batch, at its place. @param first number of the first record */
  endAll(count: number, first: number): void {
    for (let at = 0; at < count; at++) this.#records[at] = first + at;
    this.#length = count;
  }

  /** Go on with the row at a place. */
  seek(place: number): void {
    this.#length = place;
  }

  dropLast(): void {
    this.#length--;
  }

  /** Keep the rows without a mark, of as many as there are marks. */
  keep(marks: Uint8Array): void {
    let to = 0;
    for (let at = 0; at < marks.length; at++) {
      if (marks[at] !== 0) continue;
      if (to < at) {
        this.#records[to] = this.#records[at]!;
        for (const each of this.members) each.move(at, to);
        for (const each of this.amounts) each.move(at, to);
      }
      to++;
    }
    this.#length = to;
  }

  /** @param texts to which the texts of the members belong */
  batch(texts: CellTexts | null): RowBatch {
    return {
      length: this.#length,
      records: this.#records,
      members: this.members.map((column) => column.column(texts)),
      amounts: this.amounts,
      ids: null,
    };
  }

  /** Make room for further rows. */
  reserve(more: number): void {
    const rows = this.#length + more;
    if (rows <= this.#records.length) return;
    this.#records = growArray(this.#records, Math.max(FIRST_ROWS, rows * 2));
    for (const each of [...this.members, ...this.amounts]) each.reserve(this.#records.length);
  }
}

/** Members of one dimension, as they are read. */
export class MemberRows {
  readonly #tupleOf: RowMembers["tupleOf"];
  #codes = new Uint32Array(0);
  #fresh: (readonly Value[])[] = [];
  #starts = new Uint32Array(0);
  #sizes = new Uint32Array(0);

  constructor(tupleOf: RowMembers["tupleOf"]) {
    this.#tupleOf = tupleOf;
  }

  clear(): void {
    this.#fresh = [];
  }

  reserve(rows: number): void {
    if (rows <= this.#codes.length) return;
    this.#codes = growArray(this.#codes, rows);
    this.#starts = growArray(this.#starts, rows);
    this.#sizes = growArray(this.#sizes, rows);
  }

  set(row: number, code: number): void {
    this.#codes[row] = code;
  }

  setFresh(row: number, member: readonly Value[]): void {
    this.#codes[row] = FRESH + row;
    this.#fresh[row] = member;
    this.#sizes[row] = NO_TEXT;
  }

  /** Move a row to a place before, whose row is not needed any more; its member stays where it is. */
  move(row: number, to: number): void {
    this.#codes[to] = this.#codes[row]!;
  }

  /** Set the text of a cell without a code. @param place of the text in `places` */
  setText(row: number, places: Uint32Array, place: number): void {
    this.#codes[row] = FRESH + row;
    this.#starts[row] = places[place]!;
    this.#sizes[row] = places[place + 1]!;
  }

  column(texts: CellTexts | null): RowMembers {
    return {
      codes: this.#codes,
      tupleOf: this.#tupleOf,
      fresh: this.#fresh,
      texts: texts && { bytes: texts.bytes, starts: this.#starts, sizes: this.#sizes },
    };
  }
}

/** Amounts of one measure, as they are read. */
class AmountRows implements RowAmounts {
  integers = new Float64Array(0);
  scales = new Uint8Array(0);
  readonly decimals = new Map<number, Decimal>();

  clear(): void {
    this.decimals.clear();
  }

  reserve(rows: number): void {
    if (rows <= this.integers.length) return;
    const before = this.integers;
    this.integers = new Float64Array(rows);
    this.integers.set(before);
    this.scales = growArray(this.scales, rows);
  }

  set(row: number, amount: Decimal): void {
    this.integers[row] = NaN;
    this.decimals.set(row, amount);
  }

  move(row: number, to: number): void {
    this.integers[to] = this.integers[row]!;
    this.scales[to] = this.scales[row]!;
    const decimal = this.decimals.get(row);
    this.decimals.delete(row);
    if (decimal) this.decimals.set(to, decimal);
    else this.decimals.delete(to);
  }

  setCell(row: number, { integer, scale, decimal }: AmountCells): void {
    this.integers[row] = integer;
    this.scales[row] = scale;
    if (Number.isNaN(integer)) this.decimals.set(row, decimal!);
  }
}
