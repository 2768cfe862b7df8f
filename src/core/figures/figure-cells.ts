import type { AggregateResult, Cells } from "../engine/engine.js";
import { gatherCells } from "../engine/collect-cells.js";
import type { DecimalColumn } from "../model/values/decimal-column.js";
import type { BoundFigures } from "../query/aggregate/figures.js";
import type { AggregateQuery } from "../query/aggregate/query.js";
import type { Term } from "../query/aggregate/term.js";
import { type FractionColumn, joinFigures, pickFigures, pickItems } from "./column.js";
import type { ArrangedCells } from "./arranged-cells.js";
import { compareSides, evaluateCellwise, hasSummary, sharesOfTotal } from "./cellwise.js";
import { evaluateExpression } from "./expression.js";
import { addGroups, type CellGroups, type GroupAdjuster, groupsOf, joinOf, totalGroup } from "./groups.js";
import { type ComputedCells, keepTop } from "./keep-top.js";
import { planOrder, sortRows } from "./order-cells.js";
import { passHaving } from "./pass-having.js";
import { type DescribedCells, rollUp } from "./roll-up.js";
import type { Pace } from "../engine/pace.js";
import type { TimeFrames } from "./time-frames.js";
import { uniteSides, type WholeCells } from "./unite-sides.js";
import { computeWindow, type WindowFigures } from "./windows.js";

/** A column of one figure, of several cells or of all entries, for each term that has one. */
export type FiguresByTerm = ReadonlyMap<Term, FractionColumn>;

/** A batch of cells with their figures, column by column. */
export interface FigureCells extends Pick<Cells, "length" | "keys" | "numEntries"> {
  /** A column for each term. */
  readonly terms: readonly FractionColumn[];
  /** Numbers of entries of the other side; `null` without one. */
  readonly otherEntries: Float64Array | null;
  /** Rows among all cells of the query; a combined cell has none of its own. */
  readonly rows: Uint32Array;
  /** For each cell, its keys as an index into `keySets`. */
  readonly keySetOf: Uint16Array;
  /** Number of cells that were put together; 0 for a cell of its own. */
  readonly contained: Float64Array;
}

/** Cells that `having` left out. */
export interface LeftOut {
  readonly numCells: number;
  readonly numEntries: number;
  /** Entries of the other side; `null` without one. */
  readonly otherEntries: number | null;
  readonly figures: FiguresByTerm;
}

export interface FigureResult {
  readonly summary: FiguresByTerm;
  /** The same before adjustments; `null` without any. */
  readonly original: FiguresByTerm | null;
  readonly numEntries: number;
  /** Entries of the other side; `null` without one. */
  readonly otherEntries: number | null;
  /** Number of the cells on all pages. */
  readonly numCells: number;
  /** The cells of the page, in batches. They can be read more than once. */
  readonly cells: AsyncIterable<FigureCells>;
  readonly keySets: ArrangedCells["keySets"];
  /** `null` without `having`. */
  readonly leftOut: LeftOut | null;
  /** Number of cells of each level; `null` unless they are rolled up. */
  readonly levels: readonly number[] | null;
  /** All cells, and those that windows over time include; `null` if there is no such window. */
  readonly reach: { readonly cells: Pick<Cells, "keys">; readonly frames: readonly TimeFrames[] } | null;
}

/** Asks the engine for the cells of another query. */
export type AskEngine = (query: AggregateQuery) => Promise<AggregateResult>;

/** All cells of the other side of a comparison. */
export interface OtherCells {
  readonly result: AggregateResult;
  /** Asks the engine of that side. */
  readonly ask: AskEngine;
  readonly adjuster?: GroupAdjuster | null;
}

/**
 * Compute figures from the cells of an aggregation. Exact; rounding is up to the writers.
 * @param result the page's cells, or all of them if `figures.isWhole`
 * @param other the other side, if there is one
 */
export async function computeFigureCells(
  bound: BoundFigures,
  result: AggregateResult,
  pace: Pace,
  ask: AskEngine,
  other?: OtherCells,
  adjuster: GroupAdjuster | null = null,
): Promise<FigureResult> {
  const { terms, isWhole } = bound.figures;
  const paid = totalGroup(result, bound.query, other?.result);
  const total = adjustTotal(paid, adjuster, other?.adjuster ?? null);
  const summary = figuresOf(terms, total, total);
  const original = adjuster && figuresOf(terms, paid, paid);
  const facts = { summary, original, numEntries: result.numEntries, otherEntries: other?.result.numEntries ?? null };
  const page = isWhole ? null : await readGuess(bound, result);
  if (page) {
    const keySets = [bound.query.keys.map(() => true)];
    const cells = { [Symbol.asyncIterator]: () => computeBatches(bound, total, page) };
    return { ...facts, numCells: result.numCells, cells, keySets, leftOut: null, levels: null, reach: null };
  }
  const all = isWhole ? result : await ask({ ...bound.query, first: 0, limit: Number.MAX_SAFE_INTEGER });
  const { cells } = await gatherCells(all);
  const own = { cells, groups: adjustCells(cells, groupsOf(cells, bound.query), adjuster) };
  const united = other ? await uniteResults(bound, own, other, pace) : own;
  return { ...facts, ...(await computeWhole(bound, total, united, pace, ask, other?.ask)) };
}

