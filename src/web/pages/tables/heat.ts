import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import type { Grid } from "../../../calls/views/pages/grid.js";

/** Number of steps of heat. */
export const HEAT_STEPS = 6;

/** Steps of a cell's heat, from 1; 0 without a figure above zero. */
export interface Heat {
  /** Among all cells, and among those of its row. */
  readonly ofAll: number;
  readonly ofRow: number;
}

/** Plan the heat of the cells of a grid: their figures in steps from zero to the largest. */
export function planHeat({ rows }: Pick<Grid, "rows">): (row: Grid["rows"][number], figure: Decimal | null) => Heat {
  const largest = (cells: readonly (Decimal | null)[]): number =>
    Math.max(0, ...cells.map((cell) => (cell === null ? 0 : decimalNumber(cell))));
  const whole = Math.max(0, ...rows.map(({ cells }) => largest(cells)));
  const own = new Map(rows.map((row) => [row, largest(row.cells)]));
  return (row, figure) => {
    const amount = figure === null ? 0 : decimalNumber(figure);
    const step = (most: number): number => (amount <= 0 || most === 0 ? 0 : Math.ceil((amount / most) * HEAT_STEPS));
    return { ofAll: step(whole), ofRow: step(own.get(row) ?? 0) };
  };
}
