import type { AggregateResult, Cells } from "../../engine/engine.js";
import { type AnswerTrace, timeSteps } from "../../engine/explain.js";
import { TooManyCells } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { type DecimalColumn, packBigIntegers } from "../../model/values/decimal-column.js";
import type { AggregateQuery, Criterion, Key } from "../../query/aggregate/query.js";
import type { Condition } from "../../query/condition/condition.js";
import { ServerError, TOO_MANY_ROWS, unreachable } from "../client/failures.js";
import { integerType, sumType } from "../table/amounts.js";
import { amountColumn, codeColumn } from "../table/version.js";
import { MISSING } from "../client/missing-text.js";
import type { ViewedColumn } from "../table/view-column.js";
import { writeRankOrder, writeTextOrder } from "./order-sql.js";
import type { ReadScope } from "./scope.js";
import type { FrontAnswer } from "./front-cells.js";
import { readTextMembers } from "./text-ids.js";
import { planStatistic, readTotal, type StatisticColumns } from "./statistics.js";

/** A result in the format JSONCompact. Integers of 64 bits and more are texts. */
interface JsonResult {
  readonly data: readonly JsonRow[];
  readonly totals?: JsonRow;
  readonly rows_before_limit_at_least?: number;
  readonly statistics: { readonly rows_read: number };
}

type JsonRow = readonly (string | number | null)[];

/** Columns of a query, in this order: keys, sums, number of entries, statistics, a position if keys are members of inline dimensions. */
interface Plan {
  readonly keys: readonly PlannedKey[];
  readonly sums: readonly string[];
  readonly statistics: readonly StatisticColumns[];
}

interface PlannedKey {
  readonly key: Key;
  readonly column: ViewedColumn;
  /** Expression of the code or the text that stands for the cell's key. */
  readonly sql: string;
}

/** Sum measures by cell: one query, whose totals and number of cells are those of all pages. */
export async function aggregateEntries(
  scope: ReadScope,
  query: AggregateQuery,
  explain?: (work: AnswerTrace) => void,
): Promise<AggregateResult> {
  scope.check();
  const clock = timeSteps();
  const front = scope.view.front.answer(query, scope.view.columns, scope.check);
  if (front) return answerFromFront(scope, query, front, clock, explain);
  const { parts, sql: where } = await scope.where(query.filters);
  clock.end("match members");
  const plan = await planColumns(scope, query);
  const sql = `SELECT ${listColumns(plan)} FROM ${scope.from} WHERE ${where} ${await writeGroups(scope, query, plan)}`;
  clock.end("look up attributes");
  const answer = await run(scope, `${sql} FORMAT JSONCompact`, parts);
  clock.end("query the cluster");
  return describeResult(scope, query, { plan, answer }, clock, explain);
}

/** Give the answer of sums that are kept here. */
async function answerFromFront(
  scope: ReadScope,
  query: AggregateQuery,
  { data, totals, numCells, rows, columns }: FrontAnswer,
  clock: ReturnType<typeof timeSteps>,
  explain?: (work: AnswerTrace) => void,
): Promise<AggregateResult> {
  clock.end("add up cells");
  const { columns: viewed } = scope.view;
  const keys = query.keys.map((key) => ({ key, column: viewed[key.dimension.index]!, sql: "" }));
  const plan: Plan = { keys, sums: query.measures.map(() => ""), statistics: [] };
  const answer = { data, totals, rows_before_limit_at_least: numCells, statistics: { rows_read: rows } };
  return describeResult(scope, query, { plan, answer, columns }, clock, explain);
}

async function describeResult(
  scope: ReadScope,
  query: AggregateQuery,
  { plan, answer, columns }: { readonly plan: Plan; readonly answer: JsonResult; readonly columns?: readonly string[] },
  clock: ReturnType<typeof timeSteps>,
  explain?: (work: AnswerTrace) => void,
): Promise<AggregateResult> {
  const { facts, model } = scope.view.version;
  const isTotal = query.keys.length === 0;
  const totals = isTotal && !columns ? answer.data[0]! : answer.totals!;
  const numCells = isTotal ? 1 : answer.rows_before_limit_at_least!;
  if (numCells > scope.bounds.maxCells) throw new TooManyCells(scope.bounds.maxCells);
  const page = isTotal ? answer.data.slice(query.first, query.first + query.limit) : answer.data;
  const [sums, entries] = [plan.keys.length, plan.keys.length + plan.sums.length];
  const numEntries = Number(totals[entries]);
  if (query.filters.every(isEverything)) {
    checkTotals(scope, query, { numEntries, sums: totals.slice(sums, entries).map(String) });
  }
  const keys = await readKeys(scope, plan, page);
  explain?.({
    table: columns ? "cuboid" : "entries",
    dimensions: columns ? nameColumns(columns, model) : null,
    rows: columns ? answer.statistics.rows_read : facts.numEntries,
    visited: answer.statistics.rows_read,
    blocks: 0,
    blocksSkipped: 0,
    steps: clock.steps,
  });
  return {
    totals: query.measures.map(({ index }, at) => ({
      unscaled: BigInt(totals[sums + at]!),
      scale: facts.measures[index]!.scale,
    })),
    ...(query.statistics && {
      statistics: plan.statistics.map((each, at) => readTotal(each, valuesOf(plan, totals, at), numEntries)),
    }),
    numEntries,
    numCells,
    cells: { [Symbol.asyncIterator]: () => inOneBatch(() => readCells(scope, query, plan, keys, page)) },
  };
}

function isEverything(condition: Condition): boolean {
  return condition.is === "all" && condition.of.every(isEverything);
}

