import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, ANONYMOUS } from "../../../access/actor.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { AnswerTrace } from "../../../core/engine/explain.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import { beginEffort, type Effort } from "../../../core/engine/query-cost.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { bindAggregate } from "../../../core/query/aggregate/bind.js";
import { type BoundFigures, figuresOfSums } from "../../../core/query/aggregate/figures.js";
import { bindFigures } from "../../../core/query/aggregate/bind-figures.js";
import { asksFigures, parseAgainst } from "../../../core/query/aggregate/figure-request.js";
import { readFlag } from "../../../core/query/flag.js";
import { nextPage } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import { type Answer, type Body, withNext } from "../../answer.js";
import { downloadName, WITHOUT_WARNINGS } from "../../formats.js";
import { queryBounds, type Context } from "../../context.js";
import { citeVersion } from "../lookup/cite-version.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { combineVersions } from "../lookup/several-datasets.js";
import { stillCurrent } from "../lookup/still-current.js";
import {
  answerOfAll,
  asUnion,
  findSelected,
  holdCollections,
  listUnited,
  uniteDatasets,
} from "../lookup/find-union.js";
import { type InflationWarning, warnOfInflation } from "../lookup/inflation.js";
import { warnOfIgnored } from "../lookup/ignored-parameters.js";
import { listAdjusted } from "../adjust/write-adjustments.js";
import { aboutSheet, callPath, countSheetRows } from "../describe/about-sheet.js";
import { type Adjustment, findAdjustment, findInflation } from "../adjust/adjustment.js";
import { citeAdjusted } from "../adjust/cite-adjusted.js";
import { writeWorkbook } from "../formats/workbook.js";
import { type CellWriters, figureCells, type SumFormat, type WriteCells } from "./cell-writers.js";
import type { OtherSide } from "./compute-adjusted.js";
import { describeWork } from "./explanation.js";
import { fillLevels } from "./fill-levels.js";
import { withSeriesNotes } from "./notes.js";
import { planSideNotes, refuseCurrencies, remarkSide, sumSideUnmapped } from "./sides.js";
import type { Unmapped } from "./unmapped.js";

/** A call of an aggregation. */
interface AggregateCall {
  readonly context: Context;
  readonly actor: Actor;
  readonly parameters: Parameters;
  readonly dataset: Dataset;
  /** Warnings about its parameters. */
  readonly ignored: readonly string[];
  readonly origin: string;
  readonly signal: Cancellation | undefined;
}

/** `GET /api/2/aggregate`: sum the measures of a cuboid by its drilldowns, and compute figures from the sums. */
export function aggregate(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const answer = answerNamed(context, actor, parameters, origin, signal);
  const names = [parameters.get("dataset"), parseAgainst(parameters)?.dataset];
  return holdCollections(context, answer, names);
}

function answerNamed(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: Cancellation,
): Answer {
  const ignored = warnOfIgnored(context, "/api/2/aggregate", parameters);
  const name = parameters.get("dataset");
  if (name === undefined) {
    throw new InvalidQuery([errorText("dataset_missing"), ...ignored]);
  }
  const find = (text: string): Dataset => findSelected(context, actor, text, parameters, InvalidQuery);
  const dataset = find(name);
  const { model } = dataset;
  const call = { context, actor, parameters, dataset, ignored, origin, signal };
  const { maxClauses, maxNesting } = context;
  const named = parseAgainst(parameters)?.dataset ?? null;
  const other = named === null ? dataset : find(named);
  const limits = { maxClauses, maxNesting };
  const inflated = findInflation(context, actor, dataset, other, parameters);
  let { warning } = inflated;
  if (inflated.adjustment) {
    const { adjustment } = inflated;
    const bound = bindInflated(() => bindFigures(model, parameters, limits, other.model, adjustment));
    if ("query" in bound) return answerFigures(call, bound, other, adjustment, null);
    warning = warnOfInflation(adjustment.inflation ?? "", bound.errors.join("; "));
  }
  if (!asksFigures(model, parameters)) {
    const bound = figuresOfSums(bindAggregate(model, parameters, maxClauses, maxNesting));
    return answerFigures(call, bound, other, null, warning);
  }
  const errors: string[] = [];
  const adjustment = findAdjustment(context, actor, dataset, other, parameters, errors);
  const bound = bindFigures(model, parameters, limits, other.model, { ...adjustment, refused: errors });
  return answerFigures(call, bound, other, adjustment, warning);
}

