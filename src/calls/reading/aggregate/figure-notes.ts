import type { FigureCells, FigureResult } from "../../../core/figures/figure-cells.js";
import type { TimeFrames } from "../../../core/figures/time-frames.js";
import type { Note } from "../../../core/model/cube.js";
import type { PlannedNotes } from "./notes.js";

/** The notes of an aggregation's figures. */
export interface FigureNotes {
  readonly all: readonly Note[];
  readonly idsOf: (cells: FigureCells, row: number) => readonly number[];
}

/**
 * Plan which notes belong to figures: those of the cell, and those of the cells that its windows over time reach.
 * Cost: a step for each cell of the query if there is such a window.
 */
export function planFigureNotes(notes: PlannedNotes | null, { reach }: FigureResult): FigureNotes | null {
  if (!notes || !reach) return notes;
  const { cells, frames } = reach;
  const own = (row: number): readonly number[] => notes.idsOf(cells, row);
  const reached = frames.map((frame) => reachedNotes(frame, own));
  return {
    all: notes.all,
    idsOf(page, row) {
      const ids = notes.idsOf(page, row);
      // A cell that was put together has no figures over time.
      if (page.contained[row]! > 0) return ids;
      const before = reached.flatMap((of) => of[page.rows[row]!]!);
      return before.length === 0 ? ids : sortedIds([...ids, ...before]);
    },
  };
}

/** List for each cell the notes of the cells before it that its figure includes. */
function reachedNotes(
  { before, isCumulative, order }: TimeFrames,
  own: (row: number) => readonly number[],
): readonly (readonly number[])[] {
  const reached: (readonly number[])[] = Array.from({ length: before.length });
  for (const row of order) {
    const earlier = before[row]!;
    if (earlier < 0) reached[row] = [];
    else reached[row] = isCumulative ? joinIds(reached[earlier]!, own(earlier)) : own(earlier);
  }
  return reached;
}

function joinIds(a: readonly number[], b: readonly number[]): readonly number[] {
  // Most cells add none: they share one list.
  return b.every((id) => a.includes(id)) ? a : sortedIds([...a, ...b]);
}

function sortedIds(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
