import { roundUp } from "../../kernel/memory/cube-memory.js";
import type { Model } from "../../../core/model/cube.js";
import { openLimb } from "../table/limb-header.js";
import { damaged, readChoice, readInteger, readList, readObject } from "../table/read-plain.js";
import { type Extent, checkCodes, readLimb } from "../table/read-columns.js";
import type { ColumnarTable } from "../table/table.js";
import type { QueryCount } from "./query-statistics.js";
import type { RollupLayout } from "./rollup.js";
import { ROLLUPS_FORMAT } from "./rollups-header.js";
import { type GroupingPart, type GroupingSet, groupingKey, uniteParts } from "./grouping-set.js";

/** Query counts and rollups that a header describes. */
export interface StoredRollups {
  readonly requested: readonly QueryCount[];
  readonly rollups: readonly RollupLayout[];
}

/**
 * Read a header, and check it against its table and the lengths of its memories.
 * @param lengths bytes of each memory's contents
 * @throws DamagedStore if the header has another format, is of another table, or points outside the memories
 */
export function readRollups(table: ColumnarTable, value: unknown, lengths: readonly number[]): StoredRollups {
  const header = readObject(value, "the whole");
  readChoice(header["format"], "format", [ROLLUPS_FORMAT]);
  readInteger(header["rows"], "rows", table.rows, table.rows);
  const rollups = readList(header["rollups"], "rollups", lengths.length, (item, place, at) =>
    readRollup(table, item, place, lengths[at]!),
  );
  const keys = new Set(rollups.map(({ grouping }) => groupingKey(grouping)));
  if (keys.size < rollups.length) damaged("rollups", "two_of_same_kind");
  return {
    requested: readList(header["requested"], "requested", null, (item, place) => readQueryCounts(table, item, place)),
    rollups,
  };
}

function readRollup(table: ColumnarTable, value: unknown, place: string, bytes: number): RollupLayout {
  const object = readObject(value, place);
  const grouping = readGrouping(table.model, object["shape"], `${place}.shape`);
  const rows = readInteger(object["rows"], `${place}.rows`, 1, table.rows);
  const extent: Extent = { lengths: [bytes], rows, segmentRows: rows, segments: 1 };
  const codes = readList(object["codes"], `${place}.codes`, grouping.length, (item, itemPlace, at) =>
    checkCodes(item, itemPlace, extent, table.dimensions[grouping[at]!.dimension]!.codes.size),
  );
  const numLimbs = table.measures.reduce((sum, { limbs }) => sum + limbs.length, 0);
  const limbs = readList(object["limbs"], `${place}.limbs`, numLimbs, (item, itemPlace) =>
    openLimb(readLimb(item, itemPlace, extent)),
  );
  const entries = openLimb(readLimb(object["entries"], `${place}.entries`, extent));
  const columns = [...codes, ...limbs, entries].reduce((sum, { width }) => sum + roundUp(rows * width), 0);
  if (columns !== bytes) damaged(place, "columns_of_other_size", { size: columns, bytes });
  return { grouping, rows, bytes, codes, limbs, entries };
}

function readQueryCounts({ model, rows }: ColumnarTable, value: unknown, place: string): QueryCount {
  const object = readObject(value, place);
  return {
    grouping: readGrouping(model, object["shape"], `${place}.shape`),
    asks: readInteger(object["asks"], `${place}.asks`, 1, Number.MAX_SAFE_INTEGER),
    entries: readInteger(object["entries"], `${place}.entries`, 0, rows),
  };
}

function readGrouping(model: Model, value: unknown, place: string): GroupingSet {
  const parts = readList(value, place, null, (item, itemPlace) => readPart(model, item, itemPlace));
  if (groupingKey(uniteParts(parts)) !== groupingKey(parts)) damaged(place, "not_ascending");
  return parts;
}

function readPart({ dimensions }: Model, value: unknown, place: string): GroupingPart {
  const object = readObject(value, place);
  const names = dimensions.map(({ name }) => name);
  const dimension = names.indexOf(readChoice(object["dimension"], `${place}.dimension`, names));
  if (object["attributes"] === null) return { dimension, attributes: null };
  const known = dimensions[dimension]!.attributes.map(({ name }) => name);
  const attributes = readList(object["attributes"], `${place}.attributes`, null, (item, itemPlace) =>
    known.indexOf(readChoice(item, itemPlace, known)),
  );
  if (attributes.length === 0) damaged(`${place}.attributes`, "list_empty");
  return { dimension, attributes };
}
