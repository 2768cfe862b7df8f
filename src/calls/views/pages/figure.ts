import type { AggregateResult } from "../../../core/engine/engine.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Model, Note } from "../../../core/model/cube.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import { decimalAt, type DecimalColumn } from "../../../core/model/values/decimal-column.js";
import { type BoundAggregate, bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { defaultMeasures } from "../../../core/query/aggregate/measure.js";
import type { FigureRequest } from "../../../core/query/aggregate/figure-request.js";
import { type AggregateRequest, printAggregate, TOTAL } from "../../../core/query/aggregate/request.js";
import type { Clause } from "../../../core/query/clauses.js";
import { DEFAULT_PAGESIZE } from "../../../core/query/page.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { SearchText } from "../../../core/query/syntax/search-text.js";
import { type AddedMembers, findAddedMembers } from "../../reading/aggregate/additivity.js";
import { type PlannedNotes, planNotes } from "../../reading/aggregate/notes.js";
import { queryBounds } from "../../context.js";
import { describeColumn, type PageTableColumn, type FigureKey, planKey } from "./figure-columns.js";
import { cutsOfChoices } from "./member-choice.js";
import type { YearParts } from "./months.js";
import type { Sides } from "./sides.js";
import type { ColorPlaces } from "./color-places.js";
import type { PageScope } from "./page-scope.js";
import { timeOrder } from "./time-order.js";
import type { FigureTerm } from "./term-labels.js";

/** The result of an aggregation for a page. */
export interface PageTable {
  /** The request without its limit of rows. */
  readonly request: AggregateRequest | FigureRequest;
  /** Query of the aggregate call that returns all cells. */
  readonly query: string;
  readonly columns: readonly PageTableColumn[];
  readonly measures: readonly MeasureLabel[];
  readonly rows: readonly PageTableRow[];
  /** Exact sums of each measure, one for each row. */
  readonly sums: readonly DecimalColumn[];
  /** The total of each measure over the whole cuboid. */
  readonly totals: readonly Decimal[];
  readonly numEntries: number;
  /** Number of all cells; `rows` holds the first ones. */
  readonly numCells: number;
  /** Sums of the cells that are not in `rows`. */
  readonly rest: FigureRest;
  /** Dimensions of which the cells or the total add up members that must not be added up. */
  readonly added: readonly FigureAddition[];
  /** The model's notes on its amounts. */
  readonly notes: readonly FigureNote[];
  /** Ids of the notes of the whole page, in the order of their numbers, if these stand together; default: its own. */
  readonly numbering?: readonly number[];
  /** Figures of other kinds than sums; absent: none. */
  readonly terms?: FigureTerms;
  /** The years of which only some months are there; absent: none. */
  readonly parts?: YearParts;
  /** The places of its members in the whole dataset, for their colours; absent or `null` if it has none. */
  readonly places?: ColorPlaces | null;
}

/** Columns of figures that are computed from sums, such as shares and averages. */
export interface FigureTerms {
  readonly columns: readonly FigureTerm[];
  /** The figure of all entries in each column; `null` if there is none. */
  readonly totals: readonly (Decimal | null)[];
  /** The column that charts draw; `null` for the first sum. */
  readonly drawn: number | null;
  /** The two sides of a comparison; absent without one. */
  readonly sides?: Sides;
  /** Cells that do not meet the conditions; `null` without conditions. */
  readonly leftOut: {
    readonly cells: number;
    readonly amounts: readonly Decimal[];
    readonly numEntries: number;
  } | null;
}

/** Members of a dimension that a figure adds up although sums of them have no meaning. */
export interface FigureAddition extends Pick<AddedMembers, "names" | "reason" | "isInCells"> {
  /** Name of the dimension. */
  readonly dimension: string;
  readonly label: string;
}

/** A note of the model on some amounts of a figure. */
export interface FigureNote extends Pick<Note, "id" | "kind" | "text"> {
  /** The values that it is on. */
  readonly on: string;
}

export interface FigureRest {
  readonly cells: number;
  readonly amounts: readonly Decimal[];
  /** One for each column of `terms`; absent: none is known. */
  readonly figures?: readonly (Decimal | null)[];
  readonly numEntries: number;
  /** Some cells outside `rows` whose first measure is below zero, the lowest first. */
  readonly negative: readonly PageTableRow[];
}

export interface MeasureLabel {
  readonly name: string;
  readonly label: string;
}

export function labelMeasures({ measures }: Pick<Model, "measures">): readonly MeasureLabel[] {
  return measures.map(({ name, label }) => ({ name, label }));
}

export interface PageTableRow {
  /** One for each column. */
  readonly keys: readonly FigureKey[];
  /** One for each measure. */
  readonly amounts: readonly Decimal[];
  /** One for each column of `terms`; `null` where one is missing. */
  readonly figures?: readonly (Decimal | null)[];
  readonly numEntries: number;
  /** Ids of the figure's notes on it. */
  readonly notes: readonly number[];
  /** Number of cells that it puts together; absent for a cell of its own. */
  readonly contained?: number;
}

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
 * Aggregate for a page. Costs a second aggregation if negative cells have to be read.
 * @throws InvalidQuery with every error of the question
 */
export async function readFigure(scope: PageScope, question: FigureQuestion): Promise<PageTable> {
  const { drilldown, limit, page } = question;
  const { model } = scope.dataset;
  const fields = [...drilldown, ...question.cuts.map(({ field }) => field)];
  const cuts = [...question.cuts, ...cutsOfChoices(scope.choices ?? [], model, fields)];
  const request = requestOf(model, { ...question, cuts });
  const { bound, result, rows, sums, added, notes } = await aggregate(scope, {
    ...request,
    page: page ?? 1,
    pagesize: limit,
  });
  const isWhole = rows.length >= result.numCells;
  const negative =
    isDescending(bound) && !isWhole && page === undefined ? await readNegative(scope, request, bound, rows) : [];
  return {
    request,
    query: printQuery(scope, result.numCells > PAGESIZE ? { ...request, pagesize: EVERYTHING } : request),
    columns: drilldown.map((reference, at) => describeColumn(bound, reference, at)),
    measures: labelMeasures(bound.query),
    rows,
    sums,
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

/** Describe members that are added up. */
export function describeAdded({ dimension: { name, label }, ...added }: AddedMembers): FigureAddition {
  return { ...added, dimension: name, label };
}

/** Describe a note of the model. */
export function describeNote({ id, kind, text, on }: Note): FigureNote {
  return { id, kind, text, on: on.map(({ values }) => values.join(", ")).join(", ") };
}

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
