import { compareValues } from "#src/core/engine/compare.js";
import { compareDecimals } from "#src/core/model/values/decimal.js";
import { rarityOf, shortnessOf, weighingClauses } from "#src/core/engine/relevance.js";
import type { AmountStatistics, FacetCounts, SearchResult } from "#src/core/engine/search.js";
import type { Member } from "#src/core/engine/entry.js";
import type { Measure } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { type Decimal, decimalNumber } from "#src/core/model/values/decimal.js";
import type { Condition } from "#src/core/query/condition/condition.js";
import type { FacetQuery, HitCriterion, SearchQuery } from "#src/core/query/search/query.js";
import { planClause, planCondition, planParts } from "./pass-condition.js";
import { entryAt, memberAt, type PlainTable } from "./table.js";

/** Search by testing every entry, sorting all hits and counting facets in maps. */
export function searchPlain(
  table: PlainTable,
  query: SearchQuery,
  select: (matches: (row: number) => boolean) => readonly number[],
): SearchResult {
  const { where, filters, order, first, limit } = query;
  const rows = select(planCondition(table, { is: "all", of: [where, ...filters] }));
  const scoreOf = planScore(table, query);
  const sorted = rows
    .map((row) => ({ row, score: scoreOf(row) }))
    .toSorted((a, b) => {
      for (const criterion of order) {
        const sign = compareBy(table, criterion, a, b);
        if (sign !== 0) return sign;
      }
      return 0;
    });
  return {
    numEntries: rows.length,
    facets: query.facets.map((facet) => countFacet(table, facet, rows)),
    statistics: query.statistics.map((measure) => describe(table, measure, rows)),
    async *hits() {
      yield sorted.slice(first, first + limit).map(({ row, score }) => ({ entry: entryAt(table, row), score }));
    },
  };
}

/** Count the matches of each weighted clause; for a text clause, the counts of all dimensions are added up. */
export function countPlain(table: PlainTable, where: Condition): readonly number[] {
  return weighingClauses(where).map(({ test }) =>
    planParts(table, test).reduce(
      (count, lengthOf) => count + table.ids.filter((_, row) => lengthOf(row) > 0).length,
      0,
    ),
  );
}

function planScore(table: PlainTable, { where, order, rarities }: SearchQuery): (row: number) => number {
  if (!order.some(({ by }) => by === "score")) return () => 0;
  const counts = countPlain(table, where);
  const weights = weighingClauses(where).map(({ test, boost, leaf }, at) => {
    const lengthOf = planClause(table, test);
    const weight = boost * (rarities?.get(leaf) ?? rarityOf(counts[at]!, table.ids.length));
    return (row: number): number => {
      const length = lengthOf(row);
      return length === 0 ? 0 : weight * shortnessOf(length);
    };
  });
  return (row) => Math.fround(weights.reduce((score, weightOf) => score + weightOf(row), 0));
}

interface ScoredRow {
  readonly row: number;
  readonly score: number;
}

function compareBy(table: PlainTable, criterion: HitCriterion, a: ScoredRow, b: ScoredRow): number {
  if (criterion.by === "id") return compareValues(table.ids[a.row]!, table.ids[b.row]!, criterion.descending);
  const sign = criterion.descending ? -1 : 1;
  if (criterion.by === "score") return sign * (a.score - b.score);
  if (criterion.by === "measure") {
    const { unscaled } = table.measures[criterion.measure.index]!;
    const [x, y] = [unscaled[a.row]!, unscaled[b.row]!];
    return sign * (x < y ? -1 : x > y ? 1 : 0);
  }
  const { codes, members } = table.dimensions[criterion.dimension.index]!;
  const valueOf = ({ row }: ScoredRow): Value => members[codes[row]!]![criterion.attribute.index]!;
  return compareValues(valueOf(a), valueOf(b), criterion.descending);
}

function countFacet(table: PlainTable, { field, first, limit }: FacetQuery, rows: readonly number[]): FacetCounts {
  const counts = new Map<string, { value: Value; shown: Member | Value; count: number }>();
  for (const row of rows) {
    const { key, value, shown } = readFacet(table, field, row);
    if (shown === null) continue;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { value, shown, count: 1 });
  }
  const page = [...counts.values()]
    .toSorted((a, b) => b.count - a.count || compareValues(a.value, b.value))
    .slice(first, first + limit);
  return { values: page.map(({ shown }) => shown), counts: Float64Array.from(page, ({ count }) => count) };
}

/** Read an entry's facet: the key that identifies a value, the value to sort by, and the value to show. */
function readFacet(
  table: PlainTable,
  field: FacetQuery["field"],
  row: number,
): { readonly key: string; readonly value: Value; readonly shown: Member | Value } {
  if (field.is === "id") return { key: table.ids[row]!, value: table.ids[row]!, shown: table.ids[row]! };
  if (field.is === "measure") {
    const amount = decimalNumber(amountAt(table, field.measure, row));
    return { key: String(amount), value: amount, shown: amount };
  }
  const column = table.dimensions[field.dimension.index]!;
  const code = column.codes[row]!;
  const value = column.members[code]![field.attribute.index]!;
  return { key: JSON.stringify(value), value, shown: field.whole ? memberAt(column, code) : value };
}

function describe(table: PlainTable, measure: Measure, rows: readonly number[]): AmountStatistics {
  const { scale } = table.measures[measure.index]!;
  let [sum, sumOfSquares] = [0n, 0n];
  let min: Decimal | null = null;
  let max: Decimal | null = null;
  for (const row of rows) {
    const amount = amountAt(table, measure, row);
    sum += amount.unscaled;
    sumOfSquares += amount.unscaled ** 2n;
    if (min === null || compareDecimals(amount, min) < 0) min = amount;
    if (max === null || compareDecimals(amount, max) > 0) max = amount;
  }
  return {
    count: rows.length,
    sum: { unscaled: sum, scale },
    sumOfSquares: { unscaled: sumOfSquares, scale: scale * 2 },
    min,
    max,
  };
}

function amountAt(table: PlainTable, { index }: Measure, row: number): Decimal {
  const { unscaled, scale } = table.measures[index]!;
  return { unscaled: unscaled[row]!, scale };
}
