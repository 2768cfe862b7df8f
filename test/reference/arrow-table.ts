import {
  type Data,
  type DataType,
  Dictionary,
  Field,
  FixedSizeBinary,
  Float64,
  Int32,
  Int64,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Uint16,
  Uint32,
  Uint8,
  Utf8,
} from "apache-arrow";
import type { CubeMemory } from "#src/kernel/memory/cube-memory.js";
import type { Pointer } from "#src/kernel/memory/pointer.js";
import type { CodeColumn, AmountValues } from "#src/kernel/query/table.js";
import type { LoadOrder } from "#src/columnar/clustering/load-order.js";
import { viewFloats } from "#src/columnar/table/float-column.js";
import { ID_BYTES } from "#src/columnar/base/id-index.js";
import type { ColumnarTable, DimensionColumn, MeasureColumn, SourceColumn } from "#src/columnar/table/table.js";
import { viewTexts } from "#src/columnar/table/text-views.js";
import type { ValueColumn } from "#src/columnar/table/values.js";

/**
 * View a table as an Apache Arrow table with one record batch per segment. Nothing is copied, so the Arrow table must not
 * be read after the table was released.
 *
 * - `id`: 20 bytes.
 * - `source`: a dictionary of source ids, if there are several sources.
 * - `place`: each entry's number in load order, if that differs from the order of rows.
 * - A dimension: a dictionary of its values, or of structs of its attributes unless it is an attribute dimension.
 * - A measure: integers, to be divided by 10^`scale` (in the field's metadata). Arrow's own decimals have 128 bits and
 *   would need a copy. If 64 bits do not hold the sums, a struct of limbs: an amount is the sum of limb × 2^(position ×
 *   `limb_bits`).
 */
export function arrowTable(table: ColumnarTable): Table {
  const columns = [
    planIds(table),
    ...(table.sources.codes ? [planSources(table.sources, table.sources.codes)] : []),
    ...(table.order ? [planPlaces(table.order)] : []),
    ...table.dimensions.map((dimension) => planDimension(table, dimension)),
    ...table.measures.map((measure, at) => planMeasure(measure, table.model.measures[at]!.name)),
  ];
  const schema = new Schema(columns.map(({ field }) => field));
  const batches = table.segments.map(({ memory, rows }, segment) => {
    const children = columns.map(({ dataOf }) => dataOf(memory, segment, rows));
    return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }));
  });
  return new Table(schema, batches);
}

interface ArrowColumn {
  readonly field: Field;
  readonly dataOf: (memory: CubeMemory, segment: number, rows: number) => Data;
}

function planIds({ ids }: ColumnarTable): ArrowColumn {
  const type = new FixedSizeBinary(ID_BYTES);
  return {
    field: new Field("id", type, false),
    dataOf: (memory, segment, length) =>
      makeData({ type, length, nullCount: 0, data: memory.u8(ids[segment]!, length * ID_BYTES) }),
  };
}

function planSources({ sources }: SourceColumn, codes: CodeColumn): ArrowColumn {
  const data = makeData({ type: new Uint32(), length: sources.length, nullCount: 0, data: Uint32Array.from(sources) });
  return planCodes("source", codes, data);
}

function planPlaces({ places: { pointers, width } }: LoadOrder): ArrowColumn {
  const type = width === 1 ? new Uint8() : width === 2 ? new Uint16() : new Uint32();
  return {
    field: new Field("place", type, false),
    dataOf: (memory, segment, length) =>
      makeData({ type, length, nullCount: 0, data: viewCodes(memory, width, pointers[segment]!, length) }),
  };
}

function planDimension({ memories }: ColumnarTable, { dimension, codes, columns }: DimensionColumn): ArrowColumn {
  const values = columns.map((column) => valueData(memories, column));
  if (dimension.kind === "attribute") return planCodes(dimension.name, codes, values[0]!);
  const fields = dimension.attributes.map(({ name, index }) => new Field(name, values[index]!.type as DataType, true));
  const length = columns[0]!.length;
  const members = makeData({ type: new Struct(fields), length, nullCount: 0, children: values });
  return planCodes(dimension.name, codes, members);
}

function planCodes(name: string, { pointers, width }: CodeColumn, members: Data): ArrowColumn {
  const indices = width === 1 ? new Uint8() : width === 2 ? new Uint16() : new Uint32();
  const type = new Dictionary(members.type as DataType, indices);
  const dictionary = makeVector(members);
  return {
    field: new Field(name, type, members.nullCount > 0),
    dataOf(memory, segment, length) {
      const data = viewCodes(memory, width, pointers[segment]!, length);
      return makeData({ type, length, nullCount: 0, data, dictionary });
    },
  };
}

function viewCodes(memory: CubeMemory, width: CodeColumn["width"], pointer: Pointer, length: number) {
  return width === 1
    ? memory.u8(pointer, length)
    : width === 2
      ? memory.u16(pointer, length)
      : memory.u32(pointer, length);
}

function valueData(memories: readonly CubeMemory[], column: ValueColumn): Data {
  const { length, missing: nullCount } = column;
  const memory = memories[column.memory]!;
  if (column.type === "number") {
    const { numbers: data, validity: nullBitmap } = viewFloats(memory, column);
    return makeData({ type: new Float64(), length, nullCount, nullBitmap, data });
  }
  const { offsets: valueOffsets, validity: nullBitmap, bytes: data } = viewTexts(memory, column);
  return makeData({ type: new Utf8(), length, nullCount, nullBitmap, valueOffsets, data });
}

function planMeasure({ scale, limbs, limbBits }: MeasureColumn, name: string): ArrowColumn {
  const metadata = new Map([["scale", String(scale)]]);
  const types = limbs.map(({ width }) => (width === 4 ? new Int32() : new Int64()));
  const limbData = limbs.map(
    (limb, at) => (memory: CubeMemory, segment: number, length: number) =>
      makeData({ type: types[at]!, length, nullCount: 0, data: viewNumbers(memory, limb, segment, length) }),
  );
  if (limbs.length === 1) return { field: new Field(name, types[0]!, false, metadata), dataOf: limbData[0]! };
  metadata.set("limb_bits", String(limbBits));
  const type = new Struct(types.map((limb, at) => new Field(`limb${at}`, limb, false)));
  return {
    field: new Field(name, type, false, metadata),
    dataOf: (memory, segment, length) =>
      makeData({ type, length, nullCount: 0, children: limbData.map((dataOf) => dataOf(memory, segment, length)) }),
  };
}

function viewNumbers(memory: CubeMemory, { pointers, width }: AmountValues, segment: number, length: number) {
  const pointer = pointers[segment]!;
  return width === 4 ? memory.i32(pointer, length) : memory.i64(pointer, length);
}
