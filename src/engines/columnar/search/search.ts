import type { Entry } from "../../../core/engine/entry.js";
import type { AmountStatistics, FacetCounts, Hit, SearchResult } from "../../../core/engine/search.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { RowBitmap } from "../../kernel/query/table.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import { simplifyCondition } from "../../../core/query/condition/simplify.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import { intersectSelections } from "../select/apply-cuts.js";
import { openAmounts } from "../table/open-columns.js";
import { readEntries } from "../table/read-rows.js";
import { hasRow } from "../table/row-bitmaps.js";
import { firstRowsById, viewRowsById } from "../table/rows-by-id.js";
import type { ColumnarTable } from "../table/table.js";
import { countFacet } from "./count-facet.js";
import { measureStatistics } from "./measure-statistics.js";
import { Matches } from "./matches.js";
import { planSortPasses } from "./sort-keys.js";
import { radixSort } from "./radix-sort.js";
import { ScoredClauses } from "./score-rows.js";
import type { SearchedTable } from "./select-clause.js";
import { selectCondition } from "./select-condition.js";
import { SelectedClauses } from "./selected-clauses.js";

/** Hits whose entries are read at once: at first few, since of many searched datasets each may give only some to a page. */
const SECOND_BATCH = 16;
const BATCH = 512;

/**
 * Search a table: texts select members, and members select a bitmap of entries, which all other steps read.
 * @param counted the clauses of the same conditions, if they were counted before
 */
export async function searchTable(
  kernel: Kernel,
  searched: SearchedTable,
  query: SearchQuery,
  maxCells: number,
  counted: CountedClauses | null = null,
): Promise<SearchResult> {
  const { table, pace } = searched;
  const { where, filters } = query;
  const selected = counted?.selected ?? new SelectedClauses(searched, [where, ...filters]);
  const found = new Matches(table, selectRows(kernel, searched, selected, [where, ...filters]));
  const facets: FacetCounts[] = [];
  for (const facet of query.facets) {
    await pace.step();
    facets.push(countFacet(kernel, searched, found, facet, { maxGroups: maxCells, deadline: pace.deadline }));
  }
  const statistics: AmountStatistics[] = [];
  for (const { index } of query.statistics) {
    await pace.step();
    const column = table.measures[index]!;
    const describe = (): AmountStatistics => measureStatistics(kernel, column, found, pace);
    statistics.push(found.bitmap === null ? searched.whole.statistics(column, describe) : describe());
  }
  await pace.step();
  const scored = needsScore(query) ? (counted?.scored ?? new ScoredClauses(kernel, searched, selected, where)) : null;
  const page = orderPage(found, query, searched, scored?.isEmpty ? null : scored);
  scored?.release();
  return {
    numEntries: found.count,
    facets,
    statistics,
    hits: () => readHits(searched, page),
  };
}

/** Clauses of a search with what they match. */
export interface CountedClauses {
  readonly selected: SelectedClauses;
  /** The clauses that count for the score; for a text, the matches of all dimensions are added up. */
  readonly scored: ScoredClauses;
}

/** Count the matches of clauses. @param filters those of the search of the same condition that follows */
export function countScored(
  kernel: Kernel,
  searched: SearchedTable,
  where: Condition,
  filters: readonly Condition[],
): CountedClauses {
  const selected = new SelectedClauses(searched, [where, ...filters]);
  return { selected, scored: new ScoredClauses(kernel, searched, selected, where) };
}

/** Select the entries that meet all conditions; `null`: every entry. */
export function selectMatches(
  kernel: Kernel,
  searched: SearchedTable,
  conditions: readonly Condition[],
): RowBitmap | null {
  return selectRows(kernel, searched, new SelectedClauses(searched, conditions), conditions);
}

function selectRows(
  kernel: Kernel,
  searched: SearchedTable,
  selected: SelectedClauses,
  conditions: readonly Condition[],
): RowBitmap | null {
  const condition = simplifyCondition({ is: "all", of: conditions });
  if (condition.is === "all" && condition.of.length === 0) return null;
  return intersectSelections(
    kernel,
    searched,
    [selectCondition(kernel, searched, selected, condition)],
    searched.pace.deadline,
  );
}

function needsScore({ order, limit }: SearchQuery): boolean {
  return limit > 0 && order.some(({ by }) => by === "score");
}

interface Page {
  readonly rows: Uint32Array;
  readonly scores: Float32Array;
}

function orderPage(
  found: Matches,
  { order, first, limit, rarities }: SearchQuery,
  { table, firstRows, pace }: SearchedTable,
  scored: ScoredClauses | null,
): Page {
  if (limit === 0) return { rows: new Uint32Array(0), scores: new Float32Array(0) };
  if (found.bitmap === null && scored === null) {
    pace.check();
    const page = firstRows.page(order, first, first + limit, pace.check);
    if (page) return { rows: page, scores: new Float32Array(page.length) };
  }
  const byId = scored === null && order[0]?.by === "id" ? viewRowsById(table) : null;
  if (byId && found.bitmap && isFewer(found.count, first + limit, table.rows)) {
    const page = firstRowsById(byId, order[0]!.descending, first + limit, hasRow(found.bitmap, table), pace.check);
    return { rows: page.subarray(first), scores: new Float32Array(Math.max(0, page.length - first)) };
  }
  const rows = found.list;
  const scores = scored && scored.score(rows, rarities);
  pace.check();
  const hits = radixSort(rows.length, planSortPasses(table, order, rows, scores, pace.check), first, limit, pace.check);
  return { rows: hits.map((hit) => rows[hit]!), scores: Float32Array.from(hits, (hit) => (scores ? scores[hit]! : 0)) };
}

/** Number of rows that are tested in the time in which one id is computed. */
const TESTS_PER_ID = 30;

/** True if testing rows in the order of their ids until a page is full costs less than computing the ids of all matches. */
function isFewer(matches: number, wanted: number, rows: number): boolean {
  return matches > wanted && (wanted / matches) * rows < matches * TESTS_PER_ID;
}

async function* readHits({ table, holds }: SearchedTable, { rows, scores }: Page): AsyncIterable<readonly Hit[]> {
  const release = holds.add();
  try {
    // Most of many datasets give none: the keys of their first hits decide that.
    if (rows.length > 0) yield [unreadHit(table, rows[0]!, scores[0]!)];
    for (let first = 1, size = SECOND_BATCH; first < rows.length; first += size, size = Math.min(2 * size, BATCH)) {
      const batch = rows.subarray(first, first + size);
      yield readEntries(table, batch).map((entry, at) => ({ entry, score: scores[first + at]! }));
    }
  } finally {
    release();
  }
}

/** Return a hit whose entry is read on first use. */
function unreadHit(table: ColumnarTable, row: number, score: number): Hit {
  let entry: Entry | undefined;
  return {
    score,
    get entry() {
      return (entry ??= readEntries(table, [row])[0]!);
    },
    amountOf({ index }) {
      const column = table.measures[index]!;
      return { unscaled: openAmounts(table, column)(row), scale: column.scale };
    },
  };
}
