import { MAX_TABLE_BYTES } from "../../kernel/kernel.js";
import type { Attribute, Dimension, Measure, Model } from "../../../core/model/cube.js";
import { areSumsOf, type MemberSums } from "../../../core/engine/member-sums.js";
import { areMembersOf, type NameIndex } from "../../../core/engine/name-index.js";
import { ANY_DIMENSION, type TermFacts } from "../../../core/engine/term-signature.js";
import type { LoadOrder } from "./load-order.js";
import { layFloats } from "./float-column.js";
import { ID_BYTES } from "../base/id-index.js";
import { damaged, readChoice, readInteger, readList, readObject } from "./read-plain.js";
import { type Extent, checkCodes, readLimb, checkPlace, readPointers } from "./read-columns.js";
import { layRecords } from "./record-column.js";
import { layTerms, type TermColumn, type TermCounts } from "./term-column.js";
import type { SourceColumn } from "./table.js";
import {
  type DimensionHeader,
  type FilteredSignature,
  type MeasureHeader,
  TABLE_FORMAT,
  type TableHeader,
} from "./table-header.js";
import { layTexts, MAX_TEXT_BYTES } from "./text-column.js";
import type { ValueColumn } from "./values.js";

/** Maximum number of rows. */
const MAX_ROWS = 2 ** 32 - 2;
/** Maximum number of an amount's decimal places: a model reads no more. */
const MAX_SCALE = 10_000;

/**
 * Read a table's header and check it against the model and the table's memories.
 * @param lengths bytes of each memory's contents
 * @throws DamagedStore if its format is unknown, it belongs to another model, or it points outside the memories
 */
export function readTableHeader(model: Model, value: unknown, lengths: readonly number[]): TableHeader {
  const header = readObject(value, "the top level");
  const format = readChoice(header["format"], "format", [TABLE_FORMAT]);
  for (const [at, length] of readLengths(header, lengths.length).entries()) {
    if (length !== lengths[at]) damaged(`lengths[${at}]`, "not_one_of", { value: length, known: lengths[at] });
  }
  const rows = readInteger(header["rows"], "rows", 0, MAX_ROWS);
  const segmentRows = readInteger(header["segmentRows"], "segmentRows", 1, Math.max(1, rows));
  const segments = readInteger(header["segments"], "segments", 1, lengths.length);
  if (segments !== Math.max(1, Math.ceil(rows / segmentRows)))
    damaged("segments", "not_of_rows", { value: segments, rows });
  const extent: Extent = { lengths, rows, segmentRows, segments };
  const dimensions = readList(header["dimensions"], "dimensions", model.dimensions.length, (item, place, at) =>
    readDimension(item, place, extent, model.dimensions[at]!),
  );
  const members = dimensions.map(({ columns }) => columns[0]!.length);
  return {
    format,
    rows,
    segments,
    segmentRows,
    lengths,
    ids: header["ids"] === null ? null : readPointers(header["ids"], "ids", extent, ID_BYTES),
    byId: checkPlace(readObject(header["byId"], "byId"), "byId", extent, rows * 4),
    sources: readSources(header["sources"], "sources", extent),
    records: header["records"] === null ? null : readRecords(header["records"], "records", extent),
    order: header["order"] === null ? null : readOrder(header["order"], "order", extent, model.dimensions.length),
    dimensions,
    measures: readList(header["measures"], "measures", model.measures.length, (item, place, at) =>
      readMeasure(item, place, extent, model.measures[at]!),
    ),
    signature: readTermFacts(header["signature"], "signature"),
    filtered: readFiltered(header["filtered"]),
    names: readNames(header["names"], members),
    memberSums: readMemberSums(header["memberSums"], members),
  };
}

function readTermFacts(value: unknown, place: string): TermFacts | undefined {
  if (value === undefined) return value;
  if (!(value instanceof Uint8Array) || value.length % 12 !== 0) damaged(place, "not_a_list_of_hashes");
  return shareNumbers(value);
}

function readFiltered(value: unknown): FilteredSignature | undefined {
  if (value === undefined) return value;
  const object = readObject(value, "filtered");
  const terms = readTermFacts(object["terms"], "filtered.terms") ?? damaged("filtered.terms", "not_a_list_of_hashes");
  const filter = object["filter"];
  if (!(filter instanceof Uint8Array) || filter.length === 0 || filter.length % 4 !== 0)
    damaged("filtered.filter", "not_a_filter");
  const dimensions = readInteger(object["dimensions"], "filtered.dimensions", 1, ANY_DIMENSION);
  return { terms, dimensions, filter: shareNumbers(filter) };
}

/** Read the names of members. @param members number of members of each dimension */
function readNames(value: unknown, members: readonly number[]): NameIndex | undefined {
  if (value === undefined) return value;
  if (!(value instanceof Uint8Array) || value.length % 8 !== 4) damaged("names", "not_a_list_of_hashes");
  const names = shareNumbers(value);
  if (!areMembersOf(names, members)) damaged("names", "of_other_members");
  return names;
}

/** Read the sums of members. @param members number of members of each dimension */
function readMemberSums(value: unknown, members: readonly number[]): MemberSums | undefined {
  if (value === undefined) return value;
  if (!(value instanceof Uint8Array) || !areSumsOf(value, members)) damaged("memberSums", "of_other_members");
  const sums = new Uint8Array(new SharedArrayBuffer(value.length));
  sums.set(value);
  return sums;
}

