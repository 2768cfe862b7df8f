import { createHash } from "node:crypto";
import type { Cluster } from "../client/cluster.js";
import { RowWriter } from "../client/row-writer.js";
import type { ViewColumn } from "./view-column.js";

/** Numbers of the longest array that a dictionary may have: one for each code. */
const MAX_CODES = 2_000_000_000;

/** Columns of a dictionary, and how it finds a key. */
interface Shape {
  readonly columns: string;
  readonly key: string;
  readonly layout: string;
}

const BY_CODE = { key: "code", layout: `FLAT(MAX_ARRAY_SIZE ${MAX_CODES})` };
const NUMBERS: Shape = { ...BY_CODE, columns: "(code UInt64, g UInt32, r UInt32)" };
const TEXTS: Shape = { ...BY_CODE, columns: "(code UInt64, t String)" };
const CODES: Shape = { key: "t", layout: "COMPLEX_KEY_HASHED()", columns: "(t String, code UInt32)" };

/**
 * Groups and ranks of the values of an attribute, as dictionaries on all nodes. They are named by their contents and
 * belong to the tables of a version, so that a node may have one already.
 */
export class Lookups {
  readonly #cluster: Cluster;
  readonly #table: string;
  readonly #names = new Map<string, Promise<string>>();
  #ofColumns = new WeakMap<ViewColumn, Promise<string>[]>();

  constructor(cluster: Cluster, table: string) {
    this.#cluster = cluster;
    this.#table = table;
  }

  /** Return the dictionary with the groups and ranks of a column's attribute. Cost: uploads it on first use. */
  ofAttribute(column: ViewColumn, attribute: number): Promise<string> {
    let known = this.#ofColumns.get(column);
    if (!known) this.#ofColumns.set(column, (known = []));
    const { groups, ranks } = column.groupingOf(attribute);
    const name = (known[attribute] ??= this.ofNumbers(column.codes, groups, ranks));
    name.catch(() => delete known[attribute]);
    return name;
  }

  /** Return a dictionary with two numbers `g` and `r` for each of some codes. */
  ofNumbers(codes: Uint32Array, groups: Uint32Array, ranks: Uint32Array): Promise<string> {
    return this.#named(NUMBERS, writeLookup(codes, groups, ranks));
  }

  /** Return a dictionary with a text `t` for each of some codes; `null` is a missing text. */
  ofTexts(codes: Uint32Array, textOf: (code: number) => string | null): Promise<string> {
    const writer = new RowWriter();
    for (const code of codes) {
      writer.uint64(code);
      writer.text(textOf(code));
    }
    return this.#named(TEXTS, writer.take());
  }

  /** Return a dictionary with a number `code` for each of some texts; others have 0. */
  ofCodes(codes: ReadonlyMap<string, number>): Promise<string> {
    const writer = new RowWriter();
    for (const [text, code] of codes) {
      writer.text(text);
      writer.uint32(code);
    }
    return this.#named(CODES, writer.take());
  }

  /** Forget which dictionaries exist: a node may have lost them. */
  forget(): void {
    this.#names.clear();
    this.#ofColumns = new WeakMap();
  }

  #named(shape: Shape, rows: Uint8Array): Promise<string> {
    const digest = createHash("sha1").update(shape.columns).update(rows).digest("hex").slice(0, 16);
    let name = this.#names.get(digest);
    if (!name) {
      this.#names.set(digest, (name = this.#create(`${this.#table}_x${digest}`, shape, rows)));
      // The next query tries again.
      name.catch(() => this.#names.delete(digest));
    }
    return name;
  }

  async #create(name: string, { columns, key, layout }: Shape, rows: Uint8Array): Promise<string> {
    const { database, credentials } = this.#cluster;
    await this.#cluster.onReplicas(async (node) => {
      await node.run(`CREATE TABLE IF NOT EXISTS ${name}_t ${columns} ENGINE = TinyLog`);
      // Rows that are there twice are the same.
      await node.insert(`INSERT INTO ${name}_t FORMAT RowBinary`, rows);
      await node.run(
        `CREATE DICTIONARY IF NOT EXISTS ${name} ${columns} PRIMARY KEY ${key}
          SOURCE(CLICKHOUSE(${credentials} DB '${database}' TABLE '${name}_t'))
          LAYOUT(${layout}) LIFETIME(0)`,
      );
    });
    // The server of another shard has another current database.
    return `${database}.${name}`;
  }
}

function writeLookup(codes: Uint32Array, groups: Uint32Array, ranks: Uint32Array): Uint8Array {
  const rows = new Uint32Array(codes.length * 4);
  codes.forEach((code, at) => {
    rows[at * 4] = code;
    rows[at * 4 + 2] = groups[code]!;
    rows[at * 4 + 3] = ranks[code]!;
  });
  return new Uint8Array(rows.buffer);
}
