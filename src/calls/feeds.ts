import type { FiscalYear, Model } from "../core/model/cube.js";
import type { SearchRequest } from "../core/query/search/request.js";
import type { Dataset } from "../store/dataset.js";
import type { Decimal } from "../core/model/values/decimal.js";
import type { Value } from "../core/model/values/value.js";

/** Writes feeds, in the language of a reader and in the formats that the feature adds to routes. */
export interface Feeds {
  /** Write the newest of some datasets. */
  readonly writeDatasets: Readonly<
    Record<"rss" | "atom", (datasets: readonly Dataset[], origin: string, language: string) => string>
  >;
  /** Write the versions of a dataset, the newest first. @param url of the list of versions */
  readonly writeVersions: (
    model: Model,
    versions: readonly FollowedVersion[],
    origin: string,
    url: string,
    language: string,
  ) => string;
  /** Write the newest matches of a search. */
  readonly writeEntries: (feed: EntriesFeed, language: string) => Promise<string>;
}

/** A version in a feed. */
export interface FollowedVersion {
  readonly version: number;
  /** When it became current: ISO 8601, UTC. */
  readonly loaded: string;
  readonly note: string | null;
  readonly html_url: string;
  readonly num_entries: number;
  /** Total of each measure. */
  readonly totals: Readonly<Record<string, string>> | null;
  /** Number of the version that it restored. */
  readonly restored: number | null;
  /** True if its data is stored. */
  readonly kept: boolean;
}

/** The page that a feed of entries follows. */
export interface FollowedPage {
  /** Label of what the entries are of; `null` for all datasets. */
  readonly of: string | null;
  /** Words that are searched for; empty for all entries. */
  readonly q: string;
  /** URL without the query. */
  readonly url: string;
  /** Its parameters; empty values count as absent. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** A member of an entry in a feed. */
export interface FollowedMember {
  readonly name: Value;
  readonly label?: Value;
}

/** An entry in a feed: its address, and its fields as members, values or amounts. */
export interface FollowedEntry {
  readonly html_url: string;
  readonly [field: string]: Decimal | Value | FollowedMember;
}

/** How dates and years of a dataset are written. */
export interface DatasetDates {
  /** Precision of the dates of each date dimension, by name. */
  readonly precisions: Readonly<Record<string, "year" | "month" | "day">>;
  /** The fiscal year that its years stand for; `null` for years of the calendar. */
  readonly fiscal: FiscalYear | null;
}

/** A feed of the entries that a search matches. */
export interface EntriesFeed extends FollowedPage {
  readonly origin: string;
  readonly datasets: readonly Dataset[];
  /** Reads how the dates of a dataset are written. */
  readonly readDates: (dataset: Dataset) => Promise<DatasetDates>;
  /** Finds the matches in an order. Entries name their datasets by position. */
  readonly find: (chosen: Pick<SearchRequest, "order" | "pagesize">) => Promise<{
    readonly datasets: readonly Dataset[];
    readonly entries: readonly { readonly dataset: number; readonly entry: FollowedEntry }[];
  }>;
}
