import { Pace } from "../../../core/engine/pace.js";
import { TooManyCells } from "../../../core/errors/errors.js";
import { type Decimal } from "../../../core/model/values/decimal.js";
import {
  addFractions,
  divideFractions,
  type Fraction,
  nearestDecimal,
  subtractFractions,
} from "../../../core/model/values/fraction.js";
import { type FigureRequest, NO_FIGURES } from "../../../core/query/aggregate/figure-request.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { queryBounds } from "../../context.js";
import { phrase } from "./phrase.js";
import type { ComputedRequest } from "./read-figures.js";
import { readOrdered } from "./read-ordered.js";
import type { FigureAddition, FigureNote } from "./page-table.js";
import { describeAdded, describeNote } from "./figure-remarks.js";
import { describeColumn, type PageTableColumn, type FigureKey } from "./figure-columns.js";
import { addsUpOver } from "./adjust-scope.js";
import { beginWith, type CellMap, type GridAxis, readCells, readGridAxis } from "./grid-axis.js";
import type { YearParts } from "./months.js";
import type { ColorPlaces } from "./color-places.js";
import type { PageScope } from "./page-scope.js";
import { referenceKey } from "./reference-key.js";
import { describeTerm, type FigureTerm, isSum, measuresOfTerm } from "./term-labels.js";

/** A figure of two drilldowns as a table with rows and columns, or of one as a table with one row. */
export interface Grid {
  /** `null` without rows: only `all` has figures. */
  readonly down: PageTableColumn | null;
  readonly across: PageTableColumn;
  /** The figure, and how to write it. */
  readonly term: FigureTerm;
  readonly columns: readonly FigureKey[];
  /** Number of columns that are put together in one after `columns`; 0 for none. */
  readonly otherColumns: number;
  readonly rows: readonly GridRow[];
  /** The sum of all rows after the first few, and after those that are shown; `null` if there are none, or no sum. */
  readonly fewRest: GridRow | null;
  readonly rest: GridRow | null;
  /** Number of all rows. */
  readonly numRows: number;
  /** All rows together. */
  readonly all: GridRow;
  /** True if the sum of a row has a meaning; that of a column, and of everything. */
  readonly hasRowTotals: boolean;
  /** True if the columns are periods in their order. */
  readonly isTimed: boolean;
  readonly hasColumnTotals: boolean;
  readonly added: readonly FigureAddition[];
  readonly notes: readonly FigureNote[];
  /** True if its total adds up several years; absent: it does not. */
  readonly addsYears?: boolean;
  /** The years of which only some months are there; absent: none. */
  readonly parts?: YearParts;
  /** The places of its members in the whole dataset, for their colours; absent or `null` if it has none. */
  readonly places?: ColorPlaces | null;
}

/** A row: one figure for each column, then for the other columns if there are any. */
export interface GridRow {
  /** `null` for rows that are put together. */
  readonly key: FigureKey | null;
  /** Number of rows that it puts together; 1 for one of its own. */
  readonly count: number;
  readonly cells: readonly (Decimal | null)[];
  readonly total: Decimal | null;
  /** The same figures exactly, then the total. */
  readonly exact: readonly (Fraction | null)[];
  /** Ids of notes of each cell. */
  readonly notes: readonly (readonly number[])[];
}

/** The request of a grid. */
export interface GridQuestion {
  /** `null` for one row. */
  readonly down: string | null;
  readonly across: string;
  /** True if the columns are periods: all are shown, in their order, and never added up. */
  readonly isTimed: boolean;
  readonly cuts: readonly CutClause[];
  /** A measure or a term. */
  readonly term: string;
  /** Numbers of rows and columns that are shown, and of rows that a chart draws. */
  readonly numRows: number;
  readonly numColumns: number;
  readonly few: number;
}

/** Maximum number of periods. */
const MAX_PERIODS = 5000;
const EVERYTHING = 1_000_000_000;

/**
 * Read a grid: the largest rows and columns, and the others together, exactly.
 * Cost: three aggregations.
 * @throws InvalidQuery with every error
 */
