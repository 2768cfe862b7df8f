import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import type { FigureResult } from "../../../core/figures/figure-cells.js";
import type { Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { type ParsedAdjustments, parseAdjustments } from "../../../core/query/aggregate/adjustments.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type CutClause, parseCuts, printCuts } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import { type InflationWarning, readInflation, warnOfInflation } from "../lookup/inflation.js";
import { translateQuery } from "../../../core/union/translate-query.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { asUnion, listUnited } from "../lookup/find-union.js";
import type { Context } from "../../context.js";
import { type Adjuster, adjusterOf, readSidePieces, type SidePieces, type UsedSeries } from "./adjust.js";
import { type PartPieces, uniteAdjusters } from "./unite-pieces.js";
import type { MissingAmounts } from "./missing-pieces.js";
import { findSeries, type FoundSeries, listSeries } from "./find-series.js";

/** The adjustments of an aggregation, with the series that they need. */
export interface Adjustment {
  readonly requested: ParsedAdjustments;
  /** The series of the dataset; of a union those of its first. */
  readonly found: FoundSeries;
  /** The series, each once. */
  readonly series: readonly Dataset[];
  /** Currency or unit of the amounts of adjusted measures; `null` for a quotient of money. */
  readonly currency: string | null;
  /** Fields of cuts that are none of the dataset's but of a series'. */
  readonly foreign: ReadonlySet<string>;
  /** Normalised spelling of these cuts. */
  readonly canonical: string;
  /** Year of `inflate`, whose answer has another form and is never an error; absent for `prices`. */
  readonly inflation?: string;
  readonly read: ReadOf<Adjuster>;
  /** The same for the other side of a comparison. */
  readonly readOther: ReadOf<Adjuster>;
  /** Reads what one dataset of a union is adjusted by. */
  readonly readPieces: ReadOf<SidePieces>;
}

/** Reads what the cells of a query are adjusted by. @param explain called with a trace of the answer */
type ReadOf<Result> = (
  reader: Pick<Reader, "aggregate">,
  query: AggregateQuery,
  bounds: Bounds,
  explain?: (work: AnswerTrace) => void,
) => Promise<Result>;

/** Figures of amounts that were adjusted, and what is to be said of it. */
export interface AdjustedResult extends FigureResult {
  /** Absent or `null` for amounts as paid. */
  readonly adjusted?: AdjustedRemarks | null;
}

export interface AdjustedRemarks extends Pick<Adjuster, "used" | "missing" | "warnings"> {
  readonly currency: string | null;
  readonly own: Adjuster;
  /** Year of `inflate`; `null` for `prices`. */
  readonly inflation: string | null;
}

/**
 * Find what a request adjusts amounts by; `null` if it asks for amounts as paid.
 * @param other the dataset that they are compared with
 * @param errors receives all errors
 */
export function findAdjustment(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  other: Dataset,
  parameters: Parameters,
  errors: string[],
): Adjustment | null {
  const requested = parseAdjustments(parameters, []);
  return requested && bindAnyAdjustment(context, actor, dataset, other, parameters, requested, errors);
}

/** Adjustments that a call asks for as its ancestor did, or why there are none. */
export interface FoundInflation {
  readonly adjustment: Adjustment | null;
  /** `null` unless amounts are nominal although the call asks for others. */
  readonly warning: InflationWarning | null;
}

/** Find the adjustments for `inflate=2009`, which is never an error. */
export function findInflation(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  other: Dataset,
  parameters: Parameters,
): FoundInflation {
  const year = readInflation(parameters);
  if (year === "") return { adjustment: null, warning: null };
  if (!/^\d{4}$/.test(year)) return { adjustment: null, warning: warnOfInflation(year, null) };
  const errors: string[] = [];
  const { in: to = null, per = null } = parseAdjustments(parameters, []) ?? {};
  const requested = { prices: { base: year, series: null }, in: to, per };
  const adjustment = bindAnyAdjustment(context, actor, dataset, other, parameters, requested, errors);
  if (errors.length === 0) return { adjustment: { ...adjustment, inflation: year }, warning: null };
  const reason = errors.find((sentence) => !sentence.includes("there is no index"));
  return { adjustment: null, warning: warnOfInflation(year, reason ?? null) };
}

type BindAdjustment = (
  context: Context,
  actor: Actor,
  dataset: Dataset,
  other: Dataset,
  parameters: Parameters,
  requested: ParsedAdjustments,
  errors: string[],
) => Adjustment;

/** Find the series of adjustments, for each dataset of a union its own. */
export const bindAnyAdjustment: BindAdjustment = (context, actor, dataset, other, parameters, requested, errors) => {
  const [own, theirs] = [dataset, other].map((side) => bindSide(context, actor, side, parameters, requested, errors));
  const both = dataset === other ? [own!] : [own!, theirs!];
  const [first] = own!.bound as [Adjustment];
  return {
    ...first,
    series: [...new Set(both.flatMap(({ bound }) => bound.flatMap(({ series }) => series)))],
    currency: own!.bound.every(({ currency }) => currency === first.currency) ? first.currency : null,
    foreign: own!.foreign,
    read: own!.read,
    readOther: theirs!.read,
  };
};

/** One side of an aggregation, with the adjustment of each of its datasets. */
interface BoundSide extends Pick<Adjustment, "foreign" | "read"> {
  readonly bound: readonly Adjustment[];
}

function bindSide(
  context: Context,
  actor: Actor,
  side: Dataset,
  parameters: Parameters,
  requested: ParsedAdjustments,
  errors: string[],
): BoundSide {
  const found: string[] = [];
  const bound = listUnited(side).map((part) => bindAdjustment(context, actor, part, parameters, requested, found));
  for (const sentence of found) if (!errors.includes(sentence)) errors.push(sentence);
  const union = asUnion(side);
  const [{ foreign, read }] = bound as [Adjustment];
  if (!union) return { bound, foreign, read };
  return {
    bound,
    foreign: new Set([...foreign].filter((field) => bound.every((each) => each.foreign.has(field)))),
    async read(_, query, bounds) {
      const { united } = union.model;
      const pieces: PartPieces[] = [];
      for (const [at, part] of united.parts.entries()) {
        const own = translateQuery(united, part, query);
        const dataset = union.parts[at]!;
        if (!own) continue;
        // Counts of members are not adjusted; the union has them.
        const read = await withReader(dataset, bounds, (reader) => bound[at]!.readPieces(reader, own.query, bounds));
        pieces.push({ part, side: read, keyOf: own.keyOf, years: new Set(dataset.engine.listYears?.() ?? []) });
      }
      return uniteAdjusters(united, pieces, query);
    },
  };
}

/** Find the series of adjustments of one dataset. @param errors receives all errors */
function bindAdjustment(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  parameters: Parameters,
  requested: ParsedAdjustments,
  errors: string[],
): Adjustment {
  const found = findSeries(context, actor, dataset, requested, errors);
  const series = listSeries(found);
  errors.push(...refuseFlow(dataset.model, requested, found));
  const cuts = parseCuts(parameters.get("cut") ?? "", () => {}).filter(
    ({ field }) => !findReference(dataset.model, field) && series.some(({ model }) => findReference(model, field)),
  );
  const readPieces: Adjustment["readPieces"] = (reader, query, bounds, explain) =>
    readSidePieces(context, { dataset, reader, query, requested, found, cuts }, bounds, explain);
  const read: Adjustment["read"] = async (...question) => adjusterOf(await readPieces(...question));
  return {
    requested,
    found,
    series,
    currency: unitOf(dataset.model, requested, found),
    foreign: new Set(cuts.map(({ field }: CutClause) => field)),
    canonical: printCuts(cuts),
    read,
    readOther: read,
    readPieces,
  };
}

/** Write errors for a share of money that is not what it seems. */
function refuseFlow(
  { dataset }: Model,
  { prices, in: to }: ParsedAdjustments,
  { per }: FoundSeries,
): readonly string[] {
  if (per?.dataset.model.dataset.series?.kind !== "flow") return [];
  const { name } = per.dataset.model.dataset;
  if (prices) return [`per: ${errorText("money_needs_no_prices", { series: name })}`];
  const theirs = currencyOfFlow(per);
  const own = to?.currency ?? dataset.currency;
  if (theirs === null || own === theirs) return [];
  return [
    `per: ${errorText("divisor_in_other_currency", { dataset: dataset.name, own: own ?? "several currencies", series: name, theirs, currency: theirs })}`,
  ];
}

function currencyOfFlow({ dataset, measure }: NonNullable<FoundSeries["per"]>): string | null {
  const { unit } = measure;
  return unit !== undefined && /^[A-Z]{3}$/.test(unit) ? unit : dataset.model.dataset.currency;
}

function unitOf({ dataset }: Model, { in: to }: ParsedAdjustments, { per }: FoundSeries): string | null {
  const currency = to?.currency ?? dataset.currency;
  if (!per) return currency;
  if (per.dataset.model.dataset.series?.kind === "flow") return null;
  const unit = per.measure.unit ?? per.measure.label;
  return `${currency ?? ""}/${unit === "people" ? "person" : unit}`;
}

/** Describe the adjustments of both sides. */
export function describeAdjusters(
  { currency, inflation }: Adjustment,
  own: Adjuster,
  other: Adjuster | null,
): AdjustedRemarks {
  const missing: MissingAmounts[] = [...own.missing];
  const known = new Set(missing.map((each) => JSON.stringify([each.series, each.of])));
  for (const each of other?.missing ?? []) if (!known.has(JSON.stringify([each.series, each.of]))) missing.push(each);
  const used = own.used.map((each): UsedSeries => {
    const theirs = other?.used.find(({ kind }) => kind === each.kind);
    return each.values && theirs?.values ? { ...each, values: new Map([...theirs.values, ...each.values]) } : each;
  });
  return {
    used,
    missing,
    warnings: [...new Set([...own.warnings, ...(other?.warnings ?? [])])],
    currency,
    own,
    inflation: inflation ?? null,
  };
}
