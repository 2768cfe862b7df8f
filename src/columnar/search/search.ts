import { weighingClauses } from "../../engine/relevance.js";
import type { AmountStatistics, FacetCounts, Hit, SearchResult } from "../../engine/search.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { RowBitmap } from "../../kernel/query/table.js";
import type { TestedClause, Condition } from "../../query/condition/condition.js";
import type { SearchQuery } from "../../query/search/query.js";
import type { Selection } from "../../kernel/query/query.js";
import { combine } from "../select/apply-cuts.js";
import { type MemberCondition, splitFilters } from "../select/split-filters.js";
import { readEntries } from "../table/read-rows.js";
import type { Pace } from "../base/pace.js";
import { countFacet } from "./count-facet.js";
import { measureStatistics } from "./measure-statistics.js";
import { Matches } from "./matches.js";
import { planSortPasses } from "./sort-keys.js";
import { radixSort } from "./radix-sort.js";
import { scoreRows, type WeighedClause } from "./score-rows.js";
import { type SearchedTable, selectClause, type SelectedClause, selectCut } from "./select-clause.js";
import { selectCondition } from "./select-condition.js";

/** Hits whose entries are read at once. */
const BATCH = 512;

/** Search a table: texts select members, and members select a bitmap of entries, which all other steps read. */
export async function searchTable(
  kernel: Kernel,
  searched: SearchedTable,
  query: SearchQuery,
  maxCells: number,
  pace: Pace,
): Promise<SearchResult> {
  const { table } = searched;
  const { deadline } = pace;
  const selected = new SelectedClauses(kernel, searched, deadline);
  const found = new Matches(table, selected.rows([query.where, ...query.filters]));
  const limits = { maxGroups: maxCells, deadline };
  const facets: FacetCounts[] = [];
  for (const facet of query.facets) {
    await pace.step();
    facets.push(countFacet(kernel, searched, found, facet, limits));
  }
  const statistics: AmountStatistics[] = [];
  for (const { index } of query.statistics) {
    await pace.step();
    const column = table.measures[index]!;
    const describe = (): AmountStatistics => measureStatistics(kernel, column, found, deadline);
    statistics.push(found.bitmap === null ? searched.whole.statistics(column, describe) : describe());
  }
  await pace.step();
  const page = orderPage(found, query, searched, needsScore(query) ? selected.weigh(query.where) : []);
  return {
    numEntries: found.count,
    facets,
    statistics,
    hits: () => readHits(searched, page),
  };
}

/** Count the matches of each clause that counts for the score; for a text, the matches of all dimensions are added up. */
export function countMatches(
  kernel: Kernel,
  searched: SearchedTable,
  where: Condition,
  deadline: number,
): readonly number[] {
  return new SelectedClauses(kernel, searched, deadline).weigh(where).map(({ count }) => count);
}

/** Select the entries that meet all conditions; `null`: every entry. */
export function selectMatches(
  kernel: Kernel,
  searched: SearchedTable,
  conditions: readonly Condition[],
  deadline: number,
): RowBitmap | null {
  return new SelectedClauses(kernel, searched, deadline).rows(conditions);
}

/** The clauses of one search, each selected once. */
class SelectedClauses {
  readonly #kernel: Kernel;
  readonly #searched: SearchedTable;
  readonly #deadline: number;
  readonly #selected = new Map<TestedClause, SelectedClause>();

  constructor(kernel: Kernel, searched: SearchedTable, deadline: number) {
    this.#kernel = kernel;
    this.#searched = searched;
    this.#deadline = deadline;
  }

  rows(conditions: readonly Condition[]): RowBitmap | null {
    const of = conditions.flatMap((condition): readonly Selection[] => {
      const { cuts, others } = splitFilters([condition]);
      return [
        ...cuts.map((cut) => this.#ofCut(cut)),
        ...others.map((other) => selectCondition(other, (clause) => this.#of(clause).selection)),
      ];
    });
    return combine(this.#kernel, this.#searched, of, this.#deadline);
  }

  weigh(where: Condition): readonly WeighedClause[] {
    return weighingClauses(where).map((clause) => {
      const { selection, texts } = this.#of(clause);
      if (!texts) {
        const rows = this.#kernel.selectRows(this.#searched.table.segments, selection, this.#deadline);
        return { clause, count: rows.count, matches: rows };
      }
      const { postingLists } = this.#searched;
      const counts = texts.map(({ column, members }) => postingLists.count(column, members));
      return { clause, count: counts.reduce((sum, count) => sum + count, 0), matches: texts };
    });
  }

  #ofCut(cut: MemberCondition): Selection {
    return cut.condition.is === "clause" ? this.#of(cut.condition).selection : selectCut(this.#searched, cut);
  }

  #of(clause: TestedClause): SelectedClause {
    let selected = this.#selected.get(clause);
    if (!selected) this.#selected.set(clause, (selected = selectClause(this.#searched, clause)));
    return selected;
  }
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
  { table, firstRows, check }: SearchedTable,
  weighed: readonly WeighedClause[],
): Page {
  if (limit === 0) return { rows: new Uint32Array(0), scores: new Float32Array(0) };
  if (found.bitmap === null && weighed.length === 0) {
    check();
    const page = firstRows.page(order, first, first + limit);
    if (page) return { rows: page, scores: new Float32Array(page.length) };
  }
  const rows = found.list;
  const scores = weighed.length > 0 ? scoreRows(table, weighed, rarities, rows) : null;
  check();
  const hits = radixSort(rows.length, planSortPasses(table, order, rows, scores), first, limit);
  return { rows: hits.map((hit) => rows[hit]!), scores: Float32Array.from(hits, (hit) => (scores ? scores[hit]! : 0)) };
}

async function* readHits({ table, holds }: SearchedTable, { rows, scores }: Page): AsyncIterable<readonly Hit[]> {
  const release = holds.add();
  try {
    for (let first = 0; first < rows.length; first += BATCH) {
      const batch = rows.subarray(first, first + BATCH);
      yield readEntries(table, batch).map((entry, at) => ({ entry, score: scores[first + at]! }));
    }
  } finally {
    release();
  }
}
