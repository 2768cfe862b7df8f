import type { AggregateResult, Cells } from "../../engine/engine.js";
import type { Member } from "../../engine/entry.js";
import { gatherCells } from "../../engine/collect-cells.js";
import { withReader } from "../../engine/with-reader.js";
import type { Model } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";
import { type Decimal, decimalNumber } from "../../model/values/decimal.js";
import { type DecimalColumn, numberAt } from "../../model/values/decimal-column.js";
import { type BoundAggregate, bindAggregateRequest } from "../../query/aggregate/bind.js";
import { DEFAULT_MEASURE } from "../../query/aggregate/measure.js";
import { type AggregateRequest, printAggregate, TOTAL } from "../../query/aggregate/request.js";
import type { Clause } from "../../query/clauses.js";
import { DEFAULT_PAGESIZE } from "../../query/page.js";
import type { CutClause } from "../../query/syntax/cut-clause.js";
import type { SearchText } from "../../query/syntax/search-text.js";
import { queryBounds } from "../context.js";
import { describeMember } from "../describe/describe-member.js";
import { memberUrl } from "../describe/links.js";
import type { PageScope } from "./page-scope.js";

/** The result of an aggregation for a page. */
export interface Figure {
  /** The request without its limit of rows. */
  readonly request: AggregateRequest;
  /** Query of the aggregate call that returns all cells. */
  readonly query: string;
  readonly columns: readonly FigureColumn[];
  readonly measures: readonly MeasureLabel[];
  readonly rows: readonly FigureRow[];
  /** The total of each measure over the whole cuboid. */
  readonly totals: readonly number[];
  readonly numEntries: number;
  /** Number of all cells; `rows` holds the first ones. */
  readonly numCells: number;
  /** Sums of the cells that are not in `rows`. */
  readonly rest: FigureRest;
}

export interface FigureRest {
  readonly cells: number;
  readonly amounts: readonly number[];
  readonly numEntries: number;
  /** Some cells outside `rows` whose first measure is below zero, the lowest first. */
  readonly negative: readonly FigureRow[];
}

export interface MeasureLabel {
  readonly name: string;
  readonly label: string;
}

/** A dimension or attribute that cells are grouped by. */
export interface FigureColumn {
  /** Reference as in a drilldown. */
  readonly reference: string;
  readonly label: string;
  readonly dimension: string;
  /** True for whole dates, false for their parts and for other dimensions. */
  readonly isDate: boolean;
}

export interface FigureRow {
  /** One for each column. */
  readonly keys: readonly FigureKey[];
  /** One for each measure. */
  readonly amounts: readonly number[];
  readonly numEntries: number;
}

