import type { Bounds } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { AggregateResult, Cells } from "../../../core/engine/engine.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import { addUpPieces, type JoinedPieces } from "../../../core/figures/add-up-pieces.js";
import { adjustGroups } from "../../../core/figures/adjusted.js";
import type { GroupAdjuster } from "../../../core/figures/groups.js";
import { identitiesOf, partitionBy, type ValueAt } from "../../../core/figures/partition.js";
import type { Pieces } from "../../../core/figures/pieces.js";
import type { Measure } from "../../../core/model/cube.js";
import type { Fraction } from "../../../core/model/values/fraction.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import type { AdjustedSide } from "./adjusted-side.js";
import { type PieceDivisors, planDivisors } from "./divisors.js";
import { type PieceFactors, planFactors } from "./factors.js";
import { readMissing } from "./missing-members.js";
import { type MissingAmounts, MissingPieces, sortMissing } from "./missing-pieces.js";
import { bindSeries } from "./bind-series.js";
import { compareYears } from "./periods.js";
import { type BoundSeries, type BoundSides, type PiecePlan, piecesOf, planPieces } from "./plan-pieces.js";
import { readDatasetTime } from "./read-time.js";
import { warnOfPlaces } from "./series-places.js";

/** A series that was used, with its values by period. */
export interface UsedSeries {
  readonly kind: "prices" | "in" | "per";
  readonly dataset: Dataset;
  readonly measure: Measure;
  /** Period of the prices, currency, or unit of the series. */
  readonly base: string;
  /** Values that were used; `null` if they depend on members. */
  readonly values: ReadonlyMap<string, Fraction> | null;
}

/** The adjustments of the entries of one side. */
export interface Adjuster extends GroupAdjuster {
  /** The cells as paid, without order; `null` where the pieces do not give them. */
  readonly paid: AggregateResult | null;
  readonly missing: readonly MissingAmounts[];
  readonly used: readonly UsedSeries[];
  readonly warnings: readonly string[];
  /** Amounts of each cell by period, before and after: for the ancestor's form. */
  readonly pieces: CellPieces;
}

/** Pieces of cells. */
export interface CellPieces {
  readonly cells: Pick<Cells, "sums">;
  /** Row of the cell of each. */
  readonly cellOf: (row: number) => number;
  readonly periodOf: ValueAt;
  readonly factorOf: (row: number) => Fraction | null;
}

/** The pieces of a side, before they are grouped, and what is to be said of them. */
export interface SidePieces extends Pick<Adjuster, "missing" | "used" | "warnings"> {
  /** The query of the cells that are adjusted. */
  readonly query: AggregateQuery;
  /** Pieces as cells; they begin with the keys of that query. */
  readonly cells: Cells;
  /** The cells that they are of; `null` where they do not give these. */
  readonly joined: JoinedPieces | null;
  readonly pieces: Pieces;
  readonly divisors: PieceDivisors | null;
  readonly periodOf: ValueAt;
}

/**
 * Read the series and the pieces of a side: its cells, grouped by the periods and the shared dimensions of the series, too.
 * @param explain called with a trace of the answer
 * @throws InvalidQuery, TooManyCells
 */
export async function readSidePieces(
  context: Context,
  side: AdjustedSide,
  bounds: Bounds,
  explain?: (work: AnswerTrace) => void,
): Promise<SidePieces> {
  const { dataset, reader, query, requested } = side;
  const { model } = dataset;
  const time = await readDatasetTime(context, dataset, bounds);
  const series = await bindSides(context, side, bounds);
  const { index, rate, stock } = series;
  const all = [index, rate, stock].filter((each) => each !== null);
  const plan = planPieces(model, query, time, series);
  const result = await gatherCells(await reader.aggregate(plan.query, explain));
  const { cells } = result;
  const factors = planFactors({ model, time, plan, cells }, requested, index, rate);
  const divisors = stock && planDivisors(time, plan, cells, stock, query);
  const own = { ...time, name: model.dataset.name };
  const warnings = [
    ...all.flatMap((each) => compareYears(own, { ...each.time, name: each.name }) ?? []),
    ...(index ? warnOfPlaces(model, index.dataset.model, "prices") : []),
    ...(stock ? warnOfPlaces(model, stock.dataset.model, "per") : []),
  ];
  return {
    query,
    cells,
    joined: addUpPieces(query, plan.query, result),
    pieces: piecesOf(cells, plan.query, query, factors, divisors?.divisors ?? null),
    divisors,
    periodOf: plan.period?.read(cells) ?? (() => null),
    missing: sortMissing([
      ...listMissing(query, plan, cells, factors, stock, divisors),
      ...(stock ? await readMissing(context, side, time, stock, bounds) : []),
    ]),
    used: describeSides(side, series, factors, divisors),
    warnings: [...new Set([...warnings, ...(divisors?.warnings ?? [])])],
  };
}

