import { errorText } from "../../../core/errors/error-text.js";
import type { Cells } from "../../../core/engine/engine.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { encode, type Encoded, firstRows, joinCodes } from "../../../core/figures/partition.js";
import type { Model } from "../../../core/model/cube.js";
import {
  divideFractions,
  type Fraction,
  multiplyFractions,
  reduceFraction,
} from "../../../core/model/values/fraction.js";
import type { Value } from "../../../core/model/values/value.js";
import type { ParsedAdjustments } from "../../../core/query/aggregate/adjustments.js";
import type { BoundSeries, PiecePlan } from "./plan-pieces.js";
import { type DatasetTime, periodsOfBase, seriesPeriodsOf, type SeriesPeriods } from "./periods.js";
import { ONE, planRates } from "./rates.js";

/** Factors of pieces, and the values that they are made of. */
export interface PieceFactors {
  readonly factorOf: Int32Array;
  readonly factors: readonly (Fraction | null)[];
  /** True if a series has no value for some piece. */
  readonly isIncomplete: boolean;
  /** List the series that have no value for a piece, with the parts of pieces that they depend on. */
  readonly missing: (row: number) => readonly MissingValue[];
  /** Values of each series by period; `null` if they depend on members. */
  readonly indexValues: ReadonlyMap<string, Fraction> | null;
  readonly rateValues: ReadonlyMap<string, Fraction> | null;
}

interface MissingValue {
  readonly series: string;
  readonly of: readonly string[];
}

/** A series that amounts are multiplied by. */
interface FactorStep {
  /** Parts of pieces that the factor depends on beside the period. */
  readonly parts: readonly Encoded[];
  readonly missing: MissingValue;
  readonly values: Map<string, Fraction> | null;
  /** Return the factor of a piece, and note the values that it is made of; `null` if one is missing. */
  readonly factorOf: (row: number, period: Value) => Fraction | null;
}

/** Pieces, and how their dates are read. */
interface ReadPieces {
  readonly model: Model;
  readonly time: DatasetTime;
  readonly plan: PiecePlan;
  readonly cells: Cells;
}

/** Compute what the amounts of each piece are multiplied by: prices of the base over its own, times the rate. */
export function planFactors(
  pieces: ReadPieces,
  adjust: ParsedAdjustments,
  index: BoundSeries | null,
  rate: BoundSeries | null,
): PieceFactors {
  const { plan, cells } = pieces;
  const periodOf = plan.period?.read(cells) ?? (() => null);
  const prices = index && planPrices(pieces, index, adjust.prices!.base);
  const conversion = rate && planConversion(pieces, rate, adjust);
  const steps = [prices, conversion].filter((step) => step !== null);
  const periods = plan.period?.encode(cells) ?? encode(cells.length, () => null);
  const alike = joinCodes([periods, ...steps.flatMap(({ parts }) => parts)]);
  const { groupOf } = alike;
  const missing: (readonly MissingValue[])[] = [];
  const factors = Array.from(firstRows(alike), (row, group): Fraction | null => {
    const found = steps.map((step) => step.factorOf(row, periodOf(row)));
    missing[group] = steps.filter((__, at) => found[at] === null).map((step) => step.missing);
    if (missing[group].length > 0) return null;
    return reduceFraction(found.reduce<Fraction>((factor, each) => multiplyFractions(factor, each!), ONE));
  });
  return {
    factorOf: groupOf,
    factors,
    isIncomplete: factors.includes(null),
    missing: (row) => missing[groupOf[row]!]!,
    indexValues: prices?.values ?? null,
    rateValues: conversion?.values ?? null,
  };
}

/** @throws InvalidQuery if the index has no value for the base */
function planPrices({ time, plan, cells }: ReadPieces, index: BoundSeries, base: string): FactorStep {
  const shared = plan.multiplied.get(index)!;
  const members = shared.map(({ read }) => read(cells));
  const ofBase = basePeriods(time, index, base);
  if (members.length === 0 && !index.values.at([], ofBase)) throw noBase(index, base);
  const values = members.length > 0 ? null : new Map<string, Fraction>();
  return {
    parts: shared.map((part) => part.encode(cells)),
    missing: { series: index.name, of: shared.map(({ name }) => name) },
    values,
    factorOf(row, period) {
      const tuple = members.map((read) => read(row));
      const own = period === null ? null : index.values.at(tuple, seriesPeriodsOf(time, index.time, String(period)));
      const over = index.values.at(tuple, ofBase);
      if (own) values?.set(String(period), own);
      if (over) values?.set(base, over);
      return own && over && divideFractions(over, own);
    },
  };
}

/** @throws InvalidQuery if the rates have no such currency */
function planConversion(
  { model, time, plan, cells }: ReadPieces,
  rate: BoundSeries,
  adjust: ParsedAdjustments,
): FactorStep {
  const { currency } = plan;
  const shared = plan.multiplied.get(rate)!;
  const members = shared.map(({ read }) => read(cells));
  const currencyOf = currency?.read(cells) ?? (() => model.dataset.currency);
  const convert = planRates(model, rate, adjust.in!.currency, currency !== null);
  // Constant prices are converted at the base.
  const base = adjust.prices?.base ?? null;
  const ofBase = base === null ? null : basePeriods(time, rate, base);
  const values = members.length > 0 || currency ? null : new Map<string, Fraction>();
  return {
    parts: [...(currency ? [currency] : []), ...shared].map((part) => part.encode(cells)),
    missing: { series: rate.name, of: [...shared, ...(currency ? [currency] : [])].map(({ name }) => name) },
    values,
    factorOf(row, period) {
      const from = currencyOf(row);
      const periods = ofBase ?? (period === null ? null : seriesPeriodsOf(time, rate.time, String(period)));
      if (!periods || from === null) return null;
      const tuple = members.map((read) => read(row));
      const converted = convert(String(from), tuple, periods);
      if (converted) values?.set(base ?? String(period), converted.shown);
      return converted && converted.factor;
    },
  };
}

function basePeriods(time: DatasetTime, series: BoundSeries, base: string): SeriesPeriods {
  const periods = periodsOfBase(time, series.time, base);
  if (periods) return periods;
  const year = base.slice(0, 4);
  throw new InvalidQuery(`prices: ${errorText("series_of_years", { series: series.name, year })}`);
}

function noBase({ name, values }: BoundSeries, base: string): InvalidQuery {
  const { span } = values;
  const has = span ? `; it has ${span[0]} to ${span[1]}` : "";
  return new InvalidQuery(`prices: ${errorText("no_value_for_base", { series: name, base, remedy: has })}`);
}
