import { FRESH, memberAt, NO_TEXT, type RowAmounts, type RowMembers } from "../../../core/engine/row-batch.js";
import { BlockWriter } from "../client/block-writer.js";
import type { Cluster } from "../client/cluster.js";
import {
  defineInlineColumns,
  type DerivedTexts,
  deriveTexts,
  listInlineColumns,
  UNDERIVED,
} from "../table/inline-columns.js";
import { NO_CODE, NO_RECORD, shardAt } from "../table/version.js";
import { memberText } from "./staged-dimension.js";

/** Bytes of rows that are inserted at once, into all shards together, and at least into each. */
const [BATCH_BYTES, LEAST_BYTES] = [16 << 20, 4 << 20];

/** Rows as they are written: amounts as integers × 10^-`scales`. */
export interface StagedBatch {
  readonly length: number;
  /** 20 bytes for each row. */
  readonly ids: Uint8Array;
  readonly source: number;
  readonly records: Uint32Array | null;
  /** Codes by dimension and row; `null` for dimensions that are inline. */
  readonly codes: readonly (Uint32Array | null)[];
  readonly members: readonly RowMembers[];
  readonly amounts: readonly RowAmounts[];
}

/** Rows of a load on their way to the shards of their ids, in the order in which they were written. */
export class StagedRows {
  readonly table: string;
  readonly #cluster: Cluster;
  /** Bytes of rows that are inserted at once into a shard. */
  readonly #fullBytes: number;
  readonly #writers: readonly BlockWriter[];
  readonly #inserts: Promise<void>[] = [];
  readonly #counts: number[];
  /** Inline dimensions, in the order of their columns. */
  readonly #inline: number[] = [];
  /** Bytes of the texts that were written, by dimension. */
  readonly #writtenBytes: number[] = [];
  #isCreated = false;
  #position: number;

