import { MAX_TABLE_BYTES } from "../kernel/kernel.js";
import { type Pointer, roundUp, TABLE_START } from "../kernel/memory.js";
import type { CodeColumn } from "../kernel/table.js";
import type { Attribute, Dimension, Measure, Model } from "../model/cube.js";
import type { RowOrder } from "./clusters/row-order.js";
import { layFloats } from "./float-column.js";
import { widthOf } from "./growing-codes.js";
import { ID_BYTES } from "./id-index.js";
import { damaged, readBigInteger, readChoice, readInteger, readList, readObject } from "./plain-data.js";
import type { Place } from "./planned-values.js";
import { slotsFor } from "./slots.js";
import { layWords, type WordColumn, type WordCounts } from "./search/word-column.js";
import type { SourceColumn } from "./table.js";
import {
  type DimensionHeader,
  type LimbHeader,
  type MeasureHeader,
  ORDERED_FORMAT,
  TABLE_FORMAT,
  type TableHeader,
} from "./table-header.js";
import { layTexts, MOST_TEXT_BYTES } from "./text-column.js";
import type { ValueColumn } from "./values.js";

/** Slots hold a row + 1 in 32 bits. */
const MOST_ROWS = 2 ** 32 - 2;
/** Digits behind the point of an amount: a model reads no more. */
const MOST_SCALE = 10_000;

/**
 * Check a header against a model and the memories that it is of.
 * @param lengths bytes of each memory's contents
 * @throws DamagedStore where it is of another format, another model, or points anywhere else
 */
export function readHeader(model: Model, value: unknown, lengths: readonly number[]): TableHeader {
  const header = readObject(value, "the whole");
  const format = readChoice(header["format"], "format", [TABLE_FORMAT, ORDERED_FORMAT]);
  for (const [at, length] of readLengths(header, lengths.length).entries()) {
    if (length !== lengths[at]) damaged(`lengths[${at}]`, `is ${length} instead of ${lengths[at]}`);
  }
  const rows = readInteger(header["rows"], "rows", 0, MOST_ROWS);
  const segmentRows = readInteger(header["segmentRows"], "segmentRows", 1, Math.max(1, rows));
  const segments = readInteger(header["segments"], "segments", 1, lengths.length);
  if (segments !== Math.max(1, Math.ceil(rows / segmentRows))) damaged("segments", "do not make the rows");
  const shape: Shape = { lengths, rows, segmentRows, segments };
  return {
    format,
    rows,
    segments,
    segmentRows,
    lengths,
    ids: readPointers(header["ids"], "ids", shape, ID_BYTES),
    slots: readSlots(header["slots"], "slots", shape),
    sources: readSources(header["sources"], "sources", shape),
    order: format === ORDERED_FORMAT ? readOrder(header["order"], "order", shape, model.dimensions.length) : null,
    dimensions: readList(header["dimensions"], "dimensions", model.dimensions.length, (item, place, at) =>
      readDimension(item, place, shape, model.dimensions[at]!),
    ),
    measures: readList(header["measures"], "measures", model.measures.length, (item, place, at) =>
      readMeasure(item, place, shape, model.measures[at]!),
    ),
  };
}

/** Bytes of each memory's contents, as a header has them. */
export function readLengths(header: unknown, memories: number): readonly number[] {
  return readList(readObject(header, "the whole")["lengths"], "lengths", memories, (item, place) =>
    readInteger(item, place, 0, MAX_TABLE_BYTES),
  );
}

type Shape = Pick<TableHeader, "lengths" | "rows" | "segmentRows" | "segments">;

/** Where the parts of a column begin in each segment. */
function readPointers(value: unknown, place: string, shape: Shape, width: number): readonly Pointer[] {
  return readList(value, place, shape.segments, (item, itemPlace, segment) => {
    const rows = Math.min(shape.segmentRows, shape.rows - segment * shape.segmentRows);
    return readPointer(item, itemPlace, shape, segment, rows * width);
  });
}

/** A pointer to so many bytes of a memory. */
function readPointer(value: unknown, place: string, { lengths }: Shape, memory: number, bytes: number): Pointer {
  const pointer = readInteger(value, place, TABLE_START, TABLE_START + lengths[memory]!);
  if (roundUp(pointer) !== pointer || pointer + bytes > TABLE_START + lengths[memory]!) {
    damaged(place, `points to ${bytes} bytes at ${pointer}, which are not all there`);
  }
  return pointer;
}

/** Where something stands that a table has once. */
function readPlace(object: Readonly<Record<string, unknown>>, place: string, shape: Shape, bytes: number): Place {
  const memory = readInteger(object["memory"], `${place}.memory`, 0, shape.lengths.length - 1);
  return { memory, pointer: readPointer(object["pointer"], `${place}.pointer`, shape, memory, bytes) };
}

function readSlots(value: unknown, place: string, shape: Shape): TableHeader["slots"] {
  const object = readObject(value, place);
  const least = slotsFor(shape.rows);
  const length = readInteger(object["length"], `${place}.length`, least, least);
  return { ...readPlace(object, place, shape, length * 4), length };
}

