import type { AggregateQuery, Criterion, Key } from "../../../core/query/aggregate/query.js";
import { MISSING } from "../client/missing-text.js";
import { integerType, sumType } from "../table/amounts.js";
import { amountColumn } from "../table/version.js";
import type { ViewedColumn } from "../table/view-column.js";
import { writeRankOrder, writeTextOrder } from "./order-sql.js";
import type { ReadScope } from "./scope.js";
import { planStatistic, type StatisticColumns } from "./statistics.js";

/**
 * Columns of a query, in this order: keys, sums, number of entries, statistics; and the position of an entry, if keys are
 * members of inline dimensions.
 */
export interface CellColumns {
  readonly keys: readonly PlannedKey[];
  readonly sums: readonly string[];
  readonly statistics: readonly StatisticColumns[];
}

/** A key of cells as SQL. */
export interface PlannedKey {
  readonly key: Key;
  readonly column: ViewedColumn;
  /** Expression of the code or the text that stands for the cell's key. */
  readonly sql: string;
}

/** Plan the columns of an aggregate. */
export async function planCells(
  scope: ReadScope,
  { keys, measures, statistics = [] }: AggregateQuery,
): Promise<CellColumns> {
  const { columns, version } = scope.view;
  const plannedKeys = await Promise.all(
    keys.map(async (key): Promise<PlannedKey> => {
      const column = columns[key.dimension.index]!;
      if (column.isInline) return { key, column, sql: column.columns.text };
      if (key.attribute === null && column.isStored) return { key, column, sql: column.column };
      const lookup = await scope.lookupOf(column, (key.attribute ?? key.dimension.identity).index);
      return { key, column, sql: `dictGet('${lookup}', 'g', ${column.column})` };
    }),
  );
  return {
    keys: plannedKeys,
    sums: measures.map(({ index }) => {
      const measure = version.facts.measures[index]!;
      const [own, sum] = [integerType(measure.mostDigits), sumType(measure, version.facts.numEntries)];
      const column = amountColumn(index);
      return own === sum ? `sum(${column})` : `sum(to${sum}(${column}))`;
    }),
    statistics: await Promise.all(statistics.map((each) => planStatistic(scope, each))),
  };
}

/** List the columns of a plan. */
export function listCellColumns({ keys, sums, statistics }: CellColumns): string {
  return [
    // Texts in JSON have no other bytes than those of UTF-8.
    ...keys.map(({ sql, column }, at) => (column.isInline ? `nullIf(${sql}, ${MISSING})` : `${sql} AS k${at}`)),
    ...sums.map((sql, at) => `${sql} AS s${at}`),
    "count() AS n",
    ...statistics.flatMap(({ sql }) => sql),
    ...(keys.some(isTextMember) ? ["min(pos)"] : []),
  ].join();
}

function isTextMember({ key: { attribute }, column }: PlannedKey): boolean {
  return column.isInline && attribute === null;
}

/** Write how entries are grouped, and which cells are on the page, in order. */
export async function writeGroups(
  scope: ReadScope,
  { keys, order, first, limit }: AggregateQuery,
  plan: CellColumns,
): Promise<string> {
  if (keys.length === 0) return "";
  const criteria = await Promise.all(order.map((each) => writeCriterion(scope, plan, each)));
  // With more cells than that, there is no answer.
  const page = Math.min(limit, scope.bounds.maxCells, Number.MAX_SAFE_INTEGER);
  const names = plan.keys.map(({ column, sql }, at) => (column.isInline ? sql : `k${at}`)).join();
  const sorted = criteria.length === 0 ? "" : `ORDER BY ${criteria.join()} `;
  return `GROUP BY ${names} WITH TOTALS ${sorted}LIMIT ${page} OFFSET ${first}`;
}

async function writeCriterion(scope: ReadScope, { keys }: CellColumns, criterion: Criterion): Promise<string> {
  const direction = criterion.descending ? "DESC" : "ASC";
  if (criterion.by === "entries") return `n ${direction}`;
  if (criterion.by === "measure") return `s${criterion.index} ${direction}`;
  const { column, sql } = keys[criterion.key]!;
  if (column.isInline) return writeTextOrder(sql, criterion.descending);
  const lookup = await scope.lookupOf(column, criterion.attribute.index);
  return writeRankOrder(`dictGet('${lookup}', 'r', k${criterion.key})`, criterion.descending);
}
