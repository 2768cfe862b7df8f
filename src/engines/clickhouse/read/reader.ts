import type { ChangedRows } from "../../../core/engine/changed-rows.js";
import type { AggregateResult, DistinctResult, Reader, WorkEstimates } from "../../../core/engine/engine.js";
import type { Entry, Member } from "../../../core/engine/entry.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import type { SearchResult } from "../../../core/engine/search.js";
import type { NearWord, SuggestedMember } from "../../../core/engine/suggest.js";
import type { Dimension, Measure, Model } from "../../../core/model/cube.js";
import type { SharedFields } from "../../../core/model/shared-fields.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import type { AttributeTest } from "../../../core/query/condition/value-clauses.js";
import type { DistinctQuery } from "../../../core/query/distinct/query.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import type { SuggestQuery } from "../../../core/query/suggest/query.js";
import { packRows } from "../client/row-writer.js";
import { aggregateEntries } from "./aggregate.js";
import { compareClusterVersions } from "./compare-versions.js";
import { findNear, haveMembers, listDistinctMembers, suggestMatching } from "./find-members.js";
import { findText } from "./inline-members.js";
import { entryColumns, entryPosition, readClusterEntries } from "./read-entries.js";
import { countClauses } from "./relevance.js";
import type { ReadScope } from "./scope.js";
import { searchEntries } from "./search.js";
import { StatementParts } from "./statement.js";
import { streamed } from "./streamed.js";
import { amountColumn, shardOf } from "../table/version.js";

/** Bytes of entries whose texts are looked up together. */
const BATCH_BYTES = 1 << 20;

/** Reads a version: members here, entries by queries to the cluster. */
export class ClickHouseReader implements Reader {
  readonly #scope: ReadScope;
  /** Ends the lease. */
  readonly release: () => void;

  readonly #estimates: WorkEstimates;
  readonly #model: Model;

  constructor(scope: ReadScope, estimates: WorkEstimates, model: Model) {
    this.#scope = scope;
    this.#estimates = estimates;
    this.#model = model;
    this.release = scope.holds.add();
  }

  async aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult> {
    this.#plan((estimates) => estimates.aggregate(query, this.#model));
    return this.#prepared((scope) => aggregateEntries(scope, query, explain));
  }

