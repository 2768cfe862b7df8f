import type { AggregateResult } from "../../../core/engine/engine.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Model } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import { decimalAt, type DecimalColumn } from "../../../core/model/values/decimal-column.js";
import { type BoundAggregate, bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { defaultMeasures } from "../../../core/query/aggregate/measure.js";
import { type AggregateRequest, printAggregate, TOTAL } from "../../../core/query/aggregate/request.js";
import type { Clause } from "../../../core/query/clauses.js";
import { DEFAULT_PAGESIZE } from "../../../core/query/page.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { SearchText } from "../../../core/query/syntax/search-text.js";
import { type AddedMembers, findAddedMembers } from "../../reading/aggregate/additivity.js";
import { type PlannedNotes, planNotes } from "../../reading/aggregate/notes.js";
import { queryBounds } from "../../context.js";
import { describeColumn, type FigureKey, planKey } from "./figure-columns.js";
import { describeAdded, describeNote } from "./figure-remarks.js";
import { cutsOfChoices } from "./member-choice.js";
import type { PageScope } from "./page-scope.js";
import { timeOrder } from "./time-order.js";
import type { PageTable, PageTableRow } from "./page-table.js";
import { readTermFigure } from "./term-figure.js";
import { labelMeasures } from "../../../core/model/measure-label.js";

/** The request of a figure. */
export interface FigureQuestion {
  readonly drilldown: readonly string[];
  readonly cuts: readonly CutClause[];
  /** Names of measures; default: the first measure of the model. */
  readonly measures?: readonly string[] | undefined;
  /** Criteria; default: the measures, descending. */
  readonly order?: readonly Clause[] | undefined;
  /** Full-text condition. */
  readonly q?: SearchText | undefined;
  /** More conditions like it. */
  readonly fq?: readonly SearchText[] | undefined;
  /** Maximum number of rows. */
  readonly limit: number;
  readonly page?: number | undefined;
}

/** Maximum number of negative cells that are read in addition to `rows`. */
const NEGATIVE = 10;
/** Default page size of the aggregate call, in cells. */
const PAGESIZE = DEFAULT_PAGESIZE;
/** Page size above any number of cells: one page for everything. */
const EVERYTHING = 1_000_000_000;

/**
 * Aggregate for a page. Costs a second aggregation if negative cells have to be read, or all are below zero.
 * @throws InvalidQuery with every error of the question
 */
export async function readFigure(scope: PageScope, question: FigureQuestion): Promise<PageTable> {
  const { drilldown, page } = question;
  const { model } = scope.dataset;
  const fields = [...drilldown, ...question.cuts.map(({ field }) => field)];
  const cuts = [...question.cuts, ...cutsOfChoices(scope.choices ?? [], model, fields)];
  if (scope.adjust) return readAdjusted(scope, { ...question, cuts });
  const { request, answered, isBySize } = await answer(scope, { ...question, cuts });
  const { bound, result, rows, sums, added, notes } = answered;
  const isWhole = rows.length >= result.numCells;
  const negative =
    isDescending(bound) && !isWhole && page === undefined ? await readNegative(scope, request, bound, rows) : [];
  return {
    request,
    isBySize,
    query: printQuery(scope, result.numCells > PAGESIZE ? { ...request, pagesize: EVERYTHING } : request),
    columns: drilldown.map((reference, at) => describeColumn(bound, reference, at)),
    measures: labelMeasures(bound.query.measures),
    rows,
    totals: result.totals,
    numEntries: result.numEntries,
    numCells: result.numCells,
    rest: {
      cells: result.numCells - rows.length,
      amounts: result.totals.map((total, at) => without(total, sums[at]!)),
      numEntries: rows.reduce((left, row) => left - row.numEntries, result.numEntries),
      negative,
    },
    added: added.map(describeAdded),
    notes: (notes?.all ?? []).map(describeNote),
  };
}

interface OrderedAnswer {
  readonly request: AggregateRequest;
  readonly answered: Answered;
  readonly isBySize: boolean;
}

/** Answer a question; in the order of the amounts, unless it has another one, those farthest from zero first. */
async function answer(scope: PageScope, question: FigureQuestion): Promise<OrderedAnswer> {
  const request = requestOf(scope.dataset.model, question);
  const paging = { page: question.page ?? 1, pagesize: question.limit };
  const answered = await aggregate(scope, { ...request, ...paging });
  if (question.order !== undefined || !(await isBelowZero(scope, request, answered, paging.page))) {
    return { request, answered, isBySize: false };
  }
  const turned = { ...request, order: [{ field: answered.bound.query.measures[0]!.name, value: "asc" }] };
  return { request: turned, answered: await aggregate(scope, { ...turned, ...paging }), isBySize: true };
}

/** True if no cell of the first measure is above zero, and they are in its order. */
async function isBelowZero(
  scope: PageScope,
  request: AggregateRequest,
  { bound, result, rows }: Answered,
  page: number,
): Promise<boolean> {
  const isNone = ([first]: readonly PageTableRow[]): boolean => first !== undefined && first.amounts[0]!.unscaled <= 0n;
  if (!isDescending(bound) || result.totals[0]!.unscaled >= 0n || !isNone(rows)) return false;
  return page === 1 || isNone((await aggregate(scope, { ...request, page: 1, pagesize: 1 })).rows);
}

/** Read the same figure with adjusted amounts, which engines cannot sort. */
function readAdjusted(
  scope: PageScope,
  { measures, order = [], q, fq = [], ...question }: FigureQuestion,
): Promise<PageTable> {
  const { model } = scope.dataset;
  return readTermFigure(scope, {
    ...question,
    q: q ?? null,
    fq,
    measures: measures ?? model.measures.slice(0, 1).map(({ name }) => name),
    order,
    ...WITHOUT_TERMS,
    other: scope.dataset,
  });
}

const WITHOUT_TERMS = { against: null, having: [], top: null, otherLabel: null } as const;

function requestOf(model: Model, question: FigureQuestion): AggregateRequest {
  const {
    drilldown,
    cuts,
    measures = model.measures.slice(0, 1).map(({ name }) => name),
    order = timeOrder(model, drilldown),
    q = null,
    fq = [],
  } = question;
  const isDefault = measures.join("|") === defaultMeasures(model).join("|");
  return { ...TOTAL, drilldown, cuts, measures: isDefault ? [] : measures, order, q, fq };
}

function printQuery({ dataset }: Pick<PageScope, "dataset">, request: AggregateRequest): string {
  return new URLSearchParams([["dataset", dataset.model.dataset.name], ...printAggregate(request)]).toString();
}

/** True if the largest cells of the first measure come first. */
function isDescending({ query }: BoundAggregate): boolean {
  const [first] = query.order;
  return first?.by === "measure" && first.index === 0 && first.descending;
}

interface Answered {
  readonly bound: BoundAggregate;
  readonly result: AggregateResult;
  readonly rows: readonly PageTableRow[];
  /** Exact sums of each measure. */
  readonly sums: readonly DecimalColumn[];
  readonly added: readonly AddedMembers[];
  readonly notes: PlannedNotes | null;
}

async function aggregate(
  { context, actor, dataset, origin, signal, effort }: PageScope,
  request: AggregateRequest,
): Promise<Answered> {
  const { model } = dataset;
  const bound = bindAggregateRequest(model, request, context.maxClauses);
  const bounds = queryBounds(context, actor, signal);
  const compute = () =>
    withReader(dataset, bounds, async (reader) => ({
      result: await reader.aggregate(bound.query),
      added: await findAddedMembers(reader, bound, model.dimensions, bounds, "total"),
    }));
  const { result, added } = await context.queue.run(compute, signal, effort);
  const { cells } = await gatherCells(result);
  const describers = bound.drilldowns.map((_, at) => planKey({ dataset, origin }, bound, at));
  const notes = planNotes(model, bound);
  const rows = Array.from({ length: cells.length }, (_, row) => ({
    keys: describers.map((describe) => describe(cells, row)),
    amounts: cells.sums.map((sums) => decimalAt(sums, row)),
    numEntries: cells.numEntries[row]!,
    notes: notes?.idsOf(cells, row) ?? [],
  }));
  return { bound, result, rows, sums: cells.sums, added, notes };
}

/** Read the lowest cells that are below zero and not shown already. */
async function readNegative(
  scope: PageScope,
  request: AggregateRequest,
  { query }: BoundAggregate,
  shown: readonly PageTableRow[],
): Promise<readonly PageTableRow[]> {
  const order = [{ field: query.measures[0]!.name, value: "asc" }];
  const { rows } = await aggregate(scope, { ...request, order, pagesize: NEGATIVE });
  const known = new Set(shown.map(({ keys }) => identify(keys)));
  return rows.filter(({ keys, amounts }) => amounts[0]!.unscaled < 0n && !known.has(identify(keys)));
}

function identify(keys: readonly FigureKey[]): string {
  return JSON.stringify(keys.map(({ value }) => value));
}

/** Subtract cells from a total, exactly. */
function without({ unscaled, scale }: Decimal, sums: DecimalColumn): Decimal {
  const left = Array.from<number | bigint>(sums.unscaled).reduce<bigint>((rest, sum) => rest - BigInt(sum), unscaled);
  return { unscaled: left, scale };
}