  /** @param firstPosition place of the first row among all entries */
  constructor(cluster: Cluster, table: string, firstPosition: number) {
    this.table = `${table}_stage`;
    this.#cluster = cluster;
    this.#fullBytes = Math.max(BATCH_BYTES / cluster.nodes.length, LEAST_BYTES);
    // The last block comes on top.
    this.#writers = cluster.nodes.map(() => new BlockWriter(this.#fullBytes * 1.25));
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
    if (this.#isCreated) return;
    this.#isCreated = true;
    const columns = [
      "pos UInt64",
      "id FixedString(20)",
      "source UInt32",
      "record UInt32",
      ...Array.from({ length: dimensions }, (_, at) => `d${at} UInt32`),
      ...Array.from({ length: measures }, (_, at) => [`m${at} Int256`, `s${at} UInt16`]).flat(),
    ];
    const sql = `CREATE TABLE ${this.table} (${columns.join()}) ENGINE = MergeTree ORDER BY (id, pos)`;
    await this.#cluster.onAll((node) => node.run(sql));
    for (const dimension of inline) await this.addTexts(dimension);
  }

  /** Write the texts of a dimension from the next row on. */
  async addTexts(dimension: number): Promise<void> {
    await this.flush();
    const added = defineInlineColumns(dimension).map((column) => `ADD COLUMN ${column}`);
    await this.#cluster.onAll((node) => node.run(`ALTER TABLE ${this.table} ${added.join()}`));
    this.#inline.push(dimension);
    this.#writtenBytes[dimension] = 0;
  }

  /** Add rows. */
  add(batch: StagedBatch): void {
    const first = this.#position;
    this.#position += batch.length;
    this.#listOwn(batch).forEach((rows, shard) => {
      if (rows.length > 0) this.#addTo(this.#writers[shard]!, batch, rows, first);
      this.#counts[shard]! += rows.length;
    });
  }

  /** List the rows of each shard. */
  #listOwn({ ids, length }: StagedBatch): readonly Uint32Array[] {
    const own = this.#writers.map(() => new Uint32Array(length));
    const counts = own.map(() => 0);
    for (let row = 0; row < length; row++) {
      const shard = shardAt(ids, row, own.length);
      own[shard]![counts[shard]!++] = row;
    }
    return own.map((rows, shard) => rows.subarray(0, counts[shard]));
  }

  #addTo(writer: BlockWriter, batch: StagedBatch, rows: Uint32Array, first: number): void {
    const { ids, source, records, codes, members, amounts } = batch;
    const columns = 4 + codes.length + amounts.length * 2 + this.#inline.length * 4;
    writer.begin(columns, rows.length);
    writer.column("pos", "UInt64");
    writer.uint64s(rows, (row) => first + row);
    writer.column("id", "FixedString(20)");
    writer.ids(rows, ids);
    writer.column("source", "UInt32");
    writer.integers(32, rows, () => source);
    writer.column("record", "UInt32");
    writer.integers(32, rows, (row) => (records ? records[row]! : NO_RECORD));
    for (const [at, own] of codes.entries()) {
      writer.column(`d${at}`, "UInt32");
      writer.integers(32, rows, (row) => (own ? own[row]! : NO_CODE));
    }
    for (const [at, own] of amounts.entries()) {
      writer.column(`m${at}`, "Int256");
      writer.int256s(rows, (row) => integerAt(own, row));
      writer.column(`s${at}`, "UInt16");
      writer.integers(16, rows, (row) => scaleAt(own, row));
    }
    for (const dimension of this.#inline) this.#addTexts(writer, dimension, members[dimension]!, rows);
  }

  #addTexts(writer: BlockWriter, dimension: number, members: RowMembers, rows: Uint32Array): void {
    const [text, folded, searched, tokens] = listInlineColumns(dimension) as [string, string, string, string];
    const column = writer.column(text, "String");
    const derived = new Map<number, DerivedTexts>();
    let bytes = 0;
    for (const row of rows) {
      const place = members.codes[row]! - FRESH;
      const size = place >= 0 && members.texts ? members.texts.sizes[place]! : NO_TEXT;
      if (size !== NO_TEXT) {
        bytes += size;
        if (column.slice(members.texts!.bytes, members.texts!.starts[place]!, size)) continue;
      }
      const value = memberText(memberAt(members, row));
      if (size === NO_TEXT) {
        column.text(value);
        bytes += value === null ? 1 : Buffer.byteLength(value);
      }
      const own = deriveTexts(value);
      if (own !== UNDERIVED) derived.set(row, own);
    }
    this.#writtenBytes[dimension]! += bytes;
    const derivedOf = (row: number): DerivedTexts => derived.get(row) ?? UNDERIVED;
    writer.column(folded, "String");
    for (const row of rows) column.text(derivedOf(row).folded);
    writer.column(searched, "String");
    for (const row of rows) column.text(derivedOf(row).searched);
    writer.column(tokens, "Array(String)");
    writer.lists(rows, (row) => derivedOf(row).tokens);
  }

  /** Insert what is full. @returns a promise to await before further rows, if there is one */
  insertFull(): Promise<void> | undefined {
    const full = this.#writers.flatMap(({ length }, shard) => (length >= this.#fullBytes ? [shard] : []));
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
      const writer = this.#writers[shard]!;
      const rows = writer.take();
      const node = this.#cluster.nodes[shard]!;
      const previous = this.#inserts[shard] ?? Promise.resolve();
      const sql = `INSERT INTO ${this.table} FORMAT Native`;
      const insert = previous.then(() => node.insert(sql, rows)).then(() => writer.reuse(rows));
      // An error is thrown to the next caller that awaits it.
      insert.catch(() => {});
      this.#inserts[shard] = insert;
    }
    await Promise.all(before);
  }
}

/** Return an amount as an integer × 10^-`scaleAt`. */
export function integerAt({ integers, decimals }: RowAmounts, row: number): number | bigint {
  const integer = integers[row]!;
  return Number.isNaN(integer) ? decimals.get(row)!.unscaled : integer;
}

/** Return the digits after the point of an amount. */
export function scaleAt({ integers, scales, decimals }: RowAmounts, row: number): number {
  return Number.isNaN(integers[row]!) ? decimals.get(row)!.scale : scales[row]!;
}