  countMembers(dimension: Dimension): Promise<number> {
    return this.#prepared(async ({ view }) => {
      const column = view.columns[dimension.index]!;
      if (column.isInline) return column.facts.members;
      let count = 0;
      for (const code of column.memberCodes) if (column.memberAt(code)) count++;
      return count;
    });
  }

  findMember(dimension: Dimension, identity: string | number): Promise<Member | null> {
    return this.#prepared(async (scope) => {
      const column = scope.view.columns[dimension.index]!;
      if (column.isInline) return findText(scope, column, identity);
      const [code] = column.codesWith(dimension.identity.index, identity);
      return code === undefined ? null : column.memberAt(code);
    });
  }

  haveEntries(tests: readonly AttributeTest[]): Promise<readonly boolean[]> {
    return this.#prepared((scope) => haveMembers(scope, tests));
  }

  async distinct(query: DistinctQuery): Promise<DistinctResult> {
    this.#plan((estimates) => estimates.distinct(query, this.#model));
    return this.#prepared((scope) => listDistinctMembers(scope, query));
  }

  suggest(query: SuggestQuery): Promise<readonly SuggestedMember[]> {
    return this.#prepared((scope) => suggestMatching(scope, query));
  }

  nearWords(dimension: Dimension, word: string, limit: number): Promise<readonly NearWord[]> {
    return this.#prepared((scope) => findNear(scope, scope.view.columns[dimension.index]!, word, limit));
  }

  async findEntry(id: string): Promise<Entry | null> {
    if (!/^[\da-f]{40}$/.test(id)) return null;
    return this.#prepared(async (scope) => {
      const { cluster, facts } = scope.view.version;
      const { sql, types } = entryColumns(scope.view.version);
      const block = await scope.rows(
        `SELECT ${sql} FROM ${facts.table} WHERE id = toFixedString(unhex('${id}'), 20)`,
        new StatementParts(),
        types,
        cluster.nodes[shardOf(id, facts.shards)]!,
      );
      const [entry] = await readClusterEntries(scope, block);
      return entry ?? null;
    });
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    this.#plan((estimates) => estimates.search(query, this.#model));
    return this.#prepared((scope) => searchEntries(scope, query));
  }

  countMatches(where: Condition): Promise<readonly number[]> {
    return this.#prepared((scope) => countClauses(scope, where));
  }

  compare(before: Reader, shared: SharedFields, most?: number): Promise<ChangedRows> {
    const earlier = (before as ClickHouseReader).#scope;
    return this.#prepared((scope) => compareClusterVersions(earlier, scope, shared, most));
  }

  matchRows(rows: Uint32Array, filters: readonly Condition[]): Promise<Uint8Array> {
    return this.#prepared(async (scope) => {
      const { sql, parts } = await scope.where(filters);
      const positions = parts.addTable("c UInt32", packRows(rows));
      const statement = `SELECT pos FROM ${scope.from} WHERE pos IN ${positions} AND ${sql}`;
      const block = await scope.rows(statement, parts, ["UInt64"]);
      const matches = new Set(Array.from({ length: block.length }, (_, row) => block.number(row, 0)));
      return Uint8Array.from(rows, (row) => Number(matches.has(row)));
    });
  }

  async sumRows(rows: Uint32Array, measures: readonly Measure[]): Promise<readonly Decimal[]> {
    this.#scope.check();
    if (measures.length === 0) return [];
    const parts = new StatementParts();
    const sums = measures.map(({ index }) => `sum(toInt256(${amountColumn(index)}))`).join();
    const block = await this.#scope.rows(
      `SELECT ${sums} FROM ${this.#scope.from} WHERE pos IN ${parts.addTable("c UInt32", packRows(rows))}`,
      parts,
      measures.map(() => "Int256"),
    );
    return measures.map(({ index }, at) => ({
      unscaled: block.integer(0, at),
      scale: this.#scope.view.version.facts.measures[index]!.scale,
    }));
  }

  readRows(rows: Uint32Array): Promise<readonly Entry[]> {
    return this.#prepared(async (scope) => {
      const parts = new StatementParts();
      const { sql, types } = entryColumns(scope.view.version);
      const block = await scope.rows(
        `SELECT ${sql} FROM ${scope.from} WHERE pos IN ${parts.addTable("c UInt32", packRows(rows))}`,
        parts,
        types,
      );
      const entries = await readClusterEntries(scope, block);
      const byPosition = new Map(entries.map((entry, row) => [entryPosition(block, row), entry]));
      return Array.from(rows, (row) => byPosition.get(row)!);
    });
  }

  entries(): AsyncIterable<readonly Entry[]> {
    const scope = this.#scope.streaming;
    const { sql, types } = entryColumns(scope.view.version);
    const plan = async (): Promise<string> => {
      await scope.prepare();
      return `SELECT ${sql} FROM ${scope.from} ORDER BY pos`;
    };
    const { numEntries: rows, dimensions } = scope.view.version.facts;
    // The ids of texts are looked up for each batch.
    const batchBytes = dimensions.some(({ inline }) => inline && inline.repeated > 0) ? BATCH_BYTES : 0;
    return streamed(scope, { plan, parts: new StatementParts(), types, rows, batchBytes }, (block) =>
      readClusterEntries(scope, block),
    );
  }

  /** Note that a query begins. @throws OverCapacity if it is more than may be done in this thread */
  #plan(estimate: (estimates: WorkEstimates) => number): void {
    const { signal } = this.#scope.bounds;
    if (signal?.plan) signal.plan(estimate(this.#estimates));
  }

  #prepared<T>(read: (scope: ReadScope) => Promise<T>): Promise<T> {
    return this.#scope.prepared(() => read(this.#scope));
  }
}
