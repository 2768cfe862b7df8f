import { type Parameters, parameters } from "#src/core/query/parameters.js";
import { type DimensionName, dimensionOf, type MeasureName, memberName } from "./cube.js";

/** One aggregation, which every contestant translates into its own query language. */
export interface CubeQuery {
  readonly name: string;
  readonly title: string;
  /** Members by dimension: an entry must have one of them in each dimension. */
  readonly cuts: Readonly<Partial<Record<DimensionName, readonly number[]>>>;
  readonly keys: readonly DimensionName[];
  readonly measures: readonly MeasureName[];
  /** Maximum number of cells on the page, sorted by descending sum, then by the keys. */
  readonly limit: number;
}

const PAGE = { measures: ["amount"], limit: 10_000 } as const;

export const QUERIES: readonly CubeQuery[] = [
  { name: "Q1", title: "total", cuts: {}, keys: [], ...PAGE },
  { name: "Q2", title: "by year", cuts: {}, keys: ["year"], ...PAGE },
  { name: "Q3", title: "by function and region", cuts: {}, keys: ["function", "region"], ...PAGE },
  {
    name: "Q4",
    title: "by sub-function, year and region",
    cuts: {},
    keys: ["subfunction", "year", "region"],
    ...PAGE,
  },
  { name: "Q5", title: "one year, by department", cuts: { year: [7] }, keys: ["department"], ...PAGE },
  {
    name: "Q6",
    title: "two regions and one function, top 100 suppliers",
    cuts: { region: [3, 11], function: [2] },
    keys: ["supplier"],
    ...PAGE,
    limit: 100,
  },
  { name: "Q7", title: "by supplier, first 10 000", cuts: {}, keys: ["supplier"], ...PAGE },
  {
    name: "Q8",
    title: "by programme and year, two measures",
    cuts: {},
    keys: ["programme", "year"],
    ...PAGE,
    measures: ["amount", "quantity"],
  },
  { name: "Q9", title: "one supplier, by year", cuts: { supplier: [4321] }, keys: ["year"], ...PAGE },
  { name: "Q10", title: "by supplier and programme", cuts: {}, keys: ["supplier", "programme"], ...PAGE },
];

/** Return a query as URL parameters of the HTTP API. */
export function queryParameters({ cuts, keys, measures, limit }: CubeQuery): Parameters {
  return parameters([
    ["measure", measures.join("|")],
    ["drilldown", keys.map((key) => `${key}.name`).join("|")],
    ["cut", cutClauses(cuts).join("|")],
    ["pagesize", String(limit)],
  ]);
}

export function cutClauses(cuts: CubeQuery["cuts"]): readonly string[] {
  return cutsOf(cuts).flatMap(([name, members]) =>
    members.map((member) => `${name}.name:${memberName(dimensionOf(name), member)}`),
  );
}

/**
 * Print a query as SQL over a table `cube`.
 * @param literal prints a member
 */
export function querySql(
  { cuts, keys, measures, limit }: CubeQuery,
  literal: (dimension: DimensionName, member: number) => string,
): string {
  const columns = [
    ...keys,
    ...measures.map((measure) => `sum(${measure}) AS sum_${measure}`),
    "count(*) AS num_entries",
  ];
  const where = cutsOf(cuts).map(([name, members]) => {
    const literals = members.map((member) => literal(name, member));
    return literals.length === 1 ? `${name} = ${literals[0]}` : `${name} IN (${literals.join(", ")})`;
  });
  const order = [...measures.map((measure) => `sum_${measure} DESC`), ...keys];
  return [
    `SELECT ${columns.join(", ")} FROM cube`,
    where.length > 0 ? `WHERE ${where.join(" AND ")}` : "",
    keys.length > 0 ? `GROUP BY ${keys.join(", ")} ORDER BY ${order.join(", ")} LIMIT ${limit}` : "",
  ].join(" ");
}

export function cutsOf(cuts: CubeQuery["cuts"]): readonly (readonly [DimensionName, readonly number[]])[] {
  return Object.entries(cuts) as [DimensionName, readonly number[]][];
}
