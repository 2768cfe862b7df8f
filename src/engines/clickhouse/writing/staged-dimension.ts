import type { Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Cluster } from "../client/cluster.js";
import { RowWriter } from "../client/row-writer.js";
import { canBeInline, defineInlineColumns, writeInlineValue } from "../table/inline-columns.js";
import type { Members } from "../table/members.js";
import type { StoredDimension } from "../table/version-header.js";
import { CodedMembers } from "./coded-members.js";

/** Bytes of texts that are inserted at once. */
const BATCH_BYTES = 8 << 20;

/** A dimension of a version that is built: rows have the codes of its members, or from some row on their texts. */
export class StagedDimension {
  readonly dimension: Dimension;
  /** True if the previous version has its texts with the entries. */
  readonly wasInline: boolean;
  #coded: CodedMembers | null;
  #names: string | null = null;

  constructor(dimension: Dimension, previous: { readonly stored: StoredDimension; readonly members: Members } | null) {
    this.dimension = dimension;
    this.wasInline = previous?.stored.inline !== undefined;
    this.#coded = this.wasInline ? null : new CodedMembers(dimension, previous?.members);
  }

  /** Codes of its members; `null` if rows have their texts. */
  get coded(): CodedMembers | null {
    return this.#coded;
  }

  /** Number of members that could be inline instead; 0 if they are, or cannot be. */
  get numMovable(): number {
    return this.#coded && canBeInline(this.dimension) ? this.#coded.length : 0;
  }

  /**
   * Table on all nodes with the texts of the codes that earlier rows have, and entries of the previous version; `null` if
   * none have codes.
   */
  get names(): string | null {
    return this.#names;
  }

  /**
   * Put the texts of all codes into the cluster, and forget them here.
   * @param table name of their table
   */
  async moveTexts(cluster: Cluster, table: string): Promise<void> {
    const coded = this.#coded!;
    const { index } = this.dimension;
    const columns = ["code UInt32", ...defineInlineColumns(index)].join();
    await cluster.onAll((node) => node.run(`CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY code`));
    this.#names = table;
    const writer = new RowWriter();
    const insert = async (): Promise<void> => {
      const rows = writer.take();
      await cluster.onAll((node) => node.insert(`INSERT INTO ${table} FORMAT RowBinary`, rows));
    };
    for (let code = 0; code < coded.length; code++) {
      writer.uint32(code);
      writeInlineValue(writer, memberText(coded.tupleAt(code)));
      if (writer.length >= BATCH_BYTES) await insert();
    }
    if (writer.length > 0) await insert();
    this.#coded = null;
  }
}

/** Return the text of a member of an inline dimension. */
export function memberText(tuple: readonly Value[]): string | null {
  return tuple[0] as string | null;
}
