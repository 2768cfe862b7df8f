import type { Bounds } from "../../engine/engine.js";
import { weighingClauses } from "../../engine/relevance.js";
import type { Hit, SearchResult } from "../../engine/search.js";
import { OutOfTime } from "../../kernel/errors.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { Selection } from "../../kernel/query.js";
import type { RowBitmap } from "../../kernel/table.js";
import type { Clause, Condition } from "../../query/search/condition.js";
import type { SearchQuery } from "../../query/search/query.js";
import { readRows } from "../read-rows.js";
import { listRows, rowsFrom } from "../row-bitmaps.js";
import type { ColumnarTable } from "../table.js";
import { countFacet } from "./count-facet.js";
import { describeMeasure } from "./describe-measure.js";
import { planKeySteps } from "./key-steps.js";
import { orderRows } from "./order-rows.js";
import { scoreRows, type WeighedClause } from "./score-rows.js";
import { type SearchedTable, selectClause } from "./select-clause.js";
import { selectCondition } from "./select-condition.js";
import type { WordIndexes } from "./word-indexes.js";

/** Hits whose entries are made at once. */
const BATCH = 512;

/** Texts to members, members to bitmaps of entries; everything else by passes over the bitmap. */
export function searchTable(
  kernel: Kernel,
  table: ColumnarTable,
  indexes: WordIndexes,
  query: SearchQuery,
  { maxCells, deadline }: Bounds,
): SearchResult {
  const searched = { table, indexes, check: timed(deadline) };
  const weighed = needsScore(query) ? weighClauses(kernel, searched, query.where, deadline) : [];
  const rows = selectRows(kernel, searched, [query.where, ...query.filters], weighed, deadline);
  const limits = { maxGroups: maxCells, deadline };
  const facets = query.facets.map((facet) => countFacet(kernel, table, rows, facet, limits));
  const statistics = query.statistics.map(({ index }) =>
    describeMeasure(kernel, table, table.measures[index]!, rows, deadline),
  );
  const page = orderPage(searched, query, rows, weighed);
  return {
    numEntries: rows?.count ?? table.rows,
    facets,
    statistics,
    hits: () => readHits(table, page),
  };
}

/** For each clause that weighs the number of entries that match it. */
export function countMatches(
  kernel: Kernel,
  searched: SearchedTable,
  where: Condition,
  deadline: number,
): readonly number[] {
  return weighClauses(kernel, searched, where, deadline).map(({ rows }) => rows.count);
}

/** The entries that some conditions hold for together; `null`: every entry. */
export function selectRows(
  kernel: Kernel,
  searched: SearchedTable,
  conditions: readonly Condition[],
  weighed: readonly WeighedClause[],
  deadline: number,
): RowBitmap | null {
  const known = new Map<Clause, Selection>(weighed.map(({ clause, rows }) => [clause, { op: "rows", rows }]));
  const selectOne = (clause: Clause): Selection => known.get(clause) ?? selectClause(searched, clause.test).selection;
  const of = conditions
    .filter((condition) => condition.is !== "all" || condition.of.length > 0)
    .map((condition) => selectCondition(condition, selectOne));
  const [only] = of;
  if (!only) return null;
  if (of.length === 1 && only.op === "rows") return only.rows;
  return kernel.selectRows(searched.table.segments, { op: "and", of }, deadline);
}

/** @throws OutOfTime */
export function timed(deadline: number): () => void {
  return () => {
    if (Date.now() > deadline) throw new OutOfTime();
  };
}

function needsScore({ order, limit }: SearchQuery): boolean {
  return limit > 0 && order.some(({ by }) => by === "score");
}

function weighClauses(
  kernel: Kernel,
  searched: SearchedTable,
  where: Condition,
  deadline: number,
): readonly WeighedClause[] {
  return weighingClauses(where).map((clause) => {
    const { selection, texts } = selectClause(searched, clause.test);
    return { clause, texts, rows: kernel.selectRows(searched.table.segments, selection, deadline) };
  });
}

interface Page {
  readonly rows: Uint32Array;
  readonly scores: Float32Array;
}

function orderPage(
  { table, check }: SearchedTable,
  { order, first, limit, rarities }: SearchQuery,
  selected: RowBitmap | null,
  weighed: readonly WeighedClause[],
): Page {
  if (limit === 0) return { rows: new Uint32Array(0), scores: new Float32Array(0) };
  const rows = selected ? listRows(selected, table) : rowsFrom(0, table.rows);
  const scores = weighed.length > 0 ? scoreRows(table, weighed, rarities, rows) : null;
  check();
  const hits = orderRows(rows.length, planKeySteps(table, order, rows, scores), first, limit);
  return { rows: hits.map((hit) => rows[hit]!), scores: Float32Array.from(hits, (hit) => (scores ? scores[hit]! : 0)) };
}

async function* readHits(table: ColumnarTable, { rows, scores }: Page): AsyncIterable<readonly Hit[]> {
  for (const memory of table.memories) memory.retain();
  try {
    for (let first = 0; first < rows.length; first += BATCH) {
      const batch = rows.subarray(first, first + BATCH);
      yield readRows(table, batch).map((entry, at) => ({ entry, score: scores[first + at]! }));
    }
  } finally {
    for (const memory of table.memories) memory.release();
  }
}
