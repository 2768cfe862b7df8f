import type { Dimension, Model } from "../../../core/model/cube.js";
import { deriveColumn } from "./derive-column.js";
import type { CellTable, ColumnarTable, DimensionColumn } from "./table.js";
import { viewSources } from "./source-column.js";
import { computeAttributes, viewAttribute } from "./compute-attributes.js";
import { columnWithCodes } from "./open-dimension.js";
import { openMembers } from "./members.js";
import { RankCache } from "./ranks.js";

/** View a table by a model with derived dimensions, sources, calendars and labels beside what is stored; nothing is copied. */
export function viewTable(table: ColumnarTable, model: Model): ColumnarTable {
  const columns = new Map<number, DimensionColumn>();
  const columnOf = (dimension: Dimension): DimensionColumn => {
    let column = columns.get(dimension.index);
    if (!column) columns.set(dimension.index, (column = viewColumn(dimension)));
    return column;
  };
  const viewColumn = (dimension: Dimension): DimensionColumn => {
    const { derivation, calendar, sources, unlisted } = dimension;
    if (sources) return viewSources(dimension, table);
    if (derivation) return deriveColumn(dimension, derivation, columnOf(derivation.from.dimension));
    const stored = table.dimensions[dimension.index]!;
    return calendar || unlisted?.some(({ labels }) => labels) ? viewComputedAttributes(dimension, stored) : stored;
  };
  return { ...table, model, storedModel: table.storedModel ?? table.model, dimensions: model.dimensions.map(columnOf) };
}

/** View the cells of a rollup as a view of their table does. */
export function viewCells(cells: CellTable, { dimensions }: ColumnarTable): CellTable {
  if (dimensions.every(({ base }) => !base)) return cells;
  const own = cells.dimensions.slice();
  for (const [at, column] of dimensions.entries()) {
    const base = column.base && cells.dimensions[column.base.dimension.index];
    if (base) own[at] = { ...columnWithCodes(column, base.codes), base };
  }
  return { ...cells, dimensions: own };
}

/** View a column with attributes that follow from its names. Cost: a step for each member, once such an attribute is read. */
function viewComputedAttributes(dimension: Dimension, stored: DimensionColumn): DimensionColumn {
  const names = stored.attributes[dimension.identity.index]!;
  const all = [...dimension.attributes, ...(dimension.unlisted ?? [])];
  const computed = computeAttributes(dimension, names);
  const attributes = all.map(({ index }) => {
    const own = computed.get(index);
    return own ? viewAttribute(own, names.length) : stored.attributes[index]!;
  });
  const listed = attributes.slice(0, dimension.attributes.length);
  const pickMembers = listed.some((_, index) => computed.has(index))
    ? openMembers(listed, stored.missing, true)
    : stored.pickMembers;
  const { codes, columns, missing, words } = stored;
  const ranks = new RankCache(attributes);
  return { dimension, codes, columns, attributes, missing, ranks, pickMembers, words, base: stored, computed };
}