/** A member or a value. */
export interface FigureKey {
  /** The value of a cut that selects it; `null` for a missing value, which no cut selects. */
  readonly value: string | null;
  readonly label: string;
  /** The member's page; `null` if it has none. */
  readonly url: string | null;
  /** Text from the data: may be anything. */
  readonly color: string | null;
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
export async function readFigure(scope: PageScope, question: FigureQuestion): Promise<Figure> {
  const request = requestOf(scope.dataset.model, question);
  const { drilldown, limit, page } = question;
  const { bound, result, rows, sums } = await aggregate(scope, { ...request, page: page ?? 1, pagesize: limit });
  const isWhole = rows.length >= result.numCells;
  const negative =
    isDescending(bound) && !isWhole && page === undefined ? await readNegative(scope, request, bound, rows) : [];
  return {
    request,
    query: printQuery(scope, result.numCells > PAGESIZE ? { ...request, pagesize: EVERYTHING } : request),
    columns: drilldown.map((reference, at) => describeColumn(bound, reference, at)),
    measures: bound.query.measures.map(({ name, label }) => ({ name, label })),
    rows,
    totals: result.totals.map(decimalNumber),
    numEntries: result.numEntries,
    numCells: result.numCells,
    rest: {
      cells: result.numCells - rows.length,
      amounts: result.totals.map((total, at) => without(total, sums[at]!)),
      numEntries: rows.reduce((left, row) => left - row.numEntries, result.numEntries),
      negative,
    },
  };
}

function requestOf({ measures: [first] }: Model, question: FigureQuestion): AggregateRequest {
  const { drilldown, cuts, measures = [first!.name], order = [], q = null } = question;
  const isDefault = measures.join("|") === DEFAULT_MEASURE;
  return { ...TOTAL, drilldown, cuts, measures: isDefault ? [] : measures, order, q };
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
  readonly rows: readonly FigureRow[];
  /** Exact sums of each measure. */
  readonly sums: readonly DecimalColumn[];
}

async function aggregate(
  { context, dataset, origin, signal, effort }: PageScope,
  request: AggregateRequest,
): Promise<Answered> {
  const { model, engine } = dataset;
  const bound = bindAggregateRequest(model, request, context.maxClauses);
  const result = await context.queue.run(
    () => withReader(engine, queryBounds(context, signal), (reader) => reader.aggregate(bound.query)),
    signal,
    effort,
  );
  const { cells } = await gatherCells(result);
  const describers = bound.drilldowns.map((_, at) => planKey({ dataset, origin }, bound, at));
  const rows = Array.from({ length: cells.length }, (_, row) => ({
    keys: describers.map((describe) => describe(cells, row)),
    amounts: cells.sums.map((sums) => numberAt(sums, row)),
    numEntries: cells.numEntries[row]!,
  }));
  return { bound, result, rows, sums: cells.sums };
}

/** Read the lowest cells that are below zero and not shown already. */
async function readNegative(
  scope: PageScope,
  request: AggregateRequest,
  { query }: BoundAggregate,
  shown: readonly FigureRow[],
): Promise<readonly FigureRow[]> {
  const order = [{ field: query.measures[0]!.name, value: "asc" }];
  const { rows } = await aggregate(scope, { ...request, order, pagesize: NEGATIVE });
  const known = new Set(shown.map(({ keys }) => identify(keys)));
  return rows.filter(({ keys, amounts }) => amounts[0]! < 0 && !known.has(identify(keys)));
}

function identify(keys: readonly FigureKey[]): string {
  return JSON.stringify(keys.map(({ value }) => value));
}

function describeColumn({ drilldowns }: BoundAggregate, reference: string, at: number): FigureColumn {
  const { dimension, attribute } = drilldowns[at]!;
  const isWhole = attribute === null || attribute === dimension.identity;
  const label = isWhole ? dimension.label : `${dimension.label}: ${attribute.name}`;
  return {
    reference,
    label: dimension.kind === "date" && attribute?.name === "year" ? "Year" : label,
    dimension: dimension.name,
    isDate: dimension.kind === "date" && isWhole,
  };
}

/** Return a function that describes the key of a drilldown in a row. */
function planKey(
  { dataset, origin }: Pick<PageScope, "dataset" | "origin">,
  { drilldowns, query }: BoundAggregate,
  at: number,
): (cells: Cells, row: number) => FigureKey {
  const { model } = dataset;
  const { dimension, attribute, key } = drilldowns[at]!;
  if (query.keys[key]!.attribute === null) {
    return (cells, row) => {
      const member = cells.keys[key]![row] as Member | null;
      if (!member) return NO_VALUE;
      if (attribute !== null) return describeValue(member.values[attribute.index]!, null);
      const { name, label, color, html_url: url } = describeMember(model, dimension, member, origin);
      const text = String(label ?? "") || String(name ?? "");
      return { value: String(name), label: text, url, color: typeof color === "string" ? color : null };
    };
  }
  const isMember = dimension.kind === "attribute";
  return (cells, row) => {
    const value = cells.keys[key]![row] as Value;
    return describeValue(value, isMember ? memberUrl(origin, model.dataset.name, dimension, value) : null);
  };
}

const NO_VALUE: FigureKey = { value: null, label: "", url: null, color: null };

function describeValue(value: Value, url: string | null): FigureKey {
  return value === null ? NO_VALUE : { value: String(value), label: String(value), url, color: null };
}

/** Subtract cells from a total, exactly. */
function without({ unscaled, scale }: Decimal, sums: DecimalColumn): number {
  const left = Array.from<number | bigint>(sums.unscaled).reduce<bigint>((rest, sum) => rest - BigInt(sum), unscaled);
  return decimalNumber({ unscaled: left, scale });
}
