import type { AmountStatistics, Hit, SearchResult } from "../../../core/engine/search.js";
import { streamed } from "./streamed.js";
import type { Measure } from "../../../core/model/cube.js";
import type { HitCriterion, SearchQuery } from "../../../core/query/search/query.js";
import { hasSquares, integerType } from "../table/amounts.js";
import { amountColumn } from "../table/version.js";
import { writeRankOrder, writeTextOrder } from "./order-sql.js";
import { countFacetValues } from "./facets.js";
import { entryColumns, readClusterEntries } from "./read-entries.js";
import { writeScore } from "./relevance.js";
import type { ReadScope, Where } from "./scope.js";
import { StatementParts } from "./statement.js";

/** Search entries. The page of hits is read when it is streamed. */
export async function searchEntries(scope: ReadScope, query: SearchQuery): Promise<SearchResult> {
  scope.check();
  const where = await scope.where([query.where, ...query.filters]);
  const { numEntries, statistics } = await readStatistics(scope, query.statistics, where);
  const facets = [];
  for (const facet of query.facets) facets.push(await countFacetValues(scope, facet, where));
  const hits = await planHits(scope, query);
  return { numEntries, facets, statistics, hits };
}

/** Plan the query for one page of hits. */
async function planHits(scope: ReadScope, query: SearchQuery): Promise<SearchResult["hits"]> {
  const parts = new StatementParts();
  const { sql: where } = await scope.where([query.where, ...query.filters], parts);
  const score = await writeScore(scope, query, parts);
  const { sql, types } = entryColumns(scope.view.version);
  const expected = Math.min(query.limit, Number.MAX_SAFE_INTEGER);
  const plan = async (): Promise<string> => {
    const order = await Promise.all(query.order.map((each) => writeCriterion(scope, each)));
    return `SELECT ${sql}, ${score} AS score FROM ${scope.from} WHERE ${where} ORDER BY ${order.join()}
      LIMIT ${expected} OFFSET ${query.first}`;
  };
  const scoreAt = types.length;
  return () =>
    streamed(scope, { plan, parts, types: [...types, "Float32"], isPage: true }, (block) =>
      readClusterEntries(scope.streaming, block).then((entries) =>
        entries.map((entry, row): Hit => ({ entry, score: block.number(row, scoreAt) })),
      ),
    );
}

async function writeCriterion(scope: ReadScope, criterion: HitCriterion): Promise<string> {
  const direction = criterion.descending ? "DESC" : "ASC";
  if (criterion.by === "id" || criterion.by === "score") return `${criterion.by} ${direction}`;
  if (criterion.by === "measure") return `${amountColumn(criterion.measure.index)} ${direction}`;
  const column = scope.view.columns[criterion.dimension.index]!;
  if (column.isInline) return writeTextOrder(column.columns.text, criterion.descending);
  const lookup = await scope.lookupOf(column, criterion.attribute.index);
  return writeRankOrder(`dictGet('${lookup}', 'r', ${column.column})`, criterion.descending);
}

async function readStatistics(
  scope: ReadScope,
  measures: readonly Measure[],
  { sql, parts }: Where,
): Promise<{ readonly numEntries: number; readonly statistics: readonly AmountStatistics[] }> {
  const { facts } = scope.view.version;
  const columns = measures.flatMap(({ index }) => {
    const column = amountColumn(index);
    const wide = `toInt256(${column})`;
    const isSquarable = hasSquares(facts.measures[index]!, facts.numEntries);
    return [`sum(${wide})`, isSquarable ? `sum(${wide} * ${wide})` : "toInt256(0)", `min(${column})`, `max(${column})`];
  });
  const block = await scope.rows(`SELECT ${["count()", ...columns].join()} FROM ${scope.from} WHERE ${sql}`, parts, [
    "UInt64",
    ...measures.flatMap(({ index }) => statisticTypes(integerType(facts.measures[index]!.mostDigits))),
  ]);
  const numEntries = block.number(0, 0);
  const statistics: AmountStatistics[] = [];
  for (const [at, { index }] of measures.entries()) {
    const { scale } = facts.measures[index]!;
    const [sum, squares, min, max] = [1, 2, 3, 4].map((part) => block.integer(0, at * 4 + part)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const isSquarable = hasSquares(facts.measures[index]!, facts.numEntries);
    statistics.push({
      count: numEntries,
      sum: { unscaled: sum, scale },
      sumOfSquares: {
        unscaled: isSquarable ? squares : await addSquares(scope, index, { sql, parts }),
        scale: scale * 2,
      },
      min: numEntries === 0 ? null : { unscaled: min, scale },
      max: numEntries === 0 ? null : { unscaled: max, scale },
    });
  }
  return { numEntries, statistics };
}

function statisticTypes(own: ReturnType<typeof integerType>): readonly ("Int256" | typeof own)[] {
  return ["Int256", "Int256", own, own];
}

/** Add up squares that no integer type holds: here, from the number of entries with each amount. */
async function addSquares(scope: ReadScope, measure: number, { sql, parts }: Where): Promise<bigint> {
  const column = amountColumn(measure);
  const block = await scope.rows(
    `SELECT toInt256(${column}) AS k, count() FROM ${scope.from} WHERE ${sql} GROUP BY k`,
    parts,
    ["Int256", "UInt64"],
  );
  let sum = 0n;
  for (let row = 0; row < block.length; row++) sum += block.integer(row, 0) ** 2n * BigInt(block.number(row, 1));
  return sum;
}
