import type { Cells } from "../engine/engine.js";
import { addFractions, divideFractions, type Fraction, ZERO_FRACTION } from "../model/values/fraction.js";
import type { Key } from "../query/aggregate/query.js";
import type { KeyPart, Window } from "../query/aggregate/term.js";
import { figuresByRow, type FractionColumn, figureAt } from "./column.js";
import { differenceOf } from "./difference.js";
import { addSafely } from "./groups.js";
import { compareFigures } from "./order-cells.js";
import { partitionCells } from "./partition.js";
import { planTimeFrames, type TimeFrames } from "./time-frames.js";

/** The figures of a window, and what they include of other cells over time. */
export interface WindowFigures {
  readonly figures: FractionColumn;
  readonly frames: TimeFrames | null;
  /** For a share, the whole of each cell, by which others can be divided, too. */
  readonly wholeOf: ((row: number) => Fraction) | null;
}

/**
 * Compute a window of values.
 * @param cells all cells of the query
 */
export function computeWindow(
  window: Exclude<Window, { readonly is: "side" }>,
  values: FractionColumn,
  keys: readonly Key[],
  cells: Pick<Cells, "length" | "keys">,
): WindowFigures {
  if (window.is === "share") return computeShares(window.within, values, cells);
  if (window.is === "rank") {
    return { figures: rankFigures(window.within, values, cells), frames: null, wholeOf: null };
  }
  const frames = planTimeFrames(window, keys, cells);
  const figures = window.is === "running" ? addUp(values, frames) : compareWith(values, frames, window.is === "change");
  return { figures, frames, wholeOf: null };
}

function computeShares(
  within: readonly KeyPart[],
  values: FractionColumn,
  cells: Pick<Cells, "length" | "keys">,
): WindowFigures {
  const { groupOf, length } = partitionCells(cells, within);
  const { numerators, denominators } = values;
  const sums = numerators instanceof Float64Array ? addSafely(numerators, groupOf, length) : null;
  if (sums && typeof denominators === "number" && sums.every((sum) => sum > 0)) {
    const wholes = new Float64Array(cells.length);
    groupOf.forEach((group, row) => (wholes[row] = sums[group]!));
    const figures = { numerators, denominators: wholes, scale: null };
    return {
      figures,
      frames: null,
      wholeOf: (row) => ({ numerator: sums[groupOf[row]!]!, denominator: denominators }),
    };
  }
  const wholes: Fraction[] = Array.from({ length }, () => ZERO_FRACTION);
  for (let row = 0; row < cells.length; row++) {
    const own = figureAt(values, row);
    if (own) wholes[groupOf[row]!] = addFractions(wholes[groupOf[row]!]!, own);
  }
  const wholeOf = (row: number): Fraction => wholes[groupOf[row]!]!;
  const figures = figuresByRow(cells.length, (row) => {
    const own = figureAt(values, row);
    return own && divideFractions(own, wholeOf(row));
  });
  return { figures, frames: null, wholeOf };
}

/** Rank each cell in its group: 1 and the number of cells with a greater figure. */
export function rankFigures(
  within: readonly KeyPart[],
  values: FractionColumn,
  cells: Pick<Cells, "length" | "keys">,
): FractionColumn {
  const { groupOf, length } = partitionCells(cells, within);
  const compare = compareFigures(values, cells.length, true);
  const order = Uint32Array.from({ length: cells.length }, (_, row) => row).toSorted(compare);
  const seen = new Int32Array(length);
  const last = new Int32Array(length).fill(-1);
  const ranks = new Float64Array(cells.length);
  for (const row of order) {
    const group = groupOf[row]!;
    const before = last[group]!;
    seen[group]!++;
    ranks[row] = before >= 0 && compare(before, row) === 0 ? ranks[before]! : seen[group]!;
    last[group] = row;
  }
  return figuresByRow(
    cells.length,
    (row) => (figureAt(values, row) ? { numerator: ranks[row]!, denominator: 1 } : null),
    0,
  );
}

function addUp(values: FractionColumn, { before, order }: TimeFrames): FractionColumn {
  const sums: Fraction[] = Array.from({ length: before.length });
  for (const row of order) {
    const own = figureAt(values, row)!;
    sums[row] = before[row]! < 0 ? own : addFractions(sums[before[row]!]!, own);
  }
  return figuresByRow(before.length, (row) => sums[row]!, values.scale);
}

function compareWith(values: FractionColumn, { before }: TimeFrames, isChange: boolean): FractionColumn {
  return figuresByRow(
    before.length,
    (row) => (before[row]! < 0 ? null : differenceOf(figureAt(values, row), figureAt(values, before[row]!), isChange)),
    isChange ? null : values.scale,
  );
}
