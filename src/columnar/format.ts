import type { Engine } from "../engine/engine.js";
import type { SerializedVersion } from "../engine/serialized.js";
import type { Disagreement } from "../engine/disagreement.js";
import { amountAt, batchOf, rowAt, type RowBatch } from "../engine/row-batch.js";
import type { RepeatRules, TableBuilder, TableFormat, WriteCounts, WrittenVersion } from "../engine/storage.js";
import type { EntryInput } from "../engine/source-row.js";
import { type Kernel, MAX_TABLE_BYTES } from "../kernel/kernel.js";
import type { Model } from "../model/cube.js";
import { rowModel } from "../model/row-model.js";
import { WORTH_CLUSTERING } from "./clustering/choose-keys.js";
import { rowsInLoadOrder } from "./table/rows-in-load-order.js";
import type { Background } from "./rollups/builder.js";
import { DictionaryBuilder } from "./build/dictionary-builder.js";
import { ColumnarEngine } from "./engine.js";
import { isTermed, type TermIndexer, withTerms, writeTerms, type WrittenTerms } from "./search/build-term-index.js";
import { type OnMembers, type TableLayout, writeTable } from "./write-table.js";
import { GrowingAmounts } from "./build/growing-amounts.js";
import { GrowingCodes } from "./base/growing-codes.js";
import { RowFinder } from "./build/row-finder.js";
import { type LeftRows, listDisagreements } from "./build/list-disagreements.js";
import { openAmounts, openCodes, openSources } from "./table/open-columns.js";
import { openRecords } from "./table/record-numbers.js";
import type { ColumnarTable } from "./table/table.js";
import { describeTable } from "./table/table-header.js";
import { loadTable, type TableOpening } from "./load-table.js";

/** A format that works synchronously, in this thread. */
interface ColumnarFormat extends TableFormat {
  build(...of: Parameters<TableFormat["build"]>): ColumnarBuilder;
  serialize(engine: Engine): SerializedVersion;
  open(model: Model, header: unknown, lengths: readonly number[]): TableOpening;
}

/**
 * Tables in WebAssembly memory, read by a kernel.
 *
 * Memory for building a table, in addition to the previous version:
 * - per row: 4 bytes for the index of a key of one dimension, up to 18 for another, 20 for an id that does not follow from
 *   the key, 8 per measure, 6 for the row order, 1 for what was written, and the bytes of the largest code for each
 *   dimension, for the source and for the number of the record that wrote it
 * - per member: its texts, 8 bytes per text, and up to 18 for the member index
 *
 * The new table comes on top; each builder column is freed once it is written. Ordering the rows by id takes 16 bytes per
 * row. Example: 100 million rows of 8 dimensions and 2 measures took at most 48 bytes per row, and 28 as a table.
 * @param memoryBytes maximum bytes of one memory; a larger table spans several
 * @param worthClustering thresholds from which rows are clustered
 * @param background builds rollups of tables that are opened from storage
 */
export function columnarFormat(
  kernel: Kernel,
  memoryBytes = MAX_TABLE_BYTES,
  worthClustering = WORTH_CLUSTERING,
  background?: Background,
): ColumnarFormat {
  return {
    build(model, previous, source, repeats) {
      if (previous !== null && !(previous instanceof ColumnarEngine)) throw new TypeError("Not a table of this format");
      return new ColumnarBuilder(kernel, model, previous, source, { memoryBytes, worthClustering }, repeats);
    },

    serialize(engine) {
      if (!(engine instanceof ColumnarEngine)) throw new TypeError("Not a table of this format");
      const { table } = engine;
      return { header: describeTable(table), parts: table.memories.map(({ contents }) => contents) };
    },

    open: (model, header, lengths) => loadTable(kernel, model, header, lengths, background),
  };
}

/** Minimum rows of a table for which another thread is worth its start, and the memory that both take at a time. */
const LARGE_ROWS = 2 ** 21;

/** Return the format with builders that have the terms of large tables indexed by another thread. */
export function withTermIndexer(format: ColumnarFormat, indexer: TermIndexer, minRows = LARGE_ROWS): TableFormat {
  return { ...format, build: (...of) => format.build(...of).withIndexer(indexer, minRows) };
}

/** Columns that grow row by row. */
class ColumnarBuilder implements TableBuilder {
  readonly #kernel: Kernel;
  readonly #model: Model;
  readonly #source: number;
  readonly #counts = { created: 0, updated: 0, repeated: 0 };
  readonly #layout: TableLayout;
  readonly #finder: RowFinder;
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
  readonly #oldRows: number;

