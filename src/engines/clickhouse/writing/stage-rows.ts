import type { Cluster } from "../client/cluster.js";
import { RowWriter } from "../client/row-writer.js";
import { defineInlineColumns, listInlineColumns, writeInlineValue } from "../table/inline-columns.js";
import { NO_CODE, NO_RECORD, shardOf } from "../table/version.js";

/** Bytes of rows that are inserted at once. */
const BATCH_BYTES = 8 << 20;

/** A row as it is written: amounts as integers × 10^-scale. */
export interface StagedRow {
  readonly id: string;
  readonly source: number;
  readonly record: number | null;
  /** Codes by dimension; those of inline dimensions do not count. */
  readonly codes: ArrayLike<number>;
  /** Texts by dimension, of those that are inline. */
  readonly texts: readonly (string | null)[];
  readonly amounts: readonly (number | bigint)[];
  readonly scales: ArrayLike<number>;
}

/** Rows of a load on their way to the shards of their ids, in the order in which they were written. */
export class StagedRows {
  readonly table: string;
  readonly #cluster: Cluster;
  readonly #writers: readonly RowWriter[];
  readonly #inserts: Promise<void>[] = [];
  readonly #counts: number[];
  /** Inline dimensions, in the order of their columns. */
  readonly #inline: number[] = [];
  /** Bytes of the texts that were written, by dimension. */
  readonly #writtenBytes: number[] = [];
  /** Names of the columns, in the order in which rows have them; empty without tables. */
  #columns: readonly string[] = [];
  #position: number;

  /** @param firstPosition place of the first row among all entries */
  constructor(cluster: Cluster, table: string, firstPosition: number) {
    this.table = `${table}_stage`;
    this.#cluster = cluster;
    this.#writers = cluster.nodes.map(() => new RowWriter());
    this.#counts = cluster.nodes.map(() => 0);
    this.#position = firstPosition;
  }

  /** Position after that of the last row. */
  get nextPosition(): number {
    return this.#position;
  }

  /** Number of rows that were written to each shard. */
  get counts(): readonly number[] {
    return this.#counts;
  }

  /** Bytes of the texts that were written, by dimension; nothing for dimensions that have codes. */
  get writtenBytes(): readonly (number | undefined)[] {
    return this.#writtenBytes;
  }

  /** Create the tables for rows of so many dimensions and measures. @param inline dimensions whose texts rows have */
  async create(dimensions: number, measures: number, inline: readonly number[]): Promise<void> {
    if (this.#columns.length > 0) return;
    const columns = [
      "pos UInt64",
      "id FixedString(20)",
      "source UInt32",
      "record UInt32",
      ...Array.from({ length: dimensions }, (_, at) => `d${at} UInt32`),
      ...Array.from({ length: measures }, (_, at) => [`m${at} Int256`, `s${at} UInt16`]).flat(),
    ];
    this.#columns = columns.map((column) => column.split(" ")[0]!);
    const sql = `CREATE TABLE ${this.table} (${columns.join()}) ENGINE = MergeTree ORDER BY (id, pos)`;
    await this.#cluster.onAll((node) => node.run(sql));
    for (const dimension of inline) await this.addTexts(dimension);
  }

  /** Write the texts of a dimension from the next row on. */
  async addTexts(dimension: number): Promise<void> {
    await this.flush();
    const added = defineInlineColumns(dimension).map((column) => `ADD COLUMN ${column}`);
    await this.#cluster.onAll((node) => node.run(`ALTER TABLE ${this.table} ${added.join()}`));
    this.#columns = [...this.#columns, ...listInlineColumns(dimension)];
    this.#inline.push(dimension);
    this.#writtenBytes[dimension] = 0;
  }

  /** Add a row. */
  add({ id, source, record, codes, texts, amounts, scales }: StagedRow): void {
    const shard = shardOf(id, this.#writers.length);
    const writer = this.#writers[shard]!;
    this.#counts[shard]!++;
    writer.uint64(this.#position++);
    writer.id(id);
    writer.uint32(source);
    writer.uint32(record ?? NO_RECORD);
    for (let at = 0; at < codes.length; at++) {
      writer.uint32(this.#writtenBytes[at] === undefined ? codes[at]! : NO_CODE);
    }
    amounts.forEach((amount, at) => {
      writer.int256(amount);
      writer.uint16(scales[at]!);
    });
    for (const dimension of this.#inline) {
      const text = texts[dimension]!;
      writeInlineValue(writer, text);
      this.#writtenBytes[dimension]! += text === null ? 1 : Buffer.byteLength(text);
    }
  }

  /** Insert what is full. @returns a promise to await before further rows, if there is one */
  insertFull(): Promise<void> | undefined {
    const full = this.#writers.flatMap(({ length }, shard) => (length >= BATCH_BYTES ? [shard] : []));
    return full.length === 0 ? undefined : this.#insert(full);
  }

  /** Insert all rows. */
  async flush(): Promise<void> {
    await this.#insert(this.#writers.flatMap(({ length }, shard) => (length > 0 ? [shard] : [])));
    await Promise.all(this.#inserts);
  }

  /** Begin to insert the rows of some shards, after those before have arrived. */
  async #insert(shards: readonly number[]): Promise<void> {
    const before = shards.map((shard) => this.#inserts[shard]);
    for (const shard of shards) {
      const rows = this.#writers[shard]!.take();
      const node = this.#cluster.nodes[shard]!;
      const previous = this.#inserts[shard] ?? Promise.resolve();
      const sql = `INSERT INTO ${this.table} (${this.#columns.join()}) FORMAT RowBinary`;
      const insert = previous.then(() => node.insert(sql, rows));
      // An error is thrown to the next caller that awaits it.
      insert.catch(() => {});
      this.#inserts[shard] = insert;
    }
    await Promise.all(before);
  }
}
