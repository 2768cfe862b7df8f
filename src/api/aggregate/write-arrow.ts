import {
  type Data,
  type DataType,
  Field,
  Float64,
  Int64,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Utf8,
} from "apache-arrow";
import type { AggregateResult, Cells } from "../../engine/engine.js";
import type { Attribute, Model } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";
import type { AggregateQuery } from "../../query/aggregate/query.js";
import type { BoundAggregate } from "../../query/aggregate/bind.js";
import { writeSummary } from "./write-json.js";
import { countData, numberData, sumData, textData } from "../formats/arrow-data.js";
import { streamArrow } from "../formats/arrow-stream.js";
import { type FilledPlace, memberOf, planPlaces, readCellPlace, type ValueSource } from "./cell-places.js";

/**
 * Write cells as an Arrow IPC stream, in the columns of the CSV form: text, doubles for number attributes and sums,
 * 64-bit counts; a list for a cut with several values. The schema's metadata holds the `summary` as JSON.
 */
export function writeCellsArrow(
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
): AsyncIterable<Uint8Array> {
  const columns = planColumns(bound);
  const schema = new Schema(
    columns.map(({ field }) => field),
    new Map([["summary", writeSummary(model, bound, result)]]),
  );
  return streamArrow(schema, makeBatches(schema, columns, result));
}

interface Column {
  readonly field: Field;
  readonly makeData: (cells: Cells) => Data;
}

async function* makeBatches(
  schema: Schema,
  columns: readonly Column[],
  { cells }: AggregateResult,
): AsyncIterable<RecordBatch> {
  for await (const batch of cells) {
    const children = columns.map((column) => column.makeData(batch));
    yield new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: batch.length, children }));
  }
}

function planColumns(bound: BoundAggregate): readonly Column[] {
  const { measures } = bound.query;
  return [
    ...planPlaces(bound).flatMap((place) => planPlace(bound, place)),
    ...measures.map(({ name }, index) => ({
      field: new Field(name, new Float64(), false),
      makeData: ({ sums }: Cells) => sumData(sums[index]!),
    })),
    {
      field: new Field("num_entries", new Int64(), false),
      makeData: ({ numEntries }: Cells) => countData(numEntries),
    },
  ];
}

function planPlace({ query }: BoundAggregate, { key, within, source }: FilledPlace): readonly Column[] {
  const name = within === null ? key : `${key}.${within}`;
  if (source.from === "member") {
    return query.keys[source.key]!.dimension.attributes.map((attribute) =>
      planValues(
        `${key}.${attribute.name}`,
        attribute.type,
        (cells, row) => memberOf(cells, source.key, row)?.values[attribute.index] ?? null,
      ),
    );
  }
  if (source.from === "cut" && source.values.length > 1) return [planList(name, source.values)];
  return [planValues(name, typeOf(query, source), readCellPlace(source) as (cells: Cells, row: number) => Value)];
}

function typeOf({ keys }: AggregateQuery, source: ValueSource): Attribute["type"] {
  if (source.from === "cut") return typeOfAll(source.values);
  const { dimension, attribute } = keys[source.key]!;
  return (attribute ?? dimension.attributes[source.attribute!]!).type;
}

/** Return the type of a cut's values. A cut on numbers may contain other text, which selects nothing. */
function typeOfAll(values: readonly Value[]): Attribute["type"] {
  return values.every((value) => typeof value === "number") ? "number" : "text";
}

function planValues(name: string, type: Attribute["type"], read: (cells: Cells, row: number) => Value): Column {
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
function planList(name: string, values: readonly Value[]): Column {
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