  constructor(
    kernel: Kernel,
    model: Model,
    previous: ColumnarEngine | null,
    source: number,
    layout: TableLayout,
    repeats: RepeatRules = {},
  ) {
    this.#layout = layout;
    this.#repeats = repeats;
    this.#kernel = kernel;
    this.#model = rowModel(model);
    this.#source = source;
    const table = previous?.table;
    this.#dimensions = this.#model.dimensions.map(
      (dimension, at) =>
        new DictionaryBuilder(dimension, table && { memories: table.memories, column: table.dimensions[at]! }),
    );
    this.#amounts = model.measures.map(() => new GrowingAmounts());
    const key = this.#model.key.filter(({ kind }) => kind !== "measure");
    this.#inKey = this.#dimensions.map(({ dimension }) => key.findIndex(({ index }) => index === dimension.index));
    this.#finder = new RowFinder({ model: this.#model, dimensions: this.#dimensions, amounts: this.#amounts });
    this.#oldRows = table?.rows ?? 0;
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
    const amount = this.#amounts[this.#model.measures.findIndex(({ name }) => name === "amount")]!;
    let left: LeftRows | undefined;
    const rows = (): LeftRows => (left ??= this.#leftRows());
    return this.#dimensions.flatMap((dimension) => listDisagreements(dimension, rows, amount));
  }

  abandon(): WriteCounts {
    return this.#counts;
  }

  #writeRows(batch: RowBatch, source: number): void {
    if (batch.length === 0) return;
    this.#dimensions.forEach((dimension, at) => dimension.enterTexts(batch.members[at]!, batch.length));
    for (let at = 0; at < batch.length; at++) this.#upsert(batch, at, source);
  }

  #upsert(batch: RowBatch, at: number, source: number): void {
    const before = this.#finder.rows;
    const row = this.#finder.rowOf(batch, at);
    const wasWritten = row < before && this.#written.get(row) > 0;
    if (wasWritten) {
      this.#noteRepeat(batch, at, row);
      if (this.#repeats.keepFirst) return;
    }
    this.#counts[wasWritten ? "repeated" : row < this.#oldRows ? "updated" : "created"]++;
    this.#written.set(row, 1);
    this.#records.set(row, batch.records ? batch.records[at]! : 0);
    this.#sources.set(row, source);
    for (let place = 0; place < this.#dimensions.length; place++) {
      const inKey = this.#inKey[place]!;
      this.#dimensions[place]!.set(row, batch.members[place]!, at, inKey < 0 ? undefined : this.#finder.codeAt(inKey));
    }
    for (let place = 0; place < this.#amounts.length; place++) {
      const column = batch.amounts[place]!;
      const integer = column.integers[at]!;
      if (Number.isNaN(integer)) this.#amounts[place]!.set(row, amountAt(column, at), before);
      else this.#amounts[place]!.setInteger(row, integer, column.scales[at]!, before);
    }
  }

  #noteRepeat(batch: RowBatch, at: number, row: number): void {
    const number = this.#records.get(row);
    const amounts = this.#amounts.map((each) => ({ unscaled: each.get(row), scale: each.scale }));
    this.#repeats.onRepeat?.({ entry: rowAt(batch, at), earlier: { row: number === 0 ? null : number, amounts } });
  }

  finish(): WrittenVersion {
    const table = this.#writeTable();
    try {
      const terms = table.dimensions.map((each) =>
        isTermed(each) ? writeTerms(this.#kernel, table.memories, each.columns) : null,
      );
      return this.#toVersion(table, terms);
    } catch (error) {
      for (const memory of table.memories) memory.release();
      throw error;
    }
  }

  /** Return this builder, with an indexer that works while `finish` goes on if there are many rows. */
  withIndexer(indexer: TermIndexer, minRows: number): TableBuilder {
    const isLarge = (): boolean => this.#finder.rows >= minRows;
    return {
      write: (entries, source) => this.write(entries, source),
      writeRows: (rows) => {
        this.writeRows(rows);
        if (isLarge()) indexer.prepare();
      },
      disagreements: () => this.disagreements(),
      finish: async () => (isLarge() ? this.#finishWith(indexer) : this.finish()),
      abandon: () => this.abandon(),
    };
  }

  async #finishWith(indexer: TermIndexer): Promise<WrittenVersion> {
    const pending: (Promise<WrittenTerms> | null)[] = [];
    const table = this.#writeTable((at, columns, memories) => {
      pending[at] = isTermed({ columns }) ? indexer.index(memories, columns) : null;
    });
    try {
      const terms = await Promise.all(pending);
      return this.#toVersion(table, terms);
    } catch (error) {
      for (const memory of table.memories) memory.release();
      throw error;
    }
  }

  #toVersion(table: ColumnarTable, terms: readonly (WrittenTerms | null)[]): WrittenVersion {
    return { engine: new ColumnarEngine(this.#kernel, withTerms(table, terms)), ...this.#counts };
  }

  #writeTable(onMembers: OnMembers = () => {}): ColumnarTable {
    const { count: rows, rowAt } = this.#leftRows();
    for (const dimension of this.#dimensions) dimension.settle();
    this.#finder.end();
    const input = {
      rows,
      rowAt,
      ids: this.#finder.ids,
      sourceAt: (row: number) => this.#sources.get(rowAt(row)),
      recordAt: (row: number) => this.#records.get(rowAt(row)),
      dimensions: this.#dimensions,
      amounts: this.#amounts,
    };
    return writeTable(this.#kernel, this.#model, input, this.#layout, onMembers);
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