/** Bind a call with `inflate`, which is never an error. @returns the errors, if there are some */
function bindInflated(bind: () => BoundFigures): BoundFigures | InvalidQuery {
  try {
    return bind();
  } catch (error) {
    if (error instanceof InvalidQuery) return error;
    throw error;
  }
}

function answerFigures(
  call: AggregateCall,
  bound: BoundFigures,
  other: Dataset,
  adjustment: Adjustment | null,
  inflation: InflationWarning | null,
): Answer {
  const { dataset, origin } = call;
  const { against, adjust } = bound.figures;
  const { measures, statistics = [] } = bound.query;
  if (!adjust?.in)
    refuseCurrencies(dataset, [
      ...measures,
      ...statistics.flatMap((each) => (each.is === "count" ? [] : [each.measure])),
    ]);
  const side = against && { dataset: other, against };
  return answerCells(call, bound, figureCells(dataset, bound, origin, side, adjustment), inflation, adjustment);
}

/** An aggregation that is bound, with what its bodies have in common. */
interface BoundCall {
  readonly call: AggregateCall;
  readonly bound: BoundFigures;
  readonly writers: CellWriters;
  readonly effort: Effort;
  readonly inflation: InflationWarning | null;
  readonly isExplained: boolean;
  /** Series that amounts are adjusted by. */
  readonly series: readonly Dataset[];
  /** Datasets that the answer is about. */
  readonly datasets: readonly Dataset[];
}

function answerCells(
  call: AggregateCall,
  bound: BoundFigures,
  writers: CellWriters,
  inflation: InflationWarning | null,
  adjustment: Adjustment | null = null,
): Answer {
  const { context, actor, parameters, dataset, ignored } = call;
  const { model, engine } = dataset;
  const { other } = writers;
  const compared = [...listUnited(dataset), ...(other ? listUnited(other.dataset) : [])];
  const datasets = [...new Set([...compared, ...(adjustment?.series ?? [])])];
  const entries = datasets.reduce((sum, each) => sum + each.engine.numEntries, 0);
  const effort = beginEffort(
    datasets.map((each) => each.model.dataset.name),
    bound.canonical,
    entries,
  );
  const isExplained = readFlag(parameters, "explain");
  const series = adjustment?.series ?? [];
  const boundCall = { call, bound, writers, effort, inflation, isExplained, series, datasets };
  const formats = Object.entries(writers.bodies) as [SumFormat, WriteCells][];
  return {
    formats: Object.fromEntries(
      formats.map(([format, write]) => [format, () => computeForm(boundCall, format, write)]),
    ),
    ...datasetAnswer(context, dataset, bound.canonical + (adjustment?.canonical ?? "")),
    ...((datasets.length > 1 || asUnion(dataset)) && answerOfAll(context, actor, datasets)),
    ...(adjustment && holdsAdjustment(call, datasets, adjustment)),
    ...((ignored.length > 0 || inflation) && { canonicalOfJson: [...ignored, inflation?.error].join("\n") }),
    effort,
    estimate: () =>
      (engine.estimates?.aggregate(bound.query, model) ?? 0) +
      (other?.dataset.engine.estimates?.aggregate(other.against.query, other.dataset.model) ?? 0),
    ...(isExplained && { once: true }),
  };
}

