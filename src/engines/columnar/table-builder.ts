import type { Disagreement } from "../../core/engine/disagreement.js";
import { batchOf, rowAt, type RowBatch } from "../../core/engine/row-batch.js";
import type { RepeatRules, TableBuilder, WriteCounts, WrittenVersion } from "../../core/engine/storage.js";
import type { EntryInput } from "../../core/engine/source-row.js";
import { type Kernel } from "../kernel/kernel.js";
import type { Field, Model } from "../../core/model/cube.js";
import type { Decimal } from "../../core/model/values/decimal.js";
import { rowModel } from "../../core/model/row-model.js";
import { rowsInLoadOrder } from "./table/rows-in-load-order.js";
import { DictionaryBuilder } from "./writing/dictionary-builder.js";
import { ColumnarEngine } from "./engine.js";
import { withTerms } from "./search/build-term-index.js";
import { listMemberNames } from "./search/list-names.js";
import { signTerms } from "./search/sign-terms.js";
import { sumMembers } from "./sum-members.js";
import { PostingLists } from "./select/posting-lists.js";
import { StepsElsewhere } from "./second-thread.js";
import type { Second } from "./table-step.js";
import { type TableLayout, writeTable } from "./write-table.js";
import { GrowingAmounts } from "./writing/growing-amounts.js";
import { GrowingCodes } from "./base/growing-codes.js";
import { RowFinder } from "./writing/row-finder.js";
import { type LeftRows, listDisagreements } from "./writing/list-disagreements.js";
import { openAmounts, openCodes, openSources } from "./table/open-columns.js";
import { openRecords } from "./table/record-numbers.js";
import type { ColumnarTable } from "./table/table.js";

/** Columns that grow row by row. */
export class ColumnarBuilder implements TableBuilder {
  readonly #kernel: Kernel;
  readonly #model: Model;
  readonly #source: number;
  readonly #counts = { created: 0, updated: 0, repeated: 0 };
  readonly #layout: TableLayout & { readonly second?: Second | undefined };
  readonly #finder: RowFinder;
  /** Places of the dimensions and of the measures of the key. */
  readonly #keyDimensions: readonly number[];
  readonly #keyMeasures: readonly number[];
  /** For each dimension its place among those of the key; -1 if it is none. */
  readonly #inKey: readonly number[];
  readonly #sources = new GrowingCodes();
  readonly #dimensions: readonly DictionaryBuilder[];
  readonly #amounts: readonly GrowingAmounts[];
  /** For each row 1 if this load has written its entry, else 0. */
  readonly #written = new GrowingCodes();
  /** For each row the number of the record that wrote its entry last, or 0. */
  readonly #records = new GrowingCodes();
  readonly #repeats: RepeatRules;
  readonly #hasPrevious: boolean;
  /** Steps of writing the table that a second thread takes; `null` for small tables. */
  #elsewhere: StepsElsewhere | null = null;

