import { cutsOf, type CubeQuery } from "../cube/queries.js";
import {
  DIMENSIONS,
  type DimensionName,
  dimensionOf,
  MEASURES,
  memberName,
  memberNames,
  newCodes,
} from "../cube/cube.js";
import type { Contestant, Enter } from "./contestant.js";
import { importPeer } from "./import-peer.js";

/** The used part of nodejs-polars' API. */
interface Polars {
  Series(name: string, values: ArrayLike<number> | readonly string[]): Series;
  DataFrame(columns: readonly Series[]): DataFrame;
  col(name: string): Expression;
  lit(value: string | number): Expression;
  len(): Expression;
  readonly Categorical: unknown;
  readonly Int64: unknown;
}
interface Expression {
  cast(type: unknown): Expression;
  sum(): Expression;
  alias(name: string): Expression;
  eq(value: unknown): Expression;
  or(other: Expression): Expression;
  isIn(values: readonly unknown[]): Expression;
}
interface Series {
  toArray(): unknown[];
  rename(name: string): Series;
}
interface DataFrame {
  lazy(): LazyFrame;
  join(other: DataFrame, options: { on: string; how: "left" }): DataFrame;
  withColumn(column: Expression | Series): DataFrame;
  drop(name: string): DataFrame;
  getColumn(name: string): Series;
}
interface LazyFrame {
  filter(condition: Expression): LazyFrame;
  groupBy(names: readonly string[]): { agg(...of: Expression[]): LazyFrame };
  select(...of: Expression[]): LazyFrame;
  sort(options: { by: readonly string[]; descending: readonly boolean[] }): LazyFrame;
  limit(rows: number): LazyFrame;
  collectSync(): DataFrame;
}

/** Polars over codes; names are looked up outside. The process's environment sets its number of threads. */
export const enterPolarsCodes: Enter = async ({ cube }) => {
  const polars = await loadPolars();
  const columns = [
    ...DIMENSIONS.map(({ name }) => polars.Series(name, cube.codes[name])),
    ...MEASURES.map((name) => polars.Series(name, cube.numbers[name])),
  ];
  return contest(polars, polars.DataFrame(columns), (_, member) => member, Number);
};

/** Polars over categorical columns. */
export const enterPolarsCategories: Enter = async ({ cube }) => {
  const polars = await loadPolars();
  let frame = polars.DataFrame(MEASURES.map((name) => polars.Series(name, cube.numbers[name])));
  for (const dimension of DIMENSIONS) {
    const { name, size } = dimension;
    const members = newCodes(size, size).map((_, member) => member);
    // Categories in the order of their names, by which ties are sorted.
    const names = polars
      .DataFrame([polars.Series(name, members), polars.Series("name", memberNames(dimension))])
      .withColumn(polars.col("name").cast(polars.Categorical));
    const named = polars.DataFrame([polars.Series(name, cube.codes[name])]).join(names, { on: name, how: "left" });
    const column = named.drop(name).getColumn("name").rename(name);
    frame = frame.withColumn(column);
  }
  const literal = (name: DimensionName, member: number): string => memberName(dimensionOf(name), member);
  return contest(polars, frame, literal, (name) => Number(String(name).slice(1)));
};

async function loadPolars(): Promise<Polars> {
  return (await importPeer<{ default: Polars }>("nodejs-polars")).default;
}

function contest(
  polars: Polars,
  frame: DataFrame,
  literal: (name: DimensionName, member: number) => string | number,
  memberOf: (key: unknown) => number,
): Contestant {
  const plan = (query: CubeQuery): LazyFrame => {
    let lazy = frame.lazy();
    for (const [name, members] of cutsOf(query.cuts)) {
      const equal = members.map((member) => polars.col(name).eq(polars.lit(literal(name, member))));
      lazy = lazy.filter(equal.reduce((all, each) => all.or(each)));
    }
    const sums = query.measures.map((name) => polars.col(name).cast(polars.Int64).sum().alias(`sum_${name}`));
    const count = polars.len().alias("num_entries");
    if (query.keys.length === 0) return lazy.select(...sums, count);
    const by = [...query.measures.map((name) => `sum_${name}`), ...query.keys];
    const descending = [...query.measures.map(() => true), ...query.keys.map(() => false)];
    return lazy
      .groupBy(query.keys)
      .agg(...sums, count)
      .sort({ by, descending })
      .limit(query.limit);
  };
  return {
    async answer(query) {
      const page = plan(query).collectSync();
      return {
        keys: query.keys.map((name) => page.getColumn(name).toArray().map(memberOf)),
        sums: query.measures.map((name) => page.getColumn(`sum_${name}`).toArray().map(Number)),
        counts: page.getColumn("num_entries").toArray().map(Number),
        numCells: null,
      };
    },
    plan(query) {
      const lazy = plan(query);
      return () => lazy.collectSync();
    },
    async close() {},
  };
}
