import type { EnterSearch } from "./contestant.js";
import { enterDuckDbLike } from "./duckdb.js";
import { enterMiniSearch } from "./minisearch.js";
import { enterPostgres } from "./postgres.js";
import { enterSpendcubeSearch } from "./spendcube.js";

export interface SearchEntry {
  readonly enter: EnterSearch;
  readonly threads: number;
  /** Number of entries to which its corpus is limited. */
  readonly maxEntries?: number;
}

/** All contestants of the search benchmark; each runs in a process of its own. */
export const SEARCHERS: Readonly<Record<string, SearchEntry>> = {
  spendcube: { enter: enterSpendcubeSearch, threads: 2 },
  "spendcube, 1 thread": { enter: enterSpendcubeSearch, threads: 1 },
  "DuckDB LIKE": { enter: enterDuckDbLike, threads: 2 },
  PostgreSQL: { enter: enterPostgres, threads: 2 },
  MiniSearch: { enter: enterMiniSearch, threads: 1, maxEntries: 100_000 },
};