function shareNumbers(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(new SharedArrayBuffer(bytes.length));
  new Uint8Array(numbers.buffer).set(bytes);
  return numbers;
}

/** Read the bytes of each memory's contents from a header. */
function readLengths(header: unknown, memories: number): readonly number[] {
  return readList(readObject(header, "the top level")["lengths"], "lengths", memories, (item, place) =>
    readInteger(item, place, 0, MAX_TABLE_BYTES),
  );
}

function readRecords(value: unknown, place: string, extent: Extent): TableHeader["records"] {
  const object = readObject(value, place);
  const { rows } = extent;
  const runs = readInteger(object["runs"], `${place}.runs`, 0, rows);
  if (runs < rows && runs * 2 > rows) damaged(`${place}.runs`, "not_of_rows", { value: runs, rows });
  return { ...checkPlace(object, place, extent, layRecords(rows, runs)), runs };
}

function readSources(value: unknown, place: string, extent: Extent): SourceColumn {
  const object = readObject(value, place);
  const sources = readList(object["sources"], `${place}.sources`, null, (item, itemPlace) =>
    readInteger(item, itemPlace, 0, 2 ** 32 - 1),
  );
  if (sources.length === 0 && extent.rows > 0) damaged(`${place}.sources`, "list_empty");
  const codes = sources.length > 1 ? checkCodes(object["codes"], `${place}.codes`, extent, sources.length) : null;
  return { codes, sources };
}

function readOrder(value: unknown, place: string, extent: Extent, dimensions: number): LoadOrder {
  const object = readObject(value, place);
  const starts = readList(object["starts"], `${place}.starts`, null, (item, itemPlace) =>
    readInteger(item, itemPlace, 0, extent.rows - 1),
  );
  if (starts[0] !== 0) damaged(`${place}.starts`, "not_from_row_0");
  if (starts.some((start, at) => at > 0 && start <= starts[at - 1]!)) damaged(`${place}.starts`, "not_ascending");
  const keys = object["keys"] ?? null;
  return {
    places: checkCodes(object["places"], `${place}.places`, extent, extent.rows),
    starts,
    keys:
      keys === null
        ? null
        : readList(keys, `${place}.keys`, null, (item, at) => readInteger(item, at, 0, dimensions - 1)),
  };
}

function readDimension(value: unknown, place: string, extent: Extent, dimension: Dimension): DimensionHeader {
  const object = readObject(value, place);
  const name = readChoice(object["name"], `${place}.name`, [dimension.name]);
  const { attributes } = dimension;
  const columns = readList(object["columns"], `${place}.columns`, attributes.length, (item, itemPlace, at) =>
    readValues(item, itemPlace, extent, attributes[at]!),
  );
  const members = columns[0]!.length;
  for (const [at, { length }] of columns.entries()) {
    if (length !== members)
      damaged(`${place}.columns[${at}]`, "list_of_other_length", { count: length, length: members });
  }
  return {
    name,
    columns,
    codes: checkCodes(object["codes"], `${place}.codes`, extent, members),
    words: readTerms(object["words"], `${place}.words`, extent, columns.length * members),
  };
}

/** @param values number of values: one per attribute and member */
function readTerms(value: unknown, place: string, extent: Extent, values: number): TermColumn | null {
  if (value === null) return null;
  const object = readObject(value, place);
  const found = readInteger(object["found"], `${place}.found`, 0, MAX_TABLE_BYTES);
  const counts: TermCounts = {
    found,
    values: readInteger(object["values"], `${place}.values`, values, values),
    words: readInteger(object["words"], `${place}.words`, 0, found),
    bytes: readInteger(object["bytes"], `${place}.bytes`, 0, MAX_TABLE_BYTES),
  };
  return { ...counts, ...checkPlace(object, place, extent, layTerms(counts)) };
}

function readValues(value: unknown, place: string, extent: Extent, { type }: Attribute): ValueColumn {
  const object = readObject(value, place);
  readChoice(object["type"], `${place}.type`, [type]);
  const length = readInteger(object["length"], `${place}.length`, 0, extent.rows);
  const missing = readInteger(object["missing"], `${place}.missing`, 0, length);
  if (type === "number") {
    const column = { type, length, missing };
    return { ...column, ...checkPlace(object, place, extent, layFloats(column).total) };
  }
  const bytes = readInteger(object["bytes"], `${place}.bytes`, 0, MAX_TEXT_BYTES);
  const repeats = readChoice(object["repeats"], `${place}.repeats`, [true, false]);
  const column = { type, length, missing, bytes, repeats };
  return { ...column, ...checkPlace(object, place, extent, layTexts(column).total) };
}

function readMeasure(value: unknown, place: string, extent: Extent, measure: Measure): MeasureHeader {
  const object = readObject(value, place);
  const limbs = readList(object["limbs"], `${place}.limbs`, null, (item, limb) => readLimb(item, limb, extent));
  if (limbs.length === 0) damaged(`${place}.limbs`, "list_empty");
  return {
    name: readChoice(object["name"], `${place}.name`, [measure.name]),
    scale: readInteger(object["scale"], `${place}.scale`, 0, MAX_SCALE),
    limbBits: readInteger(object["limbBits"], `${place}.limbBits`, 0, 62),
    limbs,
  };
}