function readCodes(value: unknown, place: string, shape: Shape, members: number): CodeColumn {
  const object = readObject(value, place);
  const size = Math.max(1, members);
  return {
    size: readInteger(object["size"], `${place}.size`, size, size),
    width: readChoice(object["width"], `${place}.width`, [widthOf(size)]),
    pointers: readPointers(object["pointers"], `${place}.pointers`, shape, widthOf(size)),
  };
}

function readSources(value: unknown, place: string, shape: Shape): SourceColumn {
  const object = readObject(value, place);
  const sources = readList(object["sources"], `${place}.sources`, null, (item, itemPlace) =>
    readInteger(item, itemPlace, 0, 2 ** 32 - 1),
  );
  if (sources.length === 0 && shape.rows > 0) damaged(`${place}.sources`, "is empty");
  const codes = sources.length > 1 ? readCodes(object["codes"], `${place}.codes`, shape, sources.length) : null;
  return { codes, sources };
}

function readOrder(value: unknown, place: string, shape: Shape, dimensions: number): RowOrder {
  const object = readObject(value, place);
  const starts = readList(object["starts"], `${place}.starts`, null, (item, itemPlace) =>
    readInteger(item, itemPlace, 0, shape.rows - 1),
  );
  if (starts[0] !== 0) damaged(`${place}.starts`, "does not begin with the first row");
  if (starts.some((start, at) => at > 0 && start <= starts[at - 1]!)) damaged(`${place}.starts`, "does not ascend");
  const keys = object["keys"] ?? null;
  return {
    places: readCodes(object["places"], `${place}.places`, shape, shape.rows),
    starts,
    keys:
      keys === null
        ? null
        : readList(keys, `${place}.keys`, null, (item, at) => readInteger(item, at, 0, dimensions - 1)),
  };
}

function readDimension(value: unknown, place: string, shape: Shape, dimension: Dimension): DimensionHeader {
  const object = readObject(value, place);
  const name = readChoice(object["name"], `${place}.name`, [dimension.name]);
  const { attributes } = dimension;
  const columns = readList(object["columns"], `${place}.columns`, attributes.length, (item, itemPlace, at) =>
    readValues(item, itemPlace, shape, attributes[at]!),
  );
  const members = columns[0]!.length;
  for (const [at, { length }] of columns.entries()) {
    if (length !== members) damaged(`${place}.columns[${at}]`, `has ${length} members instead of ${members}`);
  }
  return {
    name,
    columns,
    codes: readCodes(object["codes"], `${place}.codes`, shape, members),
    words: readWords(object["words"], `${place}.words`, shape, columns.length * members),
  };
}

/** @param values one for each attribute of each member */
function readWords(value: unknown, place: string, shape: Shape, values: number): WordColumn | null {
  if (value === null) return null;
  const object = readObject(value, place);
  const found = readInteger(object["found"], `${place}.found`, 0, MAX_TABLE_BYTES);
  const counts: WordCounts = {
    found,
    values: readInteger(object["values"], `${place}.values`, values, values),
    words: readInteger(object["words"], `${place}.words`, 0, found),
    bytes: readInteger(object["bytes"], `${place}.bytes`, 0, MAX_TABLE_BYTES),
  };
  return { ...counts, ...readPlace(object, place, shape, layWords(counts)) };
}

function readValues(value: unknown, place: string, shape: Shape, { type }: Attribute): ValueColumn {
  const object = readObject(value, place);
  readChoice(object["type"], `${place}.type`, [type]);
  const length = readInteger(object["length"], `${place}.length`, 0, shape.rows);
  const missing = readInteger(object["missing"], `${place}.missing`, 0, length);
  if (type === "number") {
    const column = { type, length, missing };
    return { ...column, ...readPlace(object, place, shape, layFloats(column).total) };
  }
  const bytes = readInteger(object["bytes"], `${place}.bytes`, 0, MOST_TEXT_BYTES);
  const repeats = readChoice(object["repeats"], `${place}.repeats`, [true, false]);
  const column = { type, length, missing, bytes, repeats };
  return { ...column, ...readPlace(object, place, shape, layTexts(column).total) };
}

function readMeasure(value: unknown, place: string, shape: Shape, measure: Measure): MeasureHeader {
  const object = readObject(value, place);
  const limbs = readList(object["limbs"], `${place}.limbs`, null, (item, limb) => readLimb(item, limb, shape));
  if (limbs.length === 0) damaged(`${place}.limbs`, "is empty");
  return {
    name: readChoice(object["name"], `${place}.name`, [measure.name]),
    scale: readInteger(object["scale"], `${place}.scale`, 0, MOST_SCALE),
    limbBits: readInteger(object["limbBits"], `${place}.limbBits`, 0, 62),
    limbs,
  };
}

function readLimb(value: unknown, place: string, shape: Shape): LimbHeader {
  const object = readObject(value, place);
  const width = readChoice(object["width"], `${place}.width`, [4, 8] as const);
  const [min, max] = [readBigInteger(object["min"], `${place}.min`), readBigInteger(object["max"], `${place}.max`)];
  if (min > max || BigInt.asIntN(width * 8, min) !== min || BigInt.asIntN(width * 8, max) !== max) {
    damaged(place, `has bounds that ${width} bytes do not hold`);
  }
  return {
    width,
    min: `${min}`,
    max: `${max}`,
    pointers: readPointers(object["pointers"], `${place}.pointers`, shape, width),
  };
}
