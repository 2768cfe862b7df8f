import type { AggregateResult, Cells } from "../../engine/engine.js";
import type { Member } from "../../engine/entry.js";
import { gatherCells } from "../../engine/collect-cells.js";
import { withReader } from "../../engine/with-reader.js";
import type { Value } from "../../model/values/value.js";
import { type Decimal, decimalNumber } from "../../model/values/decimal.js";
import { type DecimalColumn, numberAt } from "../../model/values/decimal-column.js";
import { type BoundAggregate, bindAggregate } from "../../query/bind.js";
import { type Clause, printClauses } from "../../query/clauses.js";
import { parameters } from "../../query/parameters.js";
import { queryBounds } from "../context.js";
import { describeMember } from "../describe/describe-member.js";
import { memberUrl } from "../describe/links.js";
import type { PageScope } from "./page-scope.js";

/** An aggregation as a page shows it. */
export interface Figure {
  /** Query of the aggregate call that gives all of it. */
  readonly query: string;
  readonly columns: readonly FigureColumn[];
  readonly measures: readonly MeasureLabel[];
  readonly rows: readonly FigureRow[];
  /** Of each measure, over the whole cuboid. */
  readonly totals: readonly number[];
  readonly numEntries: number;
  /** Number of all cells, of which `rows` holds the first. */
  readonly numCells: number;
  /** What the cells that are not in `rows` come to. */
  readonly rest: FigureRest;
}

export interface FigureRest {
  readonly cells: number;
  readonly amounts: readonly number[];
  readonly numEntries: number;
  /** Cells whose first measure is below zero, the least first: some of those that are left out of `rows`. */
  readonly negative: readonly FigureRow[];
}

export interface MeasureLabel {
  readonly name: string;
  readonly label: string;
}

/** What cells are told apart by. */
export interface FigureColumn {
  /** As a drilldown writes it. */
  readonly reference: string;
  readonly label: string;
  readonly dimension: string;
  /** Whether it holds dates, and not only parts of them. */
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
  /** What a cut on the column writes; `null` for no value, which no cut selects. */
  readonly value: string | null;
  readonly label: string;
  /** The member's page, where there is one. */
  readonly url: string | null;
  /** As the data has it: anything may be in it. */
  readonly color: string | null;
}

/** What a figure is asked for. */
export interface FigureQuestion {
  readonly drilldown: readonly string[];
  readonly cuts: readonly Clause[];
  /** By default the first one of the model. */
  readonly measures?: readonly string[] | undefined;
  readonly order?: string | undefined;
  /** Full-text condition. */
  readonly q?: string | undefined;
  /** Most rows. */
  readonly limit: number;
  readonly page?: number | undefined;
}

/** Negative cells that are named, of those that are left out. */
const NEGATIVE = 10;
/** Cells on a page of the aggregate call, unless it is told otherwise. */
const PAGESIZE = 10_000;
/** More cells than there can be: one page for everything. */
const EVERYTHING = "1000000000";

/**
 * Aggregate for a page.
 * @throws InvalidQuery with every fault of the question
 */
export async function readFigure(scope: PageScope, question: FigureQuestion): Promise<Figure> {
  const { model } = scope.dataset;
  const measures = question.measures ?? [model.measures[0]!.name];
  const requested = new URLSearchParams({ dataset: model.dataset.name });
  if (question.drilldown.length > 0) requested.set("drilldown", question.drilldown.join("|"));
  if (question.cuts.length > 0) requested.set("cut", printClauses(question.cuts));
  if (measures.join("|") !== "amount") requested.set("measure", measures.join("|"));
  if (question.order !== undefined) requested.set("order", question.order);
  if (question.q !== undefined) requested.set("q", question.q);

  const paged = new URLSearchParams(requested);
  paged.set("pagesize", String(question.limit));
  if (question.page !== undefined) paged.set("page", String(question.page));
  const { bound, result, rows, sums } = await ask(scope, paged);
  if (result.numCells > PAGESIZE) requested.set("pagesize", EVERYTHING);

  const isDescending = question.order === undefined || question.order.startsWith(`${measures[0]}:desc`);
  const isWhole = rows.length >= result.numCells;
  const negative =
    isDescending && !isWhole && question.page === undefined ? await readNegative(scope, requested, rows) : [];
  return {
    query: requested.toString(),
    columns: question.drilldown.map((reference, at) => describeColumn(bound, reference, at)),
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

interface Answered {
  readonly bound: BoundAggregate;
  readonly result: AggregateResult;
  readonly rows: readonly FigureRow[];
  /** Of each measure, exact. */
  readonly sums: readonly DecimalColumn[];
}

async function ask(
  { context, dataset, origin, signal, effort }: PageScope,
  requested: URLSearchParams,
): Promise<Answered> {
  const { model, engine } = dataset;
  const bound = bindAggregate(model, parameters(requested), context.maxClauses, context.maxNesting);
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

/** The least cells, where they are below zero. */
async function readNegative(
  scope: PageScope,
  requested: URLSearchParams,
  shown: readonly FigureRow[],
): Promise<readonly FigureRow[]> {
  const measure = (requested.get("measure") ?? "amount").split("|", 1)[0]!;
  const least = new URLSearchParams(requested);
  least.set("order", `${measure}:asc`);
  least.set("pagesize", String(NEGATIVE));
  const { rows } = await ask(scope, least);
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

/** Describes the key of a drilldown in each row. */
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

/** What is left of a total without some cells. */
function without({ unscaled, scale }: Decimal, sums: DecimalColumn): number {
  const left = Array.from<number | bigint>(sums.unscaled).reduce<bigint>((rest, sum) => rest - BigInt(sum), unscaled);
  return decimalNumber({ unscaled: left, scale });
}
