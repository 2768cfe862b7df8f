import type { Dimension, Measure, Model } from "../model/cube.js";
import type { SharedFields } from "../model/shared-fields.js";
import type { Value } from "../model/values/value.js";
import type { Decimal } from "../model/values/decimal.js";
import type { DecimalColumn } from "../model/values/decimal-column.js";
import type { AggregateQuery, AmountListQuery, Key } from "../query/aggregate/query.js";
import type { DistinctQuery } from "../query/distinct/query.js";
import type { Condition } from "../query/condition/condition.js";
import type { AttributeTest } from "../query/condition/value-clauses.js";
import type { SearchQuery } from "../query/search/query.js";
import type { SuggestQuery } from "../query/suggest/query.js";
import type { Bounds } from "./bounds.js";
import type { ChangedRows } from "./changed-rows.js";
import type { DaySpan } from "./day-span.js";
import type { DerivedData } from "./derived-data.js";
import type { Entry, Member } from "./entry.js";
import type { SearchResult } from "./search.js";
import type { NearWord, SuggestedMember } from "./suggest.js";
import type { MemberSums } from "./member-sums.js";
import type { NameIndex } from "./name-index.js";
import type { TermCount, TermSignature } from "./term-signature.js";
import type { AnswerTrace } from "./explain.js";

/** Common format of all amounts of a measure. */
export interface AmountForm {
  /** Digits after the decimal point. */
  readonly scale: number;
  /** Maximum number of digits of an amount, decimals included. */
  readonly mostDigits: number;
}

/** Engine-specific facts as JSON data. */
export type EngineReport = Readonly<Record<string, unknown>>;

/**
 * Estimates of the work of queries, in steps of about a nanosecond. They take some microseconds each. The model is that
 * of the queries, which may have derived dimensions; absent: what is stored for each row.
 */
export interface WorkEstimates {
  aggregate(query: AggregateQuery, model?: Model): number;
  search(query: SearchQuery, model?: Model): number;
  distinct(query: DistinctQuery, model?: Model): number;
}

/**
 * One immutable version of a dataset's entries: facts about it, and a way to read it. A reader keeps reading the same
 * version, whatever is loaded meanwhile.
 */
export interface Engine {
  readonly numEntries: number;

  /** Memory of the version outside V8's heap. */
  readonly numBytes: number;

  /** Format of the amounts, for each of `model.measures`. */
  readonly amountForms: readonly AmountForm[];

  /** Data that is stored beside the version to answer sooner; `null` or absent if there is none. */
  readonly derived?: DerivedData | null;

  /** Absent if queries do not compute on this machine. */
  readonly estimates?: WorkEstimates;

  /** The words of all members as they are stored, to skip what no search can match; absent if not known. */
  readonly signature?: TermSignature | undefined;

  /** The names of its members as they are stored, to find those of a name in many versions; absent if not known. */
  readonly names?: NameIndex | undefined;

  /** Sums of its members as they are stored, to be read without opening the version; absent if not known. */
  readonly memberSums?: MemberSums | undefined;

  /** Return the largest amount of a measure; `null` if that is not known without a pass. Absent where it never is. */
  largestOf?(measure: Measure): Decimal | null;

  /** Count the entries with a folded term in any listed attribute; `null` if that takes a while. Absent where it always does. */
  countTerm?(term: string): TermCount | null;

  /** List the years of the dates of all entries, ascending. Absent where that takes a query. */
  listYears?(): readonly string[];

  /** Return the span of the dates of all entries; `null` without any. Absent where that takes a query. */
  spanDays?(): DaySpan | null;

  /** Sign the words if that was not done; `null` if they are too many. */
  sign?(): TermSignature | null;

  /** Sum its members if that was not done; `null` if it has many entries. Absent where members have no codes. */
  sumMembers?(): MemberSums | null;

  /** Read what was not read yet, because its file is about to go. Absent where all is read. @throws DamagedStore, Unreadable */
  readAll?(): void;

  /** Report memory use and derived data, for an operator. */
  report(): EngineReport;

  /**
   * Open a reader, which holds the version until it is released.
   * @param model the model of queries, which may have derived dimensions and calendars; absent: what is stored for each row
   */
  read(bounds: Bounds, model?: Model): Reader;

  /** Release all resources once the last reader has ended. Call it once, and open no reader after that. */
  dispose(): void;
}

/**
 * A lease on a version, and the calls that read it. Every call ends at the deadline, and when the signal is aborted.
 * @throws OverCapacity from any call beyond the bounds
 */
export interface Reader {
  /**
   * Sum the measures of the entries that meet every filter, grouped by the query's keys. Sums are exact.
   * @param explain called with a trace of the answer
   * @throws TooManyCells
   */
  aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult>;