export async function readGrid(scope: PageScope, question: GridQuestion): Promise<Grid> {
  const { model } = scope.dataset;
  const { down, across, isTimed, cuts } = question;
  const bounds = queryBounds(scope.context, scope.actor, scope.signal);
  const pace = new Pace(bounds);
  const share = /^([^./@]+)\.share(?:@|$)/.exec(question.term)?.[1] ?? null;
  const term = share ?? question.term;
  const [base = model.measures[0]!.name] = measuresOfTerm(model, term);
  const ask = ({ order = [], ...more }: Partial<FigureRequest>) =>
    readOrdered(
      scope,
      { ...NO_FIGURES, cuts, measures: [...new Set([base, term])], pagesize: EVERYTHING, ...more },
      { requested: order, usual: [{ field: base, value: "desc" }] },
    );
  const inOrder = [{ field: across, value: "asc" }];
  // A window over time needs its time: no row as a whole has one.
  const whole = { measures: [...new Set([base, ...(/@|change|difference|running/.test(term) ? [] : [term])])] };
  const columns = await readGridAxis(
    scope,
    await ask({ drilldown: [across], ...(isTimed ? { order: inOrder, pagesize: MAX_PERIODS } : whole) }),
    isTimed ? MAX_PERIODS : question.numColumns,
    term,
    pace,
  );
  const askRows = (own: readonly CutClause[]) => ask({ drilldown: [down!], ...whole, cuts: own });
  const rows = down === null ? null : await readRows(scope, { ...question, term }, columns, askRows, pace);
  const numCells = (rows?.keys.length ?? 0) * columns.keys.length;
  if (numCells > bounds.maxCells) throw new TooManyCells(bounds.maxCells);
  const kept = [
    ...cuts.filter(
      ({ field }) =>
        !(rows?.isCut && referenceKey(model, field) === referenceKey(model, down!)) &&
        !(columns.isCut && referenceKey(model, field) === referenceKey(model, across)),
    ),
    ...(rows?.isCut ? rows.keys.map(({ value }) => ({ field: down!, value: value! })) : []),
    ...(columns.isCut ? columns.keys.map(({ value }) => ({ field: across, value: value! })) : []),
  ];
  const computed = down === null ? null : await ask({ drilldown: [down, across], cuts: kept, order: inOrder });
  const cells = computed && (await readCells(scope, computed, term, pace));
  const canAdd = isSum(model, term) && addsUpOver(scope, [across, ...(down === null ? [] : [down])]);
  const summary = { rows, columns, cells, canAdd };
  const all = columnTotals(summary);
  const lines = await pace.map(rows?.keys ?? [], (key, at) => rowOf(summary, key, at));
  const divide = share === null ? null : wholesOf(question.isTimed, all);
  const finish = (row: ExactRow | null): GridRow | null => row && finishRow(row, divide);
  const hasColumnTotals = !columns.computed.added.some(({ isInCells }) => isInCells);
  const hasRest = canAdd && hasColumnTotals;
  const { bound, added, notes } = computed ?? columns.computed;
  const place = bound.figures.terms.find(({ key }) => key === term)!;
  const described = describeTerm(model, place, null, null);
  return {
    down: down === null ? null : describeColumn(bound, down, 0),
    across: describeColumn(bound, across, down === null ? 0 : 1),
    term: share === null ? described : asShare(described),
    columns: columns.keys,
    otherColumns: columns.numOthers,
    rows: await pace.map(lines, (row) => finish(row)!),
    fewRest: hasRest && rows ? finish(restAfter(lines, all, question.few, rows)) : null,
    rest: hasRest && rows ? finish(restAfter(lines, all, lines.length, rows)) : null,
    numRows: rows ? rows.keys.length + rows.numOthers : 0,
    all: finish(all)!,
    hasRowTotals: !isTimed && (rows === null || !rows.computed.added.some(({ isInCells }) => isInCells)),
    hasColumnTotals,
    isTimed,
    added: added.map(describeAdded),
    notes: (notes?.all ?? []).map(describeNote),
  };
}

