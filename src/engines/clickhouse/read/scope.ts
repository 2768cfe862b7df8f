import { type Bounds, throwIfCancelled } from "../../../core/engine/bounds.js";
import type { Holds } from "../../../core/engine/holds.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import { filterClause, type Condition } from "../../../core/query/condition/condition.js";
import { NO_DICTIONARY, ServerError } from "../client/failures.js";
import type { ClusterNode, Query } from "../client/node.js";
import { type BinaryType, type RowBlock, RowReader } from "../client/row-reader.js";
import { allShards } from "../table/version.js";
import type { ConditionReads } from "./condition-reads.js";
import { readPassingTexts, type TextSearch } from "./read-texts.js";
import { StatementParts } from "./statement.js";
import type { ViewedVersion } from "./viewed-version.js";
import type { ConditionWriter, InlineTest } from "./where.js";

/** A condition as SQL, with what it names. */
export interface Where {
  readonly sql: string;
  readonly parts: StatementParts;
}

/** One lease on a version: its queries end at the deadline, and when the signal is aborted. */
export class ReadScope {
  readonly view: ViewedVersion;
  readonly bounds: Bounds;
  /** Holds the version for streams that go on after the lease. */
  readonly holds: Holds;
  /** Texts of inline dimensions that pass a test, by what was searched for. */
  readonly #texts = new Map<string, Promise<readonly string[]>>();

  constructor(view: ViewedVersion, bounds: Bounds, holds: Holds) {
    this.holds = holds;
    this.view = view;
    this.bounds = bounds;
  }

  /** The same lease for a stream, which has no deadline: a client may take its time to read. */
  get streaming(): ReadScope {
    const bounds = { ...this.bounds, deadline: Infinity, maxComputing: Infinity };
    return new ReadScope(this.view, bounds, this.holds);
  }

  /** The table of all entries. */
  get from(): string {
    const { cluster, facts } = this.view.version;
    return allShards(cluster, facts.table);
  }

  /** Check that the answer is still needed and there is time left. @throws OverCapacity */
  readonly check = (): void => {
    throwIfCancelled(this.bounds);
    const { deadline, maxComputing = Infinity, signal } = this.bounds;
    const isUsedUp = (signal?.usage?.computed ?? 0) >= maxComputing;
    if (isUsedUp || performance.now() > deadline) {
      throw new OverCapacity("The query took too long", { limit: "deadline" });
    }
  };

  /** Write the condition that entries meet all of some conditions. */
  async where(conditions: readonly Condition[], parts = new StatementParts()): Promise<Where> {
    const all: Condition = { is: "all", of: conditions };
    return { parts, sql: await this.view.conditions.write(all, parts, this.#reads) };
  }

  /** Write the test of one clause. */
  whereTest(test: Parameters<typeof filterClause>[0], parts: StatementParts): Promise<string> {
    return this.view.conditions.writeTest(test, parts, this.#reads);
  }

  /** Write the tests of a text clause for inline dimensions. */
  writeInlineTexts(
    test: Parameters<ConditionWriter["writeInlineTexts"]>[0],
    parts: StatementParts,
  ): Promise<readonly InlineTest[]> {
    return this.view.conditions.writeInlineTexts(test, parts, this.#reads);
  }

  /** Run a query with the parts that it names. */
  async query(
    sql: string,
    parts: StatementParts,
    settings: Query["settings"] = {},
    node: ClusterNode = this.view.version.cluster.node,
  ): Promise<Buffer> {
    this.check();
    const { tables, parameters } = parts;
    const result = await node.query({ sql, tables, parameters, settings, bounds: this.bounds });
    this.check();
    return result;
  }

  /** Run a query for rows of these types. @param node that of a shard, to read what is there alone */
  async rows(sql: string, parts: StatementParts, types: readonly BinaryType[], node?: ClusterNode): Promise<RowBlock> {
    const reader = new RowReader(types);
    const block = reader.read(await this.query(`${sql} FORMAT RowBinary`, parts, {}, node));
    reader.end();
    return block;
  }

  /**
   * Run queries once the version is prepared for them. A node that was set up anew has no dictionaries: they are created
   * once more.
   */
  async prepared<T>(run: () => Promise<T>): Promise<T> {
    this.check();
    await this.view.prepare();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ServerError && error.code === NO_DICTIONARY)) throw error;
      this.view.forget();
      await this.view.prepare();
      return run();
    }
  }

  get #reads(): ConditionReads {
    return { readNearIds: this.#readNearIds, readTexts: this.#readTexts, check: this.check };
  }

  readonly #readTexts = (search: TextSearch): Promise<readonly string[]> => {
    const known = this.#texts.get(search.key);
    if (known) return known;
    const found = readPassingTexts(
      { from: this.from, check: this.check, rows: (...query) => this.rows(...query) },
      search,
    );
    this.#texts.set(search.key, found);
    return found;
  };

  readonly #readNearIds = async (text: string, edits: number): Promise<readonly string[]> => {
    const parts = new StatementParts();
    const block = await this.rows(
      `SELECT id FROM ${this.from} WHERE editDistanceUTF8(lower(hex(id)), ${parts.addText(text)}) <= ${edits}`,
      parts,
      ["Id"],
    );
    return Array.from({ length: block.length }, (_, row) => block.id(row, 0));
  };
}
