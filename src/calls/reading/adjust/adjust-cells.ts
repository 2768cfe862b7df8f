import type { Bounds } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import type { Cells, Reader } from "../../../core/engine/engine.js";
import { Pace } from "../../../core/engine/pace.js";
import { decimalFigures, figureAt, type FractionColumn, pickFigures, pickItems } from "../../../core/figures/column.js";
import { type CellGroups, groupsOf, totalGroup } from "../../../core/figures/groups.js";
import { planOrder, sortRows } from "../../../core/figures/order-cells.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import { nearestQuotient } from "../../../core/model/values/fraction.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import type { Adjustment } from "./adjustment.js";
import type { Adjuster } from "./adjust.js";

/** A page of cells whose amounts are adjusted. */
export interface AdjustedCells {
  readonly cells: Cells;
  /** A column for each measure of the query. */
  readonly figures: readonly FractionColumn[];
  /** The same of all entries: a row each, adjusted and as paid. */
  readonly totals: readonly FractionColumn[];
  readonly original: readonly FractionColumn[];
  readonly numCells: number;
  readonly numEntries: number;
  readonly remarks: Pick<Adjuster, "used" | "missing" | "warnings">;
}

/** Adjust the cells of a query, and sort them by what they then come to. */
export async function adjustCells(
  reader: Pick<Reader, "aggregate">,
  query: AggregateQuery,
  adjustment: Adjustment,
  bounds: Bounds,
): Promise<AdjustedCells> {
  const whole = { ...query, first: 0, limit: Number.MAX_SAFE_INTEGER };
  const adjuster = await adjustment.read(reader, whole, bounds);
  const result = adjuster.paid ?? (await reader.aggregate(whole));
  const { cells } = await gatherCells(result);
  const columns = figuresOf(adjuster.cells(cells, groupsOf(cells, query)));
  const paid = totalGroup(result, query);
  const compare = planOrder(query.order, query.keys, cells, columns, new Pace(bounds).check);
  const all = Uint32Array.from({ length: cells.length }, (_, row) => row);
  const rows = sortRows(all, compare).subarray(query.first, query.first + query.limit);
  return {
    cells: pickRows(cells, rows),
    figures: columns.map((column) => pickFigures(column, rows)),
    totals: figuresOf(adjuster.total(paid)),
    original: figuresOf(paid),
    numCells: cells.length,
    numEntries: result.numEntries,
    remarks: adjuster,
  };
}

function figuresOf({ sums, adjusted }: CellGroups): readonly FractionColumn[] {
  return sums.map((column, at) => adjusted?.sums[at] ?? decimalFigures(column));
}

function pickRows(cells: Cells, rows: Uint32Array): Cells {
  return {
    length: rows.length,
    keys: cells.keys.map((column) => pickItems<unknown>(column, rows)) as unknown as Cells["keys"],
    sums: cells.sums.map((column) => ({
      scale: column.scale,
      unscaled: Array.from(rows, (row) => decimalAt(column, row).unscaled),
    })),
    numEntries: Float64Array.from(rows, (row) => cells.numEntries[row]!),
  };
}

/** Write a figure of a row: a decimal with all its digits, else the nearest double. @param missing text without a figure */
export function writeAdjustedFigure(column: FractionColumn, row: number, missing: string): string {
  const figure = figureAt(column, row);
  if (!figure) return missing;
  const { numerator, denominator } = figure;
  if (column.scale !== null) return decimalText({ unscaled: BigInt(numerator), scale: column.scale });
  return String(nearestQuotient(numerator, denominator));
}
