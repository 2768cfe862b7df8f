import type { Dimension } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Decimal } from "../model/values/decimal.js";
import type { DecimalColumn } from "../model/values/decimal-column.js";
import type { AggregateQuery } from "../query/aggregate/query.js";
import type { DistinctQuery } from "../query/distinct/query.js";
import type { Condition } from "../query/condition/condition.js";
import type { SearchQuery } from "../query/search/query.js";
import type { Bounds } from "./bounds.js";
import type { DerivedData } from "./derived-data.js";
import type { Entry, Member } from "./entry.js";
import type { SearchResult } from "./search.js";
import type { AnswerTrace } from "./explain.js";

/** What all amounts of a measure have in common. */
export interface AmountForm {
  readonly scale: number;
  /** No amount has more digits, those after the decimal point among them. */
  readonly mostDigits: number;
}

/** Facts that only an engine itself understands, as JSON shows them. */
export type EngineReport = Readonly<Record<string, unknown>>;

/**
 * One immutable version of a dataset's entries: what is known of it, and a way to read it. Whoever reads goes on reading
 * the version it began with, whatever is loaded meanwhile.
 */
export interface Engine {
  readonly numEntries: number;

  /** Memory that the version takes beside V8's heap. */
  readonly numBytes: number;

  /** What the amounts of entries are like, for each of `model.measures`. */
  readonly amountForms: readonly AmountForm[];

  /** What is kept beside the version to answer sooner; `null` or absent where nothing is. */
  readonly derived?: DerivedData | null;

  /** Report how the version is held, for an operator. */
  report(): EngineReport;

  /** Hold the version until the reader is released, and compute within some bounds. */
  read(bounds: Bounds): Reader;

  /** Give back what the version holds, once those are done who are reading it. Called once; nobody begins after. */
  dispose(): void;
}

/**
 * A lease on a version, and the calls that read it. A call is given up at the deadline, or when the signal is aborted.
 * @throws OverCapacity beyond the bounds, whatever is called
 */
export interface Reader {
  /**
   * Sum the measures of the entries that meet every filter, by the query's keys. Sums are exact.
   * @param explain told how it was answered
   * @throws TooManyCells
   */
  aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult>;

  /** Number of members of a dimension; no value is none. */
  countMembers(dimension: Dimension): Promise<number>;

  /** The member with an identity (`dimension.identity`; a number for number attributes), or `null`. */
  findMember(dimension: Dimension, identity: string | number): Promise<Member | null>;

  /**
   * Members of a dimension, one page of them in order: by the query's first attribute as `compareFolded` has it, no
   * value last, then by identity.
   */
  distinct(query: DistinctQuery): Promise<DistinctResult>;

  /** The entry with an id, or `null`. */
  findEntry(id: string): Promise<Entry | null>;

  /** The entries that match a search: how many, one page of them in order, counts by fields, statistics of measures. */
  search(query: SearchQuery): Promise<SearchResult>;

  /**
   * How many entries match each of the clauses of a condition that weigh, in the order of `weighingClauses`; of a text
   * those of each dimension, added up.
   */
  countMatches(where: Condition): Promise<readonly number[]>;

  /** Every entry, in the order in which it was first loaded, in batches. */
  entries(): AsyncIterable<readonly Entry[]>;

  /**
   * End the lease. May be called again. A stream that was begun holds the version until it is read to its end or given
   * up; one that was not may be begun as long as something else holds the version.
   */
  release(): void;
}

export interface AggregateResult {
  /** Exact total of each requested measure over the whole cuboid. */
  readonly totals: readonly Decimal[];
  readonly numEntries: number;
  /** Number of all cells, of which `cells` holds one page. */
  readonly numCells: number;
  /**
   * The page's cells, in one or more batches that are made when they are asked for: a page may have millions. Whoever
   * begins to read holds the version until the last batch is read or reading is given up.
   */
  readonly cells: AsyncIterable<Cells>;
}

/** Some cells, column by column; every array has `length` items. */
export interface Cells {
  readonly length: number;
  /** One column for each of `query.keys`: the member, for a dimension; the value, for an attribute. */
  readonly keys: readonly (readonly (Member | null)[] | readonly Value[])[];
  /** One column for each of `query.measures`: exact, to be rounded by nobody but who writes or draws them. */
  readonly sums: readonly DecimalColumn[];
  readonly numEntries: Float64Array;
}

export interface DistinctResult {
  readonly members: readonly Member[];
  /** Number of all members that match, of which `members` holds one page. */
  readonly count: number;
}
