import { type FractionColumn, figureAt } from "../../../core/figures/column.js";
import type { Fraction } from "../../../core/model/values/fraction.js";
import type { Pace } from "../../../core/engine/pace.js";
import type { ComputedRequest } from "./read-figures.js";
import { type FigureKey, planKey } from "./figure-columns.js";
import type { PageScope } from "./page-scope.js";

/** The members along one side of a grid. */
export interface GridAxis {
  readonly computed: ComputedRequest;
  readonly keys: readonly FigureKey[];
  /** Number of members that are not shown. */
  readonly numOthers: number;
  /** True if cells have to be cut to the members that are shown. */
  readonly isCut: boolean;
  readonly figures: readonly (Fraction | null)[];
  readonly notes: readonly (readonly number[])[];
  readonly total: Fraction | null;
}

/** Read the members along one side. @param limit maximum number of them */
export async function readGridAxis(
  scope: PageScope,
  computed: ComputedRequest,
  limit: number,
  term: string,
  pace: Pace,
): Promise<GridAxis> {
  const { bound, result, notes } = computed;
  const at = bound.figures.terms.findIndex(({ key }) => key === term);
  const describe = planKey(scope, bound, 0);
  const found: { key: FigureKey; figure: Fraction | null; notes: readonly number[] }[] = [];
  for await (const cells of result.cells) {
    if (found.length >= limit) break;
    await pace.repeat(cells.length, (row) => {
      if (found.length >= limit) return;
      // No cut selects missing values.
      const key = describe(cells, row);
      if (result.numCells > limit && key.value === null) return;
      found.push({ key, figure: figureIn(cells.terms[at], row), notes: notes?.idsOf(cells, row) ?? [] });
    });
  }
  const summed = bound.figures.terms[at];
  return {
    computed,
    keys: found.map(({ key }) => key),
    figures: found.map(({ figure }) => figure),
    notes: found.map((each) => each.notes),
    numOthers: result.numCells - found.length,
    isCut: result.numCells > found.length,
    total: figureIn(summed && result.summary.get(summed), 0),
  };
}

/** Return an axis of all members with the first of them, some before the others. @param limit maximum number of them */
export function beginWith(axis: GridAxis, first: readonly FigureKey[], limit: number): GridAxis {
  const places = new Map(axis.keys.map(({ value }, at) => [value, at]));
  const begin = first.flatMap(({ value }) => places.get(value) ?? []);
  const known = new Set(begin);
  const all = [...begin, ...axis.keys.flatMap((_, at) => (known.has(at) ? [] : at))];
  // No cut selects missing values.
  const shown = (all.length > limit ? all.filter((at) => axis.keys[at]!.value !== null) : all).slice(0, limit);
  return {
    ...axis,
    keys: shown.map((at) => axis.keys[at]!),
    figures: shown.map((at) => axis.figures[at]!),
    notes: shown.map((at) => axis.notes[at]!),
    numOthers: axis.keys.length - shown.length,
    isCut: axis.keys.length > shown.length,
  };
}

/** The figures of a grid's cells, by the values of their row and column. */
export type CellMap = ReadonlyMap<string, { readonly figure: Fraction | null; readonly notes: readonly number[] }>;

/** Read the cells of a grid. */
export async function readCells(
  scope: PageScope,
  { bound, result, notes }: ComputedRequest,
  term: string,
  pace: Pace,
): Promise<CellMap> {
  const at = bound.figures.terms.findIndex(({ key }) => key === term);
  const describers = bound.drilldowns.map((_, position) => planKey(scope, bound, position));
  const found = new Map<string, { figure: Fraction | null; notes: readonly number[] }>();
  for await (const cells of result.cells) {
    await pace.repeat(cells.length, (row) => {
      const keys = describers.map((describe) => describe(cells, row).value);
      found.set(JSON.stringify(keys), {
        figure: figureIn(cells.terms[at], row),
        notes: notes?.idsOf(cells, row) ?? [],
      });
    });
  }
  return found;
}

function figureIn(column: FractionColumn | undefined, row: number): Fraction | null {
  return column ? figureAt(column, row) : null;
}
