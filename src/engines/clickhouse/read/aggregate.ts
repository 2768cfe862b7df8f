import { setImmediate } from "node:timers/promises";
import type { AggregateResult, Cells } from "../../../core/engine/engine.js";
import { type AnswerTrace, timeSteps } from "../../../core/engine/explain.js";
import { TooManyCells } from "../../../core/errors/errors.js";
import type { Model } from "../../../core/model/cube.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import { ServerError, TOO_MANY_ROWS, unreachable } from "../client/failures.js";
import { codeColumn } from "../table/version.js";
import { type JsonRow, readCellKeys, readClusterCells, statisticValues } from "./cell-rows.js";
import { type CellColumns, listCellColumns, planCells, writeGroups } from "./plan-cells.js";
import { batchRows, type JsonResult, readJsonResult } from "./json-rows.js";
import type { ReadScope } from "./scope.js";
import type { PulledAnswer } from "./pulled-cells.js";
import { readTotal } from "./statistics.js";

/** Sum measures by cell: one query, whose totals and number of cells are those of all pages. */
export async function aggregateEntries(
  scope: ReadScope,
  query: AggregateQuery,
  explain?: (work: AnswerTrace) => void,
): Promise<AggregateResult> {
  scope.check();
  const clock = timeSteps();
  const pulled = scope.view.pulled.answer(query, scope.view.columns, scope.check);
  if (pulled) return answerFromPulled(scope, query, pulled, clock, explain);
  const { parts, sql: where } = await scope.where(query.filters);
  clock.end("match members");
  const plan = await planCells(scope, query);
  const sql = `SELECT ${listCellColumns(plan)} FROM ${scope.from} WHERE ${where} ${await writeGroups(scope, query, plan)}`;
  clock.end("look up attributes");
  const answer = await run(scope, `${sql} FORMAT JSONCompact`, parts);
  clock.end("query the cluster");
  return describeResult(scope, query, { plan, answer }, clock, explain);
}

/** Give the answer of sums that are kept here. */
async function answerFromPulled(
  scope: ReadScope,
  query: AggregateQuery,
  { data, totals, numCells, rows, columns }: PulledAnswer,
  clock: ReturnType<typeof timeSteps>,
  explain?: (work: AnswerTrace) => void,
): Promise<AggregateResult> {
  clock.end("add up cells");
  const { columns: viewed } = scope.view;
  const keys = query.keys.map((key) => ({ key, column: viewed[key.dimension.index]!, sql: "" }));
  const plan: CellColumns = { keys, sums: query.measures.map(() => ""), statistics: [] };
  const statistics = { rows_read: rows };
  const answer = { batches: () => batchRows(data), totals, rows_before_limit_at_least: numCells, statistics };
  return describeResult(scope, query, { plan, answer, columns }, clock, explain);
}

async function describeResult(
  scope: ReadScope,
  query: AggregateQuery,
  {
    plan,
    answer,
    columns,
  }: { readonly plan: CellColumns; readonly answer: JsonResult; readonly columns?: readonly string[] },
  clock: ReturnType<typeof timeSteps>,
  explain?: (work: AnswerTrace) => void,
): Promise<AggregateResult> {
  const { facts, model } = scope.view.version;
  const isTotal = query.keys.length === 0;
  const [[only] = []] = isTotal ? answer.batches() : [];
  const totals = isTotal && !columns ? only! : answer.totals!;
  const numCells = isTotal ? 1 : answer.rows_before_limit_at_least!;
  if (numCells > scope.bounds.maxCells) throw new TooManyCells(scope.bounds.maxCells);
  const batches = isTotal
    ? () => batchRows([only!].slice(query.first, query.first + query.limit))
    : () => answer.batches();
  const [sums, entries] = [plan.keys.length, plan.keys.length + plan.sums.length];
  const numEntries = Number(totals[entries]);
  if (query.filters.every(isEverything)) {
    checkTotals(scope, query, { numEntries, sums: totals.slice(sums, entries).map(String) });
  }
  explain?.({
    table: columns ? "rollup" : "entries",
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
      statistics: plan.statistics.map((each, at) => readTotal(each, statisticValues(plan, totals, at), numEntries)),
    }),
    numEntries,
    numCells,
    cells: { [Symbol.asyncIterator]: () => readBatches(scope, query, plan, batches()) },
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

async function run(scope: ReadScope, sql: string, parts: Parameters<ReadScope["query"]>[1]): Promise<JsonResult> {
  const { maxCells } = scope.bounds;
  // Each node counts its own groups, of which there are no more than cells.
  const settings = Number.isFinite(maxCells) ? { max_rows_to_group_by: String(maxCells) } : {};
  try {
    return readJsonResult(await scope.query(sql, parts, settings));
  } catch (error) {
    if (!(error instanceof ServerError && error.code === TOO_MANY_ROWS)) throw error;
    throw new TooManyCells(maxCells, { cause: error });
  }
}

/** Name the dimensions of columns, as a trace does. */
function nameColumns(columns: readonly string[], { dimensions }: Model): readonly string[] {
  return columns.map((column) => dimensions.find(({ index }) => codeColumn(index) === column)?.name ?? column);
}

/** Read cells batch by batch, as they are taken; between two batches, other work runs. */
async function* readBatches(
  scope: ReadScope,
  query: AggregateQuery,
  plan: CellColumns,
  batches: Iterable<readonly JsonRow[]>,
): AsyncGenerator<Cells, void> {
  const release = scope.holds.add();
  const { streaming } = scope;
  let isFirst = true;
  try {
    for (const rows of batches) {
      if (!isFirst) await setImmediate();
      isFirst = false;
      streaming.check();
      const keys = await readCellKeys(streaming, plan, rows);
      yield readClusterCells(scope, query, plan, keys, rows);
    }
  } finally {
    release();
  }
}