/** Read the rows of a grid, the largest first; those that must not be added up in the order of one column, never of their sum. */
async function readRows(
  scope: PageScope,
  { across, cuts, numRows, term }: GridQuestion,
  columns: GridAxis,
  ask: (cuts: readonly CutClause[]) => Promise<ComputedRequest>,
  pace: Pace,
): Promise<GridAxis> {
  const { model } = scope.dataset;
  const computed = await ask(cuts);
  const first = columns.keys.find(({ value }) => value !== null);
  const isSummed = computed.added.some(({ isInCells }) => isInCells);
  if (!isSummed || !first) return readGridAxis(scope, computed, numRows, term, pace);
  const others = cuts.filter(({ field }) => referenceKey(model, field) !== referenceKey(model, across));
  const all = await readGridAxis(scope, computed, EVERYTHING, term, pace);
  const inColumn = await ask([...others, { field: across, value: first.value! }]);
  return beginWith(all, (await readGridAxis(scope, inColumn, numRows, term, pace)).keys, numRows);
}

/** A row before its figures are rounded. */
interface ExactRow {
  readonly key: FigureKey | null;
  readonly count: number;
  readonly cells: readonly (Fraction | null)[];
  readonly total: Fraction | null;
  readonly notes: readonly (readonly number[])[];
}

interface GridSides {
  readonly rows: GridAxis | null;
  readonly columns: GridAxis;
  readonly cells: CellMap | null;
  readonly canAdd: boolean;
}

/** Return the row of all rows together. */
function columnTotals({ columns, canAdd }: GridSides): ExactRow {
  const { figures, notes, numOthers, total } = columns;
  const others = numOthers === 0 ? [] : [canAdd && total ? subtractAll(total, figures) : null];
  return { key: null, count: 1, cells: [...figures, ...others], total, notes };
}

function rowOf({ rows, columns, cells, canAdd }: GridSides, key: FigureKey, at: number): ExactRow {
  const own = columns.keys.map(({ value }) => cells!.get(JSON.stringify([key.value, value])));
  const figures = own.map((cell) => cell?.figure ?? null);
  const total = rows!.figures[at]!;
  const others = columns.numOthers === 0 ? [] : [canAdd && total ? subtractAll(total, figures) : null];
  return { key, count: 1, cells: [...figures, ...others], total, notes: own.map((cell) => cell?.notes ?? []) };
}

/** Return the sum of all rows but the first ones; `null` if there are no others. */
function restAfter(rows: readonly ExactRow[], all: ExactRow, count: number, axis: GridAxis): ExactRow | null {
  const numOthers = axis.keys.length + axis.numOthers - Math.min(count, rows.length);
  if (numOthers === 0) return null;
  const shown = rows.slice(0, count);
  const less = (whole: Fraction | null, parts: readonly (Fraction | null)[]): Fraction | null =>
    whole && subtractAll(whole, parts);
  return {
    key: null,
    count: numOthers,
    cells: all.cells.map((cell, at) =>
      less(
        cell,
        shown.map(({ cells }) => cells[at]!),
      ),
    ),
    total: less(
      all.total,
      shown.map(({ total }) => total),
    ),
    notes: all.notes,
  };
}

function subtractAll(whole: Fraction, parts: readonly (Fraction | null)[]): Fraction {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? whole : subtractFractions(whole, known.reduce(addFractions));
}

/** Returns the whole that the figure of a column is a share of: its period, or everything. */
function wholesOf(isTimed: boolean, all: ExactRow): (column: number | null) => Fraction | null {
  return (column) => (isTimed && column !== null ? all.cells[column]! : all.total);
}

function finishRow(
  { cells, total, ...row }: ExactRow,
  wholeOf: ((column: number | null) => Fraction | null) | null,
): GridRow {
  const divide = (figure: Fraction | null, column: number | null): Fraction | null => {
    if (!figure || !wholeOf) return figure;
    const whole = wholeOf(column);
    return whole && divideFractions(figure, whole);
  };
  const exact = [...cells.map((cell, at) => divide(cell, at)), divide(total, null)];
  const numbers = exact.map((figure) => figure && nearestDecimal(figure));
  return { ...row, cells: numbers.slice(0, -1), total: numbers.at(-1) ?? null, exact };
}

/** Describe the share of a measure in each period as a term of its own. */
function asShare(term: FigureTerm): FigureTerm {
  return {
    ...term,
    key: `${term.key}.share`,
    label: phrase("named", { name: term.label, text: phrase("share") }),
    format: "percent",
  };
}