  constructor(
    kernel: Kernel,
    model: Model,
    previous: ColumnarEngine | null,
    source: number,
    layout: TableLayout & { readonly second?: Second | undefined },
    repeats: RepeatRules = {},
  ) {
    this.#layout = layout;
    this.#repeats = repeats;
    this.#kernel = kernel;
    this.#model = rowModel(model);
    this.#source = source;
    const table = previous?.table;
    this.#hasPrevious = table !== undefined;
    this.#dimensions = this.#model.dimensions.map(
      (dimension, at) =>
        new DictionaryBuilder(dimension, table && { memories: table.memories, column: table.dimensions[at]! }),
    );
    this.#amounts = model.measures.map(() => new GrowingAmounts());
    const isMeasure = ({ kind }: Field): boolean => kind === "measure";
    this.#keyDimensions = this.#model.key.filter((field) => !isMeasure(field)).map(({ index }) => index);
    this.#keyMeasures = this.#model.key.filter(isMeasure).map(({ index }) => index);
    this.#inKey = this.#dimensions.map(({ dimension }) => this.#keyDimensions.indexOf(dimension.index));
    this.#finder = new RowFinder({ model: this.#model, dimensions: this.#dimensions, amounts: this.#amounts });
    if (!table) return;
    this.#copyRows(table);
  }

  write(entries: readonly EntryInput[], source = this.#source): void {
    this.#writeRows(batchOf(entries), source);
  }

  writeRows(rows: RowBatch): void {
    this.#writeRows(rows, this.#source);
  }

  disagreements(): readonly Disagreement[] {
    const amount = this.#amounts[this.#model.measures.findIndex(({ name }) => name === "amount")];
    // They are weighed by amounts.
    if (!amount) return [];
    let left: LeftRows | undefined;
    const rows = (): LeftRows => (left ??= this.#leftRows());
    return this.#dimensions.flatMap((dimension) => listDisagreements(dimension, rows, amount));
  }

  abandon(): WriteCounts {
    this.#elsewhere?.end();
    return this.#counts;
  }

  #writeRows(batch: RowBatch, source: number): void {
    if (batch.length === 0) return;
    this.#dimensions.forEach((dimension, at) => dimension.enterTexts(batch.members[at]!, batch.length));
    const hasMemberRows = this.#finder.hasMemberRows(batch);
    let at = 0;
    while (at < batch.length) at = this.#append(batch, at, source, hasMemberRows);
    this.#advance(false);
  }

  /** Give a second thread what it can do of the rows so far. It starts while rows are read, to be there when the table is written. */
  #advance(isAll: boolean): void {
    const { second } = this.#layout;
    if (second && this.#finder.rows >= second.rows) {
      this.#elsewhere ??= new StepsElsewhere(second.start(this.#kernel), this.#model, this.#dimensions);
    }
    this.#elsewhere?.advance(isAll);
  }

  /**
   * Write rows up to the first that is not new, and that one. New rows follow each other, so that what finding rows does
   * not read can be written by column.
   * @param hasMemberRows true if finding rows reads no columns
   * @returns the position in the batch of the row that follows
   */
  #append(batch: RowBatch, from: number, source: number, hasMemberRows: boolean): number {
    const first = this.#finder.rows;
    let at = hasMemberRows ? this.#finder.addTexts(from) : from;
    let row = first;
    for (; at < batch.length; at++) {
      const before = this.#finder.rows;
      row = hasMemberRows ? this.#finder.rowOfMember(batch, at) : this.#finder.rowOf(batch, at);
      if (row < before) break;
      if (!hasMemberRows) this.#setKey(row, batch, at, before);
    }
    this.#setRest(first, batch, from, at - from, source, hasMemberRows);
    if (at === batch.length) return at;
    this.#update(row, batch, at, source);
    return at + 1;
  }

  /** Write the fields of new rows that finding rows does not read. @param withKey true to write the members of the key, too */
  #setRest(first: number, batch: RowBatch, from: number, count: number, source: number, withKey: boolean): void {
    if (count === 0) return;
    this.#counts.created += count;
    this.#written.fill(first, count, 1);
    this.#sources.fill(first, count, source);
    if (batch.records) this.#records.setAll(first, batch.records, from, count);
    else this.#records.fill(first, count, 0);
    this.#dimensions.forEach((dimension, place) => {
      if (withKey || this.#inKey[place]! < 0) dimension.setAll(first, batch.members[place]!, from, count);
    });
    this.#amounts.forEach((amounts, place) => {
      if (!this.#keyMeasures.includes(place)) amounts.setAll(first, batch.amounts[place]!, from, count);
    });
  }

  /** Write the fields of a new row that finding rows reads. @param rows number of rows before it */
  #setKey(row: number, batch: RowBatch, at: number, rows: number): void {
    for (let place = 0; place < this.#keyDimensions.length; place++) {
      const index = this.#keyDimensions[place]!;
      this.#dimensions[index]!.set(row, batch.members[index]!, at, this.#finder.codeAt(place));
    }
    for (const place of this.#keyMeasures) this.#amounts[place]!.setFrom(row, batch.amounts[place]!, at, rows);
  }

  /** Write a row that is there. */
  #update(row: number, batch: RowBatch, at: number, source: number): void {
    const wasWritten = this.#written.get(row) > 0;
    if (wasWritten) {
      this.#noteRepeat(batch, at, row);
      if (this.#repeats.keepFirst) return;
    } else if (this.#sources.get(row) !== source) {
      this.#repeats.onTaken?.({ entry: rowAt(batch, at), amounts: this.#amountsOf(row) });
      if (this.#repeats.keepOthers) return;
    }
    this.#counts[wasWritten ? "repeated" : "updated"]++;
    this.#written.set(row, 1);
    this.#records.set(row, batch.records ? batch.records[at]! : 0);
    this.#sources.set(row, source);
    for (let place = 0; place < this.#dimensions.length; place++) {
      const inKey = this.#inKey[place]!;
      this.#dimensions[place]!.set(row, batch.members[place]!, at, inKey < 0 ? undefined : this.#finder.codeAt(inKey));
    }
    const { rows } = this.#finder;
    for (let place = 0; place < this.#amounts.length; place++)
      this.#amounts[place]!.setFrom(row, batch.amounts[place]!, at, rows);
  }

  #noteRepeat(batch: RowBatch, at: number, row: number): void {
    const number = this.#records.get(row);
    const earlier = { row: number === 0 ? null : number, amounts: this.#amountsOf(row) };
    this.#repeats.onRepeat?.({ entry: rowAt(batch, at), earlier });
  }

  #amountsOf(row: number): readonly Decimal[] {
    return this.#amounts.map((each) => ({ unscaled: each.get(row), scale: each.scale }));
  }

  finish(isKept = true): WrittenVersion {
    try {
      if (isKept) this.#advance(true);
      return this.#finish(isKept, isKept ? this.#elsewhere : null);
    } finally {
      this.#elsewhere?.end();
    }
  }

  #finish(isKept: boolean, elsewhere: StepsElsewhere | null): WrittenVersion {
    const table = this.#writeTable(isKept, elsewhere);
    // Nothing is collected while this thread waits for the other.
    if (elsewhere) this.#kernel.collect();
    try {
      if (!isKept) return { engine: new ColumnarEngine(this.#kernel, table), ...this.#counts };
      const whole = withTerms(this.#kernel, table, (at) => elsewhere?.takeTerms(this.#kernel, at));
      const signature = signTerms(whole, new PostingLists(whole)) ?? undefined;
      const names = listMemberNames(whole);
      const memberSums = sumMembers(whole) ?? undefined;
      return { engine: new ColumnarEngine(this.#kernel, { ...whole, signature, names, memberSums }), ...this.#counts };
    } catch (error) {
      for (const memory of table.memories) memory.release();
      throw error;
    }
  }

  #writeTable(findsIds: boolean, elsewhere: StepsElsewhere | null): ColumnarTable {
    const kept = this.#keptRows();
    for (const dimension of this.#dimensions) dimension.settle();
    this.#finder.end();
    const input = {
      rows: kept ? kept.length : this.#finder.rows,
      kept,
      ids: this.#finder.ids,
      sources: this.#sources,
      records: this.#records,
      dimensions: this.#dimensions,
      amounts: this.#amounts,
    };
    return writeTable(this.#kernel, this.#model, input, this.#layout, findsIds, elsewhere ?? undefined);
  }

  #leftRows(): LeftRows {
    const staying = this.#keptRows();
    return {
      count: staying ? staying.length : this.#finder.rows,
      rowAt: staying ? (at) => staying[at]! : (at) => at,
      isOld: (row) => this.#written.get(row) === 0,
    };
  }

  /** Copy the previous version's rows in load order, column by column, which is cheaper than row by row. */
  #copyRows(table: ColumnarTable): void {
    const rows = rowsInLoadOrder(table, 0, table.rows);
    const sourceOf = openSources(table);
    const recordOf = openRecords(table);
    for (let place = 0; place < rows.length; place++) {
      this.#sources.set(place, sourceOf(rows[place]!));
      this.#written.set(place, 0);
      this.#records.set(place, recordOf(rows[place]!) ?? 0);
    }
    for (const [at, { codes }] of this.#dimensions.entries()) {
      const codeOf = openCodes(table, table.dimensions[at]!.codes);
      for (let place = 0; place < rows.length; place++) codes.set(place, codeOf(rows[place]!));
    }
    for (const [at, amounts] of this.#amounts.entries()) {
      const { scale } = table.measures[at]!;
      const amountOf = openAmounts(table, table.measures[at]!);
      for (let place = 0; place < rows.length; place++) {
        amounts.set(place, { unscaled: amountOf(rows[place]!), scale }, place);
      }
    }
    this.#finder.addAll(table, rows);
  }

  /** Return the rows that stay, or `null` for all. Rows that the source wrote before, but not again, are dropped. */
  #keptRows(): Uint32Array | null {
    if (!this.#hasPrevious) return null;
    const { rows } = this.#finder;
    const isKept = (row: number): boolean => this.#written.get(row) > 0 || this.#sources.get(row) !== this.#source;
    let count = 0;
    for (let row = 0; row < rows; row++) if (isKept(row)) count++;
    if (count === rows) return null;
    const staying = new Uint32Array(count);
    for (let row = 0, at = 0; row < rows; row++) if (isKept(row)) staying[at++] = row;
    return staying;
  }
}
