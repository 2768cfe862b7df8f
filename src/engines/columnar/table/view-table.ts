import type { Dimension, Model, Calendar } from "../../../core/model/cube.js";
import { deriveColumn } from "./derive-column.js";
import type { CellTable, ColumnarTable, DimensionColumn } from "./table.js";
import { viewSources } from "./source-column.js";
import { computeDates, viewAttribute } from "./compute-dates.js";
import { openMembers } from "./members.js";
import { RankCache } from "./ranks.js";

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

/** View a column of dates by the rules of a calendar. Cost: a step for each date, once an attribute is read. */
function viewDates(dimension: Dimension, calendar: Calendar, stored: DimensionColumn): DimensionColumn {
  const names = stored.attributes[dimension.identity.index]!;
  const all = [...dimension.attributes, ...(dimension.unlisted ?? [])];
  const computed = computeDates(all, calendar, names);
  const attributes = all.map(({ index }) => {
    const own = computed.get(index);
    return own ? viewAttribute(own, names.length) : stored.attributes[index]!;
  });
  const pickMembers = openMembers(attributes.slice(0, dimension.attributes.length), stored.missing, true);
  return { ...stored, dimension, attributes, ranks: new RankCache(attributes), pickMembers, base: stored, computed };
}
