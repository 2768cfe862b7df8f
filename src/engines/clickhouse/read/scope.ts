import type { Bounds } from "../../../core/engine/bounds.js";
import type { Holds } from "../../../core/engine/holds.js";
import { listNearIdTests, nearIdKey, type NearIdTest } from "../../../core/engine/near-ids.js";
import { filterClause, type Condition } from "../../../core/query/condition/condition.js";
import { NO_DICTIONARY, ServerError } from "../client/failures.js";
import type { ClusterNode, Query } from "../client/node.js";
import { type BinaryType, type RowBlock, RowReader } from "../client/row-reader.js";
import { allShards } from "../table/version.js";
import type { ConditionReads } from "./condition-reads.js";
import { readNearIds } from "./read-near-ids.js";
import { type EntryQueries, readPassingTexts, type TextSearch } from "./read-texts.js";
import { StatementParts } from "./statement.js";
import type { ViewColumn } from "../table/view-column.js";
import type { ViewedVersion } from "./viewed-version.js";
import { Waits } from "./waits.js";
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
  /** Ids that are similar to a text, by the key of the test. */
  readonly #nearIds = new Map<string, Promise<readonly string[]>>();

  /** Waits for the cluster. */
  readonly waits: Waits;

  constructor(view: ViewedVersion, bounds: Bounds, holds: Holds, waits = new Waits(bounds)) {
    this.holds = holds;
    this.view = view;
    this.bounds = bounds;
    this.waits = waits;
    this.check = this.waits.check;
  }

  /**
   * The same lease for a stream, which has no deadline: a client may take its time to read. Each of its queries has the
   * time of a request.
   */
  get streaming(): ReadScope {
    return new ReadScope(this.view, this.bounds, this.holds, new Waits(this.bounds, true));
  }

  /** The table of all entries. */
  get from(): string {
    const { cluster, facts } = this.view.version;
    return allShards(cluster, facts.table);
  }

  /** Check that the answer is still needed and there is time left. @throws OverCapacity */
  readonly check: () => void;

  /** Write the condition that entries meet all of some conditions. */
  async where(conditions: readonly Condition[], parts = new StatementParts()): Promise<Where> {
    const all: Condition = { is: "all", of: conditions };
    this.#beginNearIds(conditions);
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

  /**
   * Run a query with the parts that it names.
   * @param node that of a shard, to read what is there alone
   * @throws EngineUnreachable at once if a shard that it needs is known to be silent
   */
  async query(
    sql: string,
    parts: StatementParts,
    settings: Query["settings"] = {},
    node?: ClusterNode,
  ): Promise<Buffer> {
    this.check();
    const { cluster } = this.view.version;
    cluster.refuseSilent(node?.place?.shard);
    const { tables, parameters } = parts;
    const bounds = { deadline: this.waits.deadline, signal: this.bounds.signal };
    const end = this.waits.begin();
    const result = await (node ?? cluster.node)
      .query({ sql, tables, parameters, settings, bounds })
      .finally(() => end());
    this.check();
    return result;
  }

  /** Wait for work in the cluster that other requests share. @throws as `query` does */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    this.view.version.cluster.refuseSilent();
    return this.waits.for(work());
  }

  /** Return the dictionary with the groups and ranks of a column's attribute. */
  lookupOf(column: ViewColumn, attribute: number): Promise<string> {
    return this.shared(() => this.view.lookups.ofAttribute(column, attribute));
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
    await this.prepare();
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ServerError && error.code === NO_DICTIONARY)) throw error;
      this.view.forget();
      await this.prepare();
      return run();
    }
  }

  /** Prepare the version for queries. */
  async prepare(): Promise<void> {
    if (!this.view.isPrepared) await this.waits.for(this.view.prepare());
  }

  get #reads(): ConditionReads {
    return { readNearIds: this.#readNearIds, readTexts: this.#readTexts, check: this.check };
  }

  readonly #readTexts = (search: TextSearch): Promise<readonly string[]> => {
    const known = this.#texts.get(search.key);
    if (known) return known;
    const found = readPassingTexts(this.#queries, search);
    this.#texts.set(search.key, found);
    return found;
  };

  readonly #readNearIds = (test: NearIdTest): Promise<readonly string[]> => {
    this.#beginNearIds([filterClause({ on: "id", id: { whole: test, parts: [] } })]);
    return this.#nearIds.get(nearIdKey(test))!;
  };

  /** Begin to read all ids that are similar to texts of some conditions, in one pass. */
  #beginNearIds(conditions: readonly Condition[]): void {
    const tests = listNearIdTests(conditions).filter((test) => !this.#nearIds.has(nearIdKey(test)));
    if (tests.length === 0) return;
    const found = readNearIds(this.#queries, tests);
    for (const key of tests.map(nearIdKey)) {
      const own = found.then((byKey) => byKey.get(key)!);
      own.catch(() => this.#nearIds.delete(key));
      this.#nearIds.set(key, own);
    }
  }

  get #queries(): EntryQueries {
    return { from: this.from, check: this.check, rows: (...query) => this.rows(...query) };
  }
}
