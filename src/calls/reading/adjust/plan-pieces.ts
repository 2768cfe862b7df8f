import type { Cells } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { decimalFigures } from "../../../core/figures/column.js";
import { encode, type Encoded, type ValueAt } from "../../../core/figures/partition.js";
import type { Divisors, Pieces } from "../../../core/figures/pieces.js";
import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Attribute, Dimension, Measure, Model } from "../../../core/model/cube.js";
import { AMOUNT_STATISTICS } from "../../../core/model/measure-functions.js";
import { lookUpAttribute, referenceTo } from "../../../core/model/references.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import type { Fraction } from "../../../core/model/values/fraction.js";
import type { Value } from "../../../core/model/values/value.js";
import type { AggregateQuery, Key, Statistic } from "../../../core/query/aggregate/query.js";
import type { Dataset } from "../../../store/dataset.js";
import { choosePeriods, type DatasetTime } from "./periods.js";
import { type FilteredValues, type SeriesDimensions, sourceOf } from "./read-series.js";
import { timeOf } from "./read-time.js";

/** A series, matched with the entries of a side. */
export interface BoundSeries extends FilteredValues {
  readonly dataset: Dataset;
  readonly measure: Measure;
  readonly name: string;
  readonly time: DatasetTime;
  readonly dimensions: SeriesDimensions;
}

/** The series of a side, with their values. */
export interface BoundSides {
  readonly index: BoundSeries | null;
  readonly rate: BoundSeries | null;
  readonly stock: BoundSeries | null;
}

/** A value of pieces that their query has as a key. */
export interface PiecePart {
  /** Reference to it in answers. */
  readonly name: string;
  readonly dimension: Dimension;
  readonly read: (cells: Pick<Cells, "keys">) => ValueAt;
  /** Number its values, once for the same cells. */
  readonly encode: (cells: Pick<Cells, "keys" | "length">) => Encoded;
}

/** The query of pieces, and where it has what tells them apart. */
export interface PiecePlan {
  readonly query: AggregateQuery;
  /** Period of the entries; `null` for entries without dates. */
  readonly period: PiecePart | null;
  /** Members of the series that amounts are multiplied by, in the dimensions that these share. */
  readonly multiplied: ReadonlyMap<BoundSeries, readonly PiecePart[]>;
  /**
   * Members of the series that amounts are divided by, in each dimension that it shares; `null` for one that is not
   * drilled down: amounts are divided by all of its members together.
   */
  readonly divided: readonly (PiecePart | null)[];
  /** Currency of the entries; `null` if they have that of the dataset. */
  readonly currency: PiecePart | null;
}

/** Plan the pieces of a query: its cells, grouped by the periods and the members that series tell apart, too. */
export function planPieces(
  model: Model,
  query: AggregateQuery,
  time: DatasetTime,
  { index, rate, stock }: BoundSides,
): PiecePlan {
  const all = [index, rate, stock].filter((each) => each !== null);
  const keys: Key[] = [...query.keys];
  const parts = new Map<Attribute, PiecePart>();
  const partOf = (dimension: Dimension, attribute: Attribute): PiecePart => {
    let part = parts.get(attribute);
    if (!part) parts.set(attribute, (part = planPart(dimension, attribute)));
    return part;
  };
  const planPart = (dimension: Dimension, attribute: Attribute): PiecePart => {
    const name = referenceTo(model, dimension, attribute);
    const whole = keys.findIndex((key) => key.dimension === dimension && key.attribute === null);
    if (whole >= 0) {
      const read = (cells: Pick<Cells, "keys">): ValueAt => {
        const column = cells.keys[whole]!;
        return (row) => {
          const item = column[row] as Member | Value;
          return typeof item === "object" && item !== null ? readAttribute(item.values, dimension, attribute) : item;
        };
      };
      return { name, dimension, read, encode: encodeOnce(read) };
    }
    let at = keys.findIndex((key) => key.dimension === dimension && key.attribute === attribute);
    if (at < 0) at = keys.push({ dimension, attribute }) - 1;
    const read: PiecePart["read"] = (cells) => (row) => cells.keys[at]![row] as Value;
    return { name, dimension, read, encode: encodeOnce(read) };
  };
  const dates = timeOf(model);
  const attribute = choosePeriods(
    time,
    all.map((each) => each.time),
  );
  const period = dates && partOf(dates, lookUpAttribute(dates, attribute)!);
  const multiplied = new Map(
    [index, rate].flatMap((each) =>
      each ? [[each, each.dimensions.shared.map(({ own }) => partOf(own, own.identity))] as const] : [],
    ),
  );
  const divided = (stock?.dimensions.shared ?? []).map(({ own }) =>
    findDrilled(query, own) < 0 ? null : partOf(own, own.identity),
  );
  const own = model.dimensions.find(({ meaning }) => meaning?.role === "currency");
  const currency = own && rate && model.dataset.currency === null ? partOf(own, own.identity) : null;
  const statistics = (query.statistics ?? []).filter(isJoined);
  return {
    query: {
      filters: query.filters,
      keys,
      measures: query.measures,
      ...(statistics.length > 0 && { statistics }),
      order: [],
      first: 0,
      limit: Number.MAX_SAFE_INTEGER,
    },
    period,
    multiplied,
    divided,
    currency,
  };
}

function encodeOnce(read: PiecePart["read"]): PiecePart["encode"] {
  const known = new WeakMap<object, Encoded>();
  return (cells) => {
    let encoded = known.get(cells);
    if (!encoded) known.set(cells, (encoded = encode(cells.length, read(cells))));
    return encoded;
  };
}

/** Return the key of a query by which a dimension is drilled down, or one that is derived from it; -1 for none. */
export function findDrilled({ keys }: AggregateQuery, dimension: Dimension): number {
  return keys.findIndex((key) => sourceOf(key.dimension) === sourceOf(dimension));
}

/** True for least and greatest amounts, which those of parts give. */
function isJoined(statistic: Statistic): boolean {
  if (statistic.is === "count") return false;
  const { joined } = AMOUNT_STATISTICS[statistic.is];
  return joined === "least" || joined === "greatest";
}

/** Return cells of the pieces' query as pieces. */
export function piecesOf(
  cells: Cells,
  requested: AggregateQuery,
  query: AggregateQuery,
  { factorOf, factors }: { readonly factorOf: Int32Array; readonly factors: readonly (Fraction | null)[] },
  divisors: Divisors | null,
): Pieces {
  const statistics = (query.statistics ?? []).map((statistic) => {
    const at = (requested.statistics ?? []).indexOf(statistic);
    if (at < 0 || statistic.is === "count" || !isMoneyMeasure(statistic.measure)) return null;
    const is = AMOUNT_STATISTICS[statistic.is].joined as "least" | "greatest";
    return { is, figures: decimalFigures(cells.statistics![at]!) };
  });
  return {
    length: cells.length,
    sums: query.measures.map((measure, at) => (isMoneyMeasure(measure) ? cells.sums[at]! : null)),
    statistics,
    factorOf,
    factors,
    divisors,
  };
}