/** Compute the cells, with the remarks about them, and write them in a format. */
async function computeForm(
  { call, bound, writers, effort, inflation, isExplained, series, datasets }: BoundCall,
  format: SumFormat,
  write: WriteCells,
): Promise<Body> {
  const { context, actor, parameters, dataset, ignored, origin, signal } = call;
  const { model, engine } = dataset;
  const { other } = writers;
  const bounds = queryBounds(context, actor, signal);
  const showsRemarks = !WITHOUT_WARNINGS.has(format);
  let work: AnswerTrace | undefined;
  const explain = isExplained ? (trace: AnswerTrace) => (work = trace) : undefined;
  const estimated = isExplained ? engine.estimates?.aggregate(bound.query, model) : undefined;
  let found: readonly string[] = [];
  let unmapped: Unmapped | null = null;
  let warning = inflation;
  let levels: readonly FilledLevel[] = [];
  let adjusted: ReturnType<typeof listAdjusted> = [];
  const compute = () =>
    withReader(dataset, bounds, async (reader) => {
      const { result, compute: computeCells } = await writers.read(reader, bounds, explain);
      levels = await fillLevels(context.parents, { ...dataset, reader }, bound, result, bounds);
      const remarked = await remarkSide(context, dataset, bound, reader, result, bounds, writers.sumsOf);
      const others = other ? await warnOfOtherSide(context, other, bounds) : [];
      if (showsRemarks) unmapped = await sumSideUnmapped(dataset, reader, bound.query, result, bounds);
      effort.matches = result.numEntries;
      const computed = await computeCells();
      warning ??= computed.inflation ?? null;
      if (computed.adjusted) adjusted = listAdjusted(computed.adjusted);
      const unsaid = showsRemarks ? [] : warnOfMissing(computed.adjusted?.missing.length ?? 0);
      found = [...new Set([...remarked, ...others, ...(computed.warnings ?? []), ...unsaid])];
      return computed;
    });
  const { result, numCells, stages } = await context.queue.run(compute, signal, effort);
  const remarks = {
    inflation: warning,
    warnings: [...ignored, ...bound.warnings, ...found],
    unmapped,
    notes: withSeriesNotes(planSideNotes(dataset, bound), countNotes(dataset), warning ? [] : series),
    levels,
    work: work && describeWork(work, effort, estimated, stages, bound.query.statistics),
  };
  return {
    ...write(result, remarks, (sheet) => {
      const notes = remarks.notes?.all.map(({ id, text }) => `${id}: ${text}`) ?? [];
      const path = callPath("/api/2/aggregate", parameters);
      const about = aboutSheet(origin, path, datasets, notes, remarks.warnings, adjusted);
      return { chunks: writeWorkbook(sheet(countSheetRows(numCells, bound.page)), about) };
    }),
    ...(!showsRemarks && {
      filename: downloadName(model.dataset.name.replaceAll("|", "-"), format),
      warnings: remarks.warnings,
    }),
    ...withNext(nextPage(numCells, bound.page)),
  };
}

function countNotes(dataset: Dataset): number {
  return listUnited(dataset).reduce((sum, { model }) => sum + model.notes.length, 0);
}

/** Say in a format without `missing` why figures are missing. */
function warnOfMissing(count: number): readonly string[] {
  return count === 0 ? [] : [errorText("amounts_without_series_value", { count })];
}

/** Return a check that an answer still depends on the same series: other ones may stand for them once they are loaded. */
function holdsAdjustment(
  { context, dataset, parameters }: AggregateCall,
  datasets: readonly Dataset[],
  adjustment: Adjustment,
): Pick<Answer, "holds" | "version" | "cited"> {
  const { series, inflation } = adjustment;
  const { catalog } = context;
  const { name } = dataset.model.dataset;
  const holds = datasets.map((each) => stillCurrent(catalog, each));
  const versions = series.map(({ version }) => version).join();
  const isSame = (): boolean => {
    const now = findCurrentSide(context, name);
    const inflated = now && findInflation(context, ANONYMOUS, now, now, parameters).adjustment;
    const found = inflated ?? (now && findAdjustment(context, ANONYMOUS, now, now, parameters, []));
    return found?.series.map(({ version }) => version).join() === versions;
  };
  const isOne = !asUnion(dataset) && datasets.every((each) => each === dataset || series.includes(each));
  return {
    version: combineVersions(datasets),
    // Only the computation shows if `inflate` adjusts anything.
    cited: isOne ? (inflation === undefined ? citeAdjusted(dataset, adjustment) : citeVersion(dataset)) : undefined,
    holds: () => holds.every((isCurrent) => isCurrent()) && isSame(),
  };
}

/** Find the datasets of a cached answer again, as everybody may read them. */
function findCurrentSide({ catalog }: Context, name: string): Dataset | null {
  const parts = name.split("|").map((each) => catalog.get(each));
  const found = parts.filter((each) => each !== undefined);
  if (found.length < parts.length) return null;
  return found.length === 1 ? found[0]! : uniteDatasets(found);
}

/** Write the warnings of the other side of a comparison. */
function warnOfOtherSide(
  context: Context,
  { dataset, against }: OtherSide,
  bounds: Bounds,
): Promise<readonly string[]> {
  const { query, cuts } = against;
  return withReader(dataset, bounds, async (reader) => {
    const result = await reader.aggregate({ ...query, keys: [], measures: [], order: [], limit: 0 });
    return remarkSide(context, dataset, { query, cuts }, reader, result, bounds);
  });
}
