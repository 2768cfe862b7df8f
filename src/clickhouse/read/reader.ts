import type { ChangedRows } from "../../engine/changed-rows.js";
import type { AggregateResult, DistinctResult, Reader } from "../../engine/engine.js";
import type { Entry, Member } from "../../engine/entry.js";
import type { AnswerTrace } from "../../engine/explain.js";
import type { SearchResult } from "../../engine/search.js";
import type { NearWord, SuggestedMember } from "../../engine/suggest.js";
import type { Dimension, Measure } from "../../model/cube.js";
import type { SharedFields } from "../../model/shared-fields.js";
import type { Decimal } from "../../model/values/decimal.js";
import type { AggregateQuery } from "../../query/aggregate/query.js";
import type { Condition } from "../../query/condition/condition.js";
import type { AttributeTest } from "../../query/condition/value-clauses.js";
import type { DistinctQuery } from "../../query/distinct/query.js";
import type { SearchQuery } from "../../query/search/query.js";
import type { SuggestQuery } from "../../query/suggest/query.js";
import { packRows } from "../client/row-writer.js";
import { aggregateEntries } from "./aggregate.js";
import { compareClusterVersions } from "./compare-versions.js";
import { findNear, listDistinctMembers, suggestMatching } from "./find-members.js";
import { findValueCodes } from "./match-codes.js";
import { entryColumns, readEntry } from "./read-entries.js";
import { countClauses } from "./relevance.js";
import type { ReadScope } from "./scope.js";
import { searchEntries } from "./search.js";
import { StatementParts } from "./statement.js";
import { streamed } from "./streamed.js";
import { amountColumn, shardOf } from "../table/version.js";

/** Reads a version: members here, entries by queries to the cluster. */
export class ClickHouseReader implements Reader {
  readonly #scope: ReadScope;
  /** Ends the lease. */
  readonly release: () => void;

  constructor(scope: ReadScope) {
    this.#scope = scope;
    this.release = scope.holds.add();
  }

  aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult> {
    return aggregateEntries(this.#scope, query, explain);
  }

  async countMembers(dimension: Dimension): Promise<number> {
    this.#scope.check();
    const column = this.#scope.view.columns[dimension.index]!;
    let count = 0;
    for (const code of column.memberCodes) if (column.memberAt(code)) count++;
    return count;
  }

  async findMember(dimension: Dimension, identity: string | number): Promise<Member | null> {
    this.#scope.check();
    const column = this.#scope.view.columns[dimension.index]!;
    const [code] = column.codesWith(dimension.identity.index, identity);
    return code === undefined ? null : column.memberAt(code);
  }

  async haveEntries(tests: readonly AttributeTest[]): Promise<readonly boolean[]> {
    this.#scope.check();
    // Each member has entries.
    return tests.map(({ target, value }) => {
      const column = this.#scope.view.columns[target.dimension.index]!;
      return findValueCodes(column, target.attribute, value, this.#scope.check).length > 0;
    });
  }

  distinct(query: DistinctQuery): Promise<DistinctResult> {
    return listDistinctMembers(this.#scope, query);
  }

  async suggest(query: SuggestQuery): Promise<readonly SuggestedMember[]> {
    return suggestMatching(this.#scope, query);
  }

  async nearWords(dimension: Dimension, word: string, limit: number): Promise<readonly NearWord[]> {
    return findNear(this.#scope, this.#scope.view.columns[dimension.index]!, word, limit);
  }

  async findEntry(id: string): Promise<Entry | null> {
    this.#scope.check();
    if (!/^[\da-f]{40}$/.test(id)) return null;
    const { version } = this.#scope.view;
    const { cluster, facts } = version;
    const { sql, types } = entryColumns(version);
    const block = await this.#scope.rows(
      `SELECT ${sql} FROM ${facts.table} WHERE id = toFixedString(unhex('${id}'), 20)`,
      new StatementParts(),
      types,
      cluster.nodes[shardOf(id, facts.shards)]!,
    );
    return block.length === 0 ? null : readEntry(this.#scope.view, block, 0);
  }

  search(query: SearchQuery): Promise<SearchResult> {
    return searchEntries(this.#scope, query);
  }

  countMatches(where: Condition): Promise<readonly number[]> {
    return countClauses(this.#scope, where);
  }

  compare(before: Reader, shared: SharedFields, most?: number): Promise<ChangedRows> {
    return compareClusterVersions((before as ClickHouseReader).#scope, this.#scope, shared, most);
  }

  async matchRows(rows: Uint32Array, filters: readonly Condition[]): Promise<Uint8Array> {
    const { sql, parts } = await this.#scope.where(filters);
    const positions = parts.addTable("c UInt32", packRows(rows));
    const block = await this.#scope.rows(
      `SELECT pos FROM ${this.#scope.from} WHERE pos IN ${positions} AND ${sql}`,
      parts,
      ["UInt64"],
    );
    const matches = new Set(Array.from({ length: block.length }, (_, row) => block.number(row, 0)));
    return Uint8Array.from(rows, (row) => Number(matches.has(row)));
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

  async readRows(rows: Uint32Array): Promise<readonly Entry[]> {
    this.#scope.check();
    const parts = new StatementParts();
    const { sql, types } = entryColumns(this.#scope.view.version);
    const block = await this.#scope.rows(
      `SELECT ${sql}, pos FROM ${this.#scope.from} WHERE pos IN ${parts.addTable("c UInt32", packRows(rows))}`,
      parts,
      [...types, "UInt64"],
    );
    const places = new Map(Array.from({ length: block.length }, (_, row) => [block.number(row, types.length), row]));
    return Array.from(rows, (row) => readEntry(this.#scope.view, block, places.get(row)!));
  }

  entries(): AsyncIterable<readonly Entry[]> {
    const { view, from } = this.#scope;
    const { sql, types } = entryColumns(view.version);
    const plan = async (): Promise<string> => `SELECT ${sql} FROM ${from} ORDER BY pos`;
    const rows = view.version.facts.numEntries;
    return streamed(this.#scope, { plan, parts: new StatementParts(), types, rows }, (block) =>
      Array.from({ length: block.length }, (_, row) => readEntry(view, block, row)),
    );
  }
}