/**
 * Return the cells of the page; `null` if the engine gave it by the first criterion only, and two of its cells are equal in
 * that.
 */
async function readGuess(
  { figures: { guessedBy }, query, page: { first, pagesize } }: BoundFigures,
  result: AggregateResult,
): Promise<AsyncIterable<Cells> | null> {
  if (guessedBy === null) return result.cells;
  const { cells } = await gatherCells(result);
  const { unscaled } = cells.sums[guessedBy]!;
  for (let row = 1; row < cells.length; row++) if (unscaled[row] === unscaled[row - 1]) return null;
  const from = first - query.first;
  const length = Math.max(0, Math.min(pagesize, cells.length - from));
  const pick = <T>(items: { slice(from: number, to: number): T }): T => items.slice(from, from + length);
  const page: Cells = {
    length,
    keys: cells.keys.map((column) => pick<unknown>(column)) as unknown as Cells["keys"],
    sums: cells.sums.map((column) => ({ ...column, unscaled: pick<DecimalColumn["unscaled"]>(column.unscaled) })),
    numEntries: pick(cells.numEntries),
  };
  return {
    async *[Symbol.asyncIterator]() {
      yield page;
    },
  };
}

async function uniteResults(
  { query, figures }: BoundFigures,
  own: WholeCells,
  { result, adjuster = null }: OtherCells,
  pace: Pace,
): Promise<WholeCells> {
  const { cells } = await gatherCells(result);
  const theirs = { cells, groups: adjustCells(cells, groupsOf(cells, figures.against!.query), adjuster) };
  const unite = (): WholeCells => uniteSides(own, theirs, query.keys, figures.against!.query.keys, pace.maxCells);
  return pace.run("against", unite, (united) => united.cells.length);
}

function adjustTotal(total: CellGroups, own: GroupAdjuster | null, other: GroupAdjuster | null): CellGroups {
  if (!own) return total;
  return { ...own.total(total), against: total.against && (other?.total(total.against) ?? total.against) };
}

function adjustCells(
  cells: Pick<Cells, "length" | "keys">,
  groups: CellGroups,
  adjuster: GroupAdjuster | null,
): CellGroups {
  return adjuster ? adjuster.cells(cells, groups) : groups;
}

/** Compute the figures of some groups together, for each term that does not compare cells. */
function figuresOf(terms: readonly Term[], group: CellGroups, total: CellGroups): FiguresByTerm {
  return new Map(terms.filter(hasSummary).map((term) => [term, evaluateCellwise(term, group, total, null)]));
}

/** Compute cells batch by batch, where each depends only on itself and the total. */
async function* computeBatches(
  { query, figures: { terms } }: BoundFigures,
  total: CellGroups,
  batches: AsyncIterable<Cells>,
): AsyncGenerator<FigureCells, void> {
  for await (const cells of batches) {
    const { length, keys, numEntries } = cells;
    const groups = groupsOf(cells, query);
    const columns = terms.map((term) => evaluateCellwise(term, groups, total, null));
    const none = { keySetOf: new Uint16Array(length), contained: new Float64Array(length), otherEntries: null };
    yield { length, keys, numEntries, terms: columns, rows: new Uint32Array(length), ...none };
  }
}

async function computeWhole(
  { query, figures, page }: BoundFigures,
  total: CellGroups,
  { cells, groups }: WholeCells,
  pace: Pace,
  ask: AskEngine,
  askOther: AskEngine | undefined,
): Promise<Omit<FigureResult, "summary" | "original" | "numEntries" | "otherEntries">> {
  const { terms, having, top, rollup } = figures;
  const columns: FractionColumn[] = [];
  const windows: (WindowFigures | null)[] = [];
  for (const term of terms) {
    const { column, window } = await pace.run(
      term.key,
      () => computeTerm(term, cells, groups, total, query.keys),
      () => cells.length,
    );
    columns.push(column);
    windows.push(window);
  }
  const passed =
    having.length === 0
      ? Uint32Array.from({ length: cells.length }, (_, row) => row)
      : await pace.run("having", () => passHaving(having, cells.length, cells.numEntries, columns), lengthOf);
  const compare = planOrder(figures.order, query.keys, cells, columns, pace.check);
  const ordered = figures.isSorted ? passed : await pace.run("order", () => sortRows(passed, compare), lengthOf);
  const computed: ComputedCells = { cells, groups, total, terms, windows };
  let arranged: ArrangedCells = { order: ordered, combined: null, keySets: [query.keys.map(() => true)] };
  let levels: readonly number[] | null = null;
  if (top) arranged = await pace.run("top", () => keepTop(computed, top, ordered), lengthOfOrder);
  else if (rollup) {
    const own = await askPrefixes(query, ask);
    const others = askOther ? await askPrefixes(figures.against!.query, askOther) : [];
    const prefixes = own.map((each, at) => ({ ...each, against: others[at] ?? null }));
    const rolled = await pace.run(
      "rollup",
      () => rollUp(computed, query.keys, figures.order, ordered, prefixes, pace.check),
      lengthOfOrder,
    );
    [arranged, levels] = [rolled, rolled.levels];
  }
  const frames = windows.flatMap((window) => window?.frames ?? []);
  return {
    numCells: arranged.order.length,
    cells: { [Symbol.asyncIterator]: () => readPage({ cells, groups }, columns, arranged, page) },
    keySets: arranged.keySets,
    leftOut: having.length === 0 ? null : leaveOut(terms, groups, total, ordered),
    levels,
    reach: frames.length === 0 ? null : { cells, frames },
  };
}