/** Check that all entries were summed. @throws EngineUnreachable if a shard has other entries than were written */
function checkTotals(
  { view: { version } }: ReadScope,
  { measures }: AggregateQuery,
  found: { readonly numEntries: number; readonly sums: readonly string[] },
): void {
  const { table, numEntries, totals } = version.facts;
  const wanted = { numEntries, sums: measures.map(({ index }) => totals[index]!) };
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw unreachable(new Error(`${table} has ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`));
}

async function planColumns(scope: ReadScope, { keys, measures, statistics = [] }: AggregateQuery): Promise<Plan> {
  const { columns, lookups, version } = scope.view;
  const plannedKeys = await Promise.all(
    keys.map(async (key): Promise<PlannedKey> => {
      const column = columns[key.dimension.index]!;
      if (column.isInline) return { key, column, sql: column.columns.text };
      if (key.attribute === null && column.isStored) return { key, column, sql: column.column };
      const lookup = await lookups.ofAttribute(column, (key.attribute ?? key.dimension.identity).index);
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

function listColumns({ keys, sums, statistics }: Plan): string {
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

async function writeGroups(
  scope: ReadScope,
  { keys, order, first, limit }: AggregateQuery,
  plan: Plan,
): Promise<string> {
  if (keys.length === 0) return "";
  const criteria = await Promise.all(order.map((each) => writeCriterion(scope, plan, each)));
  const page = Number.isFinite(limit) ? Math.min(limit, Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER;
  const names = plan.keys.map(({ column, sql }, at) => (column.isInline ? sql : `k${at}`)).join();
  return `GROUP BY ${names} WITH TOTALS ORDER BY ${criteria.join()} LIMIT ${page} OFFSET ${first}`;
}

async function writeCriterion(scope: ReadScope, { keys }: Plan, criterion: Criterion): Promise<string> {
  const direction = criterion.descending ? "DESC" : "ASC";
  if (criterion.by === "entries") return `n ${direction}`;
  if (criterion.by === "measure") return `s${criterion.index} ${direction}`;
  const { column, sql } = keys[criterion.key]!;
  if (column.isInline) return writeTextOrder(sql, criterion.descending);
  const lookup = await scope.view.lookups.ofAttribute(column, criterion.attribute.index);
  return writeRankOrder(`dictGet('${lookup}', 'r', k${criterion.key})`, criterion.descending);
}

async function run(scope: ReadScope, sql: string, parts: Parameters<ReadScope["query"]>[1]): Promise<JsonResult> {
  const { maxCells } = scope.bounds;
  // Each node counts its own groups, of which there are no more than cells.
  const settings = Number.isFinite(maxCells) ? { max_rows_to_group_by: String(maxCells) } : {};
  try {
    return JSON.parse((await scope.query(sql, parts, settings)).toString()) as JsonResult;
  } catch (error) {
    if (!(error instanceof ServerError && error.code === TOO_MANY_ROWS)) throw error;
    throw new TooManyCells(maxCells, { cause: error });
  }
}

/** Return the values of the columns of a statistic. */
function valuesOf({ keys, sums, statistics }: Plan, row: JsonRow, at: number): readonly string[] {
  const before = statistics.slice(0, at).reduce((count, { sql }) => count + sql.length, 0);
  const first = keys.length + sums.length + 1 + before;
  return row.slice(first, first + statistics[at]!.sql.length).map(String);
}

/** Name the dimensions of columns, as a trace does. */
function nameColumns(columns: readonly string[], { dimensions }: Model): readonly string[] {
  return columns.map((column) => dimensions.find(({ index }) => codeColumn(index) === column)?.name ?? column);
}

async function* inOneBatch(read: () => Cells): AsyncGenerator<Cells, void> {
  yield read();
}

/** Read the keys of cells: one column for each. */
async function readKeys(scope: ReadScope, plan: Plan, page: readonly JsonRow[]): Promise<Cells["keys"]> {
  const found: Cells["keys"][number][] = [];
  for (const [at, { key, column }] of plan.keys.entries()) {
    const { attribute } = key;
    if (column.isInline) {
      const texts = page.map((row) => row[at] as string | null);
      const positions = page.map((row) => Number(row.at(-1)));
      found.push(attribute ? texts : await readTextMembers(scope, column, texts, positions));
      continue;
    }
    const codes = page.map((row) => Number(row[at]));
    found.push(
      attribute
        ? codes.map((code) => column.valueAt(code, attribute.index))
        : codes.map((code) => column.memberAt(code)),
    );
  }
  return found;
}

function readCells(
  scope: ReadScope,
  query: AggregateQuery,
  plan: Plan,
  keys: Cells["keys"],
  page: readonly JsonRow[],
): Cells {
  const { measures } = scope.view.version.facts;
  const first = plan.keys.length;
  return {
    length: page.length,
    keys,
    sums: query.measures.map(({ index }, at) =>
      packTexts(
        page.map((row) => String(row[first + at])),
        measures[index]!.scale,
      ),
    ),
    ...(query.statistics && {
      statistics: plan.statistics.map((each, at) =>
        packBigIntegers(
          page.map((row) => each.read(valuesOf(plan, row, at))),
          each.scale,
        ),
      ),
    }),
    numEntries: Float64Array.from(page, (row) => Number(row[first + plan.sums.length])),
  };
}

/** Pack integers that are written as text. */
function packTexts(texts: readonly string[], scale: number): DecimalColumn {
  const numbers = Float64Array.from(texts, Number);
  return { scale, unscaled: numbers.every(Number.isSafeInteger) ? numbers : texts.map(BigInt) };
}
