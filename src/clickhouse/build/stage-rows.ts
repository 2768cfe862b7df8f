import type { Cluster } from "../client/cluster.js";
import { RowWriter } from "../client/row-writer.js";
import { NO_RECORD, shardOf } from "../table/version.js";

/** Bytes of rows that are inserted at once. */
const BATCH_BYTES = 8 << 20;

/** A row as it is written: dimensions by code, amounts as integers × 10^-scale. */
export interface StagedRow {
  readonly id: string;
  readonly source: number;
  readonly record: number | null;
  readonly codes: ArrayLike<number>;
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
  #isCreated = false;
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

  /** Create the tables for rows of so many dimensions and measures. */
  async create(dimensions: number, measures: number): Promise<void> {
    if (this.#isCreated) return;
    this.#isCreated = true;
    const columns = [
      "pos UInt64",
      "id FixedString(20)",
      "source UInt32",
      "record UInt32",
      ...Array.from({ length: dimensions }, (_, at) => `d${at} UInt32`),
      ...Array.from({ length: measures }, (_, at) => `m${at} Int256, s${at} UInt16`),
    ];
    const sql = `CREATE TABLE ${this.table} (${columns.join()}) ENGINE = MergeTree ORDER BY (id, pos)`;
    await this.#cluster.onAll((node) => node.run(sql));
  }

  /** Add a row. */
  add({ id, source, record, codes, amounts, scales }: StagedRow): void {
    const shard = shardOf(id, this.#writers.length);
    const writer = this.#writers[shard]!;
    this.#counts[shard]!++;
    writer.uint64(this.#position++);
    writer.id(id);
    writer.uint32(source);
    writer.uint32(record ?? NO_RECORD);
    for (let at = 0; at < codes.length; at++) writer.uint32(codes[at]!);
    amounts.forEach((amount, at) => {
      writer.int256(amount);
      writer.uint16(scales[at]!);
    });
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
      const insert = previous.then(() => node.insert(`INSERT INTO ${this.table} FORMAT RowBinary`, rows));
      // An error is thrown to the next caller that awaits it.
      insert.catch(() => {});
      this.#inserts[shard] = insert;
    }
    await Promise.all(before);
  }
}
