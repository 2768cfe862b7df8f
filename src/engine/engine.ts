import type { Dimension } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Decimal } from "../model/values/decimal.js";
import type { DecimalColumn } from "../model/values/decimal-column.js";
import type { AggregateQuery } from "../query/aggregate.js";
import type { DistinctQuery } from "../query/distinct.js";
import type { Condition } from "../query/search/condition.js";
import type { SearchQuery } from "../query/search/query.js";
import type { CutStatistics } from "./cut-statistics.js";
import type { DerivedData } from "./derived-data.js";
import type { SearchResult } from "./search.js";
import type { AnswerTrace } from "./explain.js";

/** What all amounts of a measure have in common. */
export interface AmountForm {
  readonly scale: number;
  /** No amount has more digits, those after the decimal point among them. */
  readonly mostDigits: number;
}

/** What one call may cost. */
export interface Bounds {
  /** Most cells that one aggregation may have. */
  readonly maxCells: number;
  /** Wall clock, in milliseconds since the epoch, at which a computation is given up. */
  readonly deadline: number;
}

/**
 * One immutable version of a dataset's entries and the calls that read it. Whoever holds an engine goes on reading
 * the version it began with, whatever is loaded meanwhile.
 */
export interface Engine {
  readonly numEntries: number;

  /** Memory that the version takes beside V8's heap. */
  readonly numBytes: number;

  /** What the amounts of entries are like, for each of `model.measures`. */
  readonly amountForms: readonly AmountForm[];

  /** What was asked of this version and those before, as far as the next one is the better for it. */
  readonly cutStatistics: CutStatistics;

  /** What is made to answer sooner; `null` or absent where nothing is. */
  readonly derived?: DerivedData | null;

  /**
   * Sum the measures of the entries that match every cut, by the query's keys.
   * Sums are exact.
   * @param explain told how it was answered
   * @throws OverCapacity beyond a bound
   */
  aggregate(query: AggregateQuery, bounds: Bounds, explain?: (work: AnswerTrace) => void): Promise<AggregateResult>;

  /** Number of members of a dimension; no value is none. */
  countMembers(dimension: Dimension): Promise<number>;

  /** The member with an identity (`dimension.identity`; a number for number attributes), or `null`. */
  findMember(dimension: Dimension, identity: string | number): Promise<Member | null>;

  /**
   * Members of a dimension, one page of them in order: by the query's first attribute as `compareFolded` has it, no
   * value last, then by identity.
   * @throws OverCapacity beyond a bound
   */
  distinct(query: DistinctQuery, bounds: Bounds): Promise<DistinctResult>;

  /** The entry with an id, or `null`. */
  findEntry(id: string): Promise<Entry | null>;

  /**
   * The entries that match a search: how many, one page of them in order, counts by fields, statistics of measures.
   * @throws OverCapacity beyond a bound
   */
  search(query: SearchQuery, bounds: Bounds): Promise<SearchResult>;

  /**
   * How many entries match each of the clauses of a condition that weigh, in the order of `weighingClauses`; of a text
   * those of each dimension, added up.
   * @throws OverCapacity beyond a bound
   */
  countMatches(where: Condition, bounds: Bounds): Promise<readonly number[]>;

  /** Every entry, in the order in which it was first loaded, in batches. */
  entries(): AsyncIterable<readonly Entry[]>;

  /** Give back what the version holds, once those are done who are reading it. Called once; nobody asks it after. */
  dispose(): void;
}

export interface AggregateResult {
  /** Exact total of each requested measure over the whole cuboid. */
  readonly totals: readonly Decimal[];
  readonly numEntries: number;
  /** Number of all cells, of which `cells` holds one page. */
  readonly numCells: number;
  /**
   * The page's cells, in one or more batches that are made when they are asked for: a page may have millions. Whoever
   * begins to read holds the version until the last batch is read or reading is given up; after `dispose` nobody may begin.
   */
  readonly cells: Iterable<Cells>;
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

/** A member of a dimension. `null` stands for no value. */
export interface Member {
  /** Positive, stable for one version of the table. */
  readonly id: number;
  /** One value for each of `dimension.attributes`. */
  readonly values: readonly Value[];
}

export interface Entry {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** One for each of `model.dimensions`. */
  readonly members: readonly (Member | null)[];
  /** One for each of `model.measures`. */
  readonly amounts: readonly Decimal[];
  /** Id of the source that wrote it last. */
  readonly source: number;
}
