import { memberValue } from "../describe/describe-member.js";
import {
  type Data,
  type DataType,
  Field,
  Float64,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Utf8,
} from "apache-arrow";
import type { Cells } from "../../../core/engine/engine.js";
import type { Attribute } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import { type ArrowColumn, numberData, textData } from "../formats/arrow-data.js";
import { streamArrow } from "../formats/arrow-stream.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import { type FilledPlace, type KeyedCells, planPlaces, readCellPlace, type ValueSource } from "./cell-places.js";

/** Write columns of cells as an Arrow IPC stream. @param metadata of the schema */
export function streamColumns<C extends Pick<Cells, "length">>(
  columns: readonly ArrowColumn<C>[],
  batches: AsyncIterable<C>,
  metadata: readonly (readonly [string, string])[],
): AsyncIterable<Uint8Array> {
  const schema = new Schema(
    columns.map(({ field }) => field),
    new Map(metadata),
  );
  return streamArrow(schema, makeBatches(schema, columns, batches));
}

async function* makeBatches<C extends Pick<Cells, "length">>(
  schema: Schema,
  columns: readonly ArrowColumn<C>[],
  batches: AsyncIterable<C>,
): AsyncIterable<RecordBatch> {
  for await (const batch of batches) {
    const children = columns.map((column) => column.makeData(batch));
    yield new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: batch.length, children }));
  }
}

/** Plan the columns of drilldowns, cuts and parents. */
export function planArrowKeys(
  bound: BoundAggregate,
  levels: readonly FilledLevel[],
): readonly ArrowColumn<KeyedArrowCells>[] {
  return planPlaces(bound, levels).flatMap(planPlace);
}

/** Cells of which only the keys are written. */
type KeyedArrowCells = Pick<Cells, "length" | "keys">;

function planPlace({ key, within, source }: FilledPlace): readonly ArrowColumn<KeyedArrowCells>[] {
  const name = within === null ? key : `${key}.${within}`;
  if (source.from === "member") {
    const { dimension, read } = source;
    return dimension.attributes.map((attribute) =>
      planArrowValues<KeyedArrowCells>(`${key}.${attribute.name}`, attribute.type, (cells, row) =>
        memberValue(dimension, attribute, read(cells, row)),
      ),
    );
  }
  if (source.from === "cut" && source.values.length > 1) return [planList(name, source.values)];
  const read = readCellPlace(source) as (cells: KeyedCells, row: number) => Value;
  return [planArrowValues<KeyedArrowCells>(name, typeOf(source), read)];
}

function typeOf(source: ValueSource): Attribute["type"] {
  return source.from === "cut" ? typeOfAll(source.values) : source.type;
}

/** Return the type of a cut's values. A cut on numbers may contain other text, which selects nothing. */
function typeOfAll(values: readonly Value[]): Attribute["type"] {
  return values.every((value) => typeof value === "number") ? "number" : "text";
}

/** Plan a column of values that are read cell by cell. */
export function planArrowValues<C extends Pick<Cells, "length">>(
  name: string,
  type: Attribute["type"],
  read: (cells: C, row: number) => Value,
): ArrowColumn<C> {
  return {
    field: new Field(name, type === "number" ? new Float64() : new Utf8(), true),
    makeData: (cells) =>
      valueData(
        type,
        Array.from({ length: cells.length }, (_, row) => read(cells, row)),
      ),
  };
}

/** Plan a column with all values of a cut in every row. */
function planList(name: string, values: readonly Value[]): ArrowColumn<Pick<Cells, "length">> {
  const type = typeOfAll(values);
  const items: List<DataType> = new List(new Field("item", type === "number" ? new Float64() : new Utf8(), true));
  return {
    field: new Field(name, items, false),
    makeData: ({ length }) =>
      makeData({
        type: items,
        length,
        nullCount: 0,
        valueOffsets: Int32Array.from({ length: length + 1 }, (_, row) => row * values.length),
        child: valueData(type, Array.from({ length }, () => values).flat()),
      }),
  };
}

function valueData(type: Attribute["type"], values: readonly Value[]): Data {
  return type === "number"
    ? numberData(values as (number | null)[])
    : textData(values.map((value) => (value === null ? null : String(value))));
}
