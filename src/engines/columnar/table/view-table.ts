import type { Dimension, Model } from "../../../core/model/cube.js";
import { deriveColumn } from "./derive-column.js";
import type { CellTable, ColumnarTable, DimensionColumn } from "./table.js";
import { viewSources } from "./source-column.js";
import { viewDates } from "./view-dates.js";

/** View a table by a model with derived dimensions, sources and calendars beside what is stored; nothing is copied. */
export function viewTable(table: ColumnarTable, model: Model): ColumnarTable {
  const columns = new Map<number, DimensionColumn>();
  const columnOf = (dimension: Dimension): DimensionColumn => {
    let column = columns.get(dimension.index);
    if (!column) columns.set(dimension.index, (column = viewColumn(dimension)));
    return column;
  };
  const viewColumn = (dimension: Dimension): DimensionColumn => {
    const { derivation, calendar, sources } = dimension;
    if (sources) return viewSources(dimension, table);
    if (derivation) return deriveColumn(dimension, derivation, columnOf(derivation.from.dimension));
    const stored = table.dimensions[dimension.index]!;
    return calendar ? viewDates(dimension, calendar, stored) : stored;
  };
  return { ...table, model, storedModel: table.storedModel ?? table.model, dimensions: model.dimensions.map(columnOf) };
}

/** View the cells of a rollup as a view of their table does. */
export function viewCells(cells: CellTable, { dimensions }: ColumnarTable): CellTable {
  if (dimensions.every(({ base }) => !base)) return cells;
  const own = cells.dimensions.slice();
  for (const [at, column] of dimensions.entries()) {
    const base = column.base && cells.dimensions[column.base.dimension.index];
    if (base) own[at] = { ...column, codes: base.codes, base };
  }
  return { ...cells, dimensions: own };
}