/** Ask for the cells of each proper prefix of the keys, if some statistics need the entries. */
async function askPrefixes(query: AggregateQuery, ask: AskEngine): Promise<readonly DescribedCells[]> {
  const { keys, statistics = [] } = query;
  if (statistics.every(({ is }) => joinOf(is))) return [];
  const prefixes: DescribedCells[] = [];
  for (let numKeys = 1; numKeys < keys.length; numKeys++) {
    const prefix: AggregateQuery = { ...query, keys: keys.slice(0, numKeys), measures: [], order: [] };
    const { cells } = await gatherCells(await ask(prefix));
    prefixes.push({ keys: prefix.keys, cells, statistics: groupsOf(cells, prefix).statistics });
  }
  return prefixes;
}

function computeTerm(
  term: Term,
  cells: WholeCells["cells"],
  groups: CellGroups,
  total: CellGroups,
  keys: BoundFigures["query"]["keys"],
): { readonly column: FractionColumn; readonly window: WindowFigures | null } {
  const values = evaluateExpression(term, groups);
  if (term.window === null) return { column: values, window: null };
  if (term.window.is === "share" && term.window.within.length === 0) {
    return { column: sharesOfTotal(term, values, cells.length, total), window: null };
  }
  if (term.window.is === "side") {
    return { column: compareSides(term.window.as, term, values, groups), window: null };
  }
  const window = computeWindow(term.window, values, keys, cells);
  return { column: window.figures, window };
}

/** Put the cells together that are not among the rows. */
function leaveOut(terms: readonly Term[], cells: CellGroups, total: CellGroups, rows: Uint32Array): LeftOut {
  const into = new Int32Array(cells.length);
  for (const row of rows) into[row] = -1;
  const left = addGroups(cells, into, 1);
  return {
    numCells: cells.length - rows.length,
    numEntries: left.numEntries[0]!,
    otherEntries: left.against ? left.against.numEntries[0]! : null,
    figures: figuresOf(terms, left, total),
  };
}

/** Maximum number of cells in a batch. */
const BATCH = 16_384;

async function* readPage(
  all: WholeCells,
  columns: readonly FractionColumn[],
  arranged: ArrangedCells,
  { first, pagesize }: BoundFigures["page"],
): AsyncGenerator<FigureCells, void> {
  const { order, combined } = arranged;
  const joined = columns.map((column, at) =>
    combined ? joinFigures(column, all.cells.length, combined.terms[at]!, combined.groups.length) : column,
  );
  const page = order.subarray(first, first + pagesize);
  for (let at = 0; at < page.length; at += BATCH) {
    const picked = page.subarray(at, at + BATCH);
    yield readCells(all, joined, arranged, picked);
  }
}

/** Read a batch of cells. @param picked rows of the cells, or of combined cells after all others */
function readCells(
  { cells, groups: own }: WholeCells,
  columns: readonly FractionColumn[],
  { combined, keySets }: ArrangedCells,
  picked: Uint32Array,
): FigureCells {
  const { length } = picked;
  const rows = new Uint32Array(length);
  const keySetOf = new Uint16Array(length);
  const contained = new Float64Array(length);
  const numEntries = new Float64Array(length);
  const otherEntries = own.against ? new Float64Array(length) : null;
  for (let at = 0; at < length; at++) {
    const row = picked[at]!;
    const other = row - cells.length;
    // A combined cell has the keys of a cell that it contains, as far as it has any.
    rows[at] = other < 0 ? row : combined!.like[other]!;
    numEntries[at] = other < 0 ? cells.numEntries[row]! : combined!.groups.numEntries[other]!;
    if (otherEntries) {
      const groups = other < 0 ? own.against! : combined!.groups.against!;
      otherEntries[at] = groups.numEntries[other < 0 ? row : other]!;
    }
    if (other < 0) continue;
    keySetOf[at] = combined!.keySetOf[other]!;
    contained[at] = combined!.contained[other]!;
  }
  const keys = cells.keys.map((column, key) => {
    const items: unknown[] = pickItems<unknown>(column, rows);
    if (combined) keySetOf.forEach((keySet, at) => keySets[keySet]![key] || (items[at] = null));
    return items;
  }) as unknown as Cells["keys"];
  return {
    length,
    keys,
    numEntries,
    otherEntries,
    terms: columns.map((column) => pickFigures(column, picked)),
    rows,
    keySetOf,
    contained,
  };
}

function lengthOf({ length }: Uint32Array): number {
  return length;
}

function lengthOfOrder({ order }: ArrangedCells): number {
  return order.length;
}