  /**
   * Sum as `aggregate` does, for all cells in any order, with the codes of members and values in place of them: equal
   * values have one code in a version. Absent where members have no codes.
   * @throws TooManyCells
   */
  aggregateCodes?(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<CodedResult>;

  /** Return the members or values of a key by their codes. Absent where members have no codes. */
  readCodes?(key: Key, codes: Uint32Array): Promise<Cells["keys"][number]>;

  /**
   * List the amounts of the entries that meet every filter, grouped by the query's keys. Absent where entries are not
   * on this machine.
   * Cost: some eight bytes for each entry.
   * @throws TooManyCells
   */
  listAmounts?(query: AmountListQuery): Promise<ListedAmounts>;

  /** Return the number of members of a dimension; a missing value does not count. */
  countMembers(dimension: Dimension): Promise<number>;

  /** Return the member with an identity (`dimension.identity`; a number for number attributes), or `null`. */
  findMember(dimension: Dimension, identity: string | number): Promise<Member | null>;

  /**
   * Return for each test whether the value of an entry passes it. Cost: a lookup for each value of a text attribute; a
   * step for each member for ranges and for numbers.
   */
  haveEntries(tests: readonly AttributeTest[]): Promise<readonly boolean[]>;

  /**
   * Return one page of a dimension's members, ordered by the query's first attribute (as by `compareFolded`, missing
   * values last), then by identity.
   */
  distinct(query: DistinctQuery): Promise<DistinctResult>;

  /**
   * Return the members with words that begin like the given ones, as `compareSuggestions` orders them; of equals any.
   * Members without entries are left out.
   */
  suggest(query: SuggestQuery): Promise<readonly SuggestedMember[]>;

  /** Return members by their codes, as `suggest` does. Absent where members have no codes. */
  readMembers?(dimension: Dimension, codes: readonly number[]): Promise<readonly SuggestedMember[]>;

  /**
   * Return the words of a dimension's members that are similar to a folded word, as `compareNearWords` orders them: none
   * with more edits than `allowedEdits`.
   */
  nearWords(dimension: Dimension, word: string, limit: number): Promise<readonly NearWord[]>;

  /** Return the entry with an id, or `null`. */
  findEntry(id: string): Promise<Entry | null>;

  /** Return the number of entries that match, one page of them in order, facet counts and statistics of measures. */
  search(query: SearchQuery): Promise<SearchResult>;

  /**
   * Count the entries that match each scored clause of a condition, in the order of `weighingClauses`. The count of a
   * text clause is the sum over all dimensions.
   * @param filters those of the search of the same condition that follows, which then need not select them again
   */
  countMatches(where: Condition, filters?: readonly Condition[]): Promise<readonly number[]>;

  /**
   * Join the entries with those of an earlier version by their ids, and compare their shared fields.
   * @param before reads the earlier version, by an engine of the same kind
   * @param most ends once as many entries differ; by default all are found
   */
  compare(before: Reader, shared: SharedFields, most?: number): Promise<ChangedRows>;

  /** Return for each row of a comparison 1 if its entry meets all filters, else 0. */
  matchRows(rows: Uint32Array, filters: readonly Condition[]): Promise<Uint8Array>;

  /** Return the exact sum of each measure over some rows of a comparison. */
  sumRows(rows: Uint32Array, measures: readonly Measure[]): Promise<readonly Decimal[]>;

  /** Return the entries of some rows of a comparison, in their order. */
  readRows(rows: Uint32Array): Promise<readonly Entry[]>;

  /** Return all entries in batches, in the order in which each was first loaded. */
  entries(): AsyncIterable<readonly Entry[]>;

  /**
   * End the lease. Further calls do nothing. A stream that was begun holds the version until it ends or is closed. One
   * that was not begun can be begun as long as something else holds the version.
   */
  release(): void;
}

export interface AggregateResult {
  /** Exact total of each requested measure over all entries that meet the filters. */
  readonly totals: readonly Decimal[];
  /** Exact value of each requested statistic over the same entries; `null` for amounts of no entries. */
  readonly statistics?: readonly (Decimal | null)[];
  readonly numEntries: number;
  /** Number of all cells; `cells` holds one page of them. */
  readonly numCells: number;
  /**
   * The page's cells in one or more batches, each built on demand: a page may have millions of cells. They can be read
   * more than once. A stream that was begun holds the version until it ends or is closed.
   */
  readonly cells: AsyncIterable<Cells>;
  /** Members that datasets of a union call by different labels, in words; absent for one dataset. */
  readonly renamed?: readonly string[];
}

/** A batch of cells, column by column; every array has `length` items. */
export interface Cells {
  readonly length: number;
  /** One column for each of `query.keys`: the member, for a dimension; the value, for an attribute. */
  readonly keys: readonly (readonly (Member | null)[] | readonly Value[])[];
  /** One exact column for each of `query.measures`. Only code that writes or draws them rounds. */
  readonly sums: readonly DecimalColumn[];
  /** One exact column for each of `query.statistics`; amounts of a cell without entries are arbitrary. */
  readonly statistics?: readonly DecimalColumn[];
  readonly numEntries: Float64Array;
}

/** Cells whose members and values are codes. */
export interface CodedCells extends Omit<Cells, "keys"> {
  /** One column for each of `query.keys`. */
  readonly keys: readonly Uint32Array[];
}

/** All cells of an aggregation, coded. */
export interface CodedResult extends Omit<AggregateResult, "cells" | "renamed"> {
  readonly cells: CodedCells;
}

/** Amounts, group by group. */
export interface ListedAmounts {
  /** One column for each key of the query, as of cells. */
  readonly keys: Cells["keys"];
  /** Position after the last amount of each group. */
  readonly ends: ArrayLike<number>;
  /** In any order within a group. */
  readonly amounts: DecimalColumn;
}

export interface DistinctResult {
  readonly members: readonly Member[];
  /** Number of all members that match; `members` holds one page of them. */
  readonly count: number;
}