/** Return how the cells of a side are adjusted. */
export function adjusterOf({ query, cells, joined, pieces, periodOf, missing, used, warnings }: SidePieces): Adjuster {
  const keyed = query.keys.map((key, at) => identitiesOf(cells.keys[at]!, key));
  const grouped = planAdjustedGroups(query, keyed, cells.sums, pieces, periodOf, joined);
  return { ...grouped, paid: joined?.result ?? null, missing, used, warnings };
}

async function bindSides(context: Context, side: AdjustedSide, bounds: Bounds): Promise<BoundSides> {
  const { prices, rates, per } = side.found;
  return {
    index: prices && (await bindSeries(context, side, prices, "prices", bounds)),
    rate: rates && (await bindSeries(context, side, rates, "in", bounds)),
    stock: per && (await bindSeries(context, side, per.dataset, "per", bounds, per.measure)),
  };
}

/**
 * Plan how cells and their total are adjusted from pieces.
 * @param keyed reads for each key of the query its value in each piece
 * @param sums of all measures, for each piece
 * @param joined the cells that were put together from the pieces, if they were
 */
export function planAdjustedGroups(
  query: AggregateQuery,
  keyed: readonly ValueAt[],
  sums: Cells["sums"],
  pieces: Pieces,
  periodOf: ValueAt,
  joined: JoinedPieces | null = null,
): GroupAdjuster & Pick<Adjuster, "pieces"> {
  const all = new Int32Array(pieces.length);
  let groups: Int32Array = all;
  return {
    cells(wanted, paid) {
      if (wanted === joined?.cells) groups = joined.cellOf;
      else if (keyed.length > 0) groups = findCells(query, wanted, keyed, pieces.length);
      const kept = query.keys.map(() => true);
      return { ...paid, adjusted: adjustGroups(pieces, groups, wanted.length, kept) };
    },
    total(paid) {
      const kept = query.keys.map(() => false);
      return { ...paid, adjusted: adjustGroups(pieces, all, 1, kept) };
    },
    pieces: {
      cells: { sums },
      cellOf: (row) => groups[row]!,
      periodOf,
      factorOf: (row) => pieces.factors[pieces.factorOf[row]!] ?? null,
    },
  };
}

/** Find the cell of each piece by the values of its keys. */
function findCells(
  { keys }: AggregateQuery,
  wanted: Pick<Cells, "length" | "keys">,
  keyed: readonly ValueAt[],
  length: number,
): Int32Array {
  const parts = keys.map((key, at): ValueAt => {
    const [mine, theirs] = [identitiesOf(wanted.keys[at]!, key), keyed[at]!];
    return (row) => (row < wanted.length ? mine(row) : theirs(row - wanted.length));
  });
  // Cells differ, so that each has its row as group.
  return partitionBy(wanted.length + length, parts).groupOf.slice(wanted.length);
}

function listMissing(
  query: AggregateQuery,
  plan: PiecePlan,
  cells: Cells,
  factors: PieceFactors,
  stock: BoundSeries | null,
  divisors: PieceDivisors | null,
): readonly MissingAmounts[] {
  const missing = new MissingPieces(query, plan, cells);
  const divided = plan.divided.flatMap((part) => part?.name ?? []);
  const isDrilled = divided.length === plan.divided.length;
  if (!factors.isIncomplete && !(stock && isDrilled)) return [];
  for (let row = 0; row < cells.length; row++) {
    for (const each of factors.missing(row)) missing.add(each.series, row, each.of);
    if (stock && isDrilled && divisors?.isMissing(row)) missing.add(stock.name, row, divided);
  }
  return missing.list();
}

function describeSides(
  { requested: { prices, in: to }, found: { per } }: AdjustedSide,
  { index, rate, stock }: BoundSides,
  { indexValues, rateValues }: PieceFactors,
  divisors: PieceDivisors | null,
): readonly UsedSeries[] {
  const used: UsedSeries[] = [];
  if (index) used.push({ kind: "prices", ...seriesOf(index), base: prices!.base, values: indexValues });
  if (rate) used.push({ kind: "in", ...seriesOf(rate), base: to!.currency, values: rateValues });
  if (stock && per) {
    const { unit, label } = per.measure;
    const money = stock.values.kind === "flow" ? per.dataset.model.dataset.currency : null;
    used.push({ kind: "per", ...seriesOf(stock), base: unit ?? money ?? label, values: divisors!.values });
  }
  return used;
}

function seriesOf({ dataset, measure }: BoundSeries): Pick<UsedSeries, "dataset" | "measure"> {
  return { dataset, measure };
}
