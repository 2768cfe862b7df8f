import { memberValue } from "../describe/describe-member.js";
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
import type { AggregateResult, AmountForm, Cells } from "../../../core/engine/engine.js";
import type { Attribute, Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import { writeSummary } from "./write-json.js";
import { type ArrowColumn, countData, numberData, sumData, textData } from "../formats/arrow-data.js";
import { streamArrow } from "../formats/arrow-stream.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import type { PlannedNotes } from "./notes.js";
import { findForms, fitDoubles, planDecimals, type SumForm } from "./arrow-sums.js";
import { decimalAt } from "../../../core/model/values/decimal-column.js";
import { type FilledPlace, type KeyedCells, planPlaces, readCellPlace, type ValueSource } from "./cell-places.js";

/**
 * Write cells as an Arrow IPC stream, in the columns of the CSV form: text, doubles for number attributes and sums,
 * 64-bit counts; a list for a cut with several values. Sums that a double would change are decimals, or texts if they have
 * more digits than decimals. The schema's metadata holds the `summary` as JSON.
 * @param amountForms of the model's measures; cells are read twice unless all sums of such amounts fit doubles
 */
export async function* writeCellsArrow(
  model: Model,
  bound: BoundAggregate,
  result: AggregateResult,
  amountForms: readonly AmountForm[],
  notes: PlannedNotes | null = null,
  levels: readonly FilledLevel[] = [],
): AsyncIterable<Uint8Array> {
  const fits = bound.query.measures.every(({ index }) => fitDoubles(amountForms[index]!.mostDigits, result.numEntries));
  const forms = fits ? [] : await findForms(result.cells, ({ sums }) => sums);
  const columns = planColumns(bound, notes, levels, forms);
  yield* streamColumns(columns, result.cells, [["summary", writeSummary(model, bound, result)]]);
}

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

function planSums(name: string, index: number, form: SumForm): ArrowColumn<Cells> {
  if (form !== "double") return planDecimals(name, form, false, ({ sums }, row) => decimalAt(sums[index]!, row));
  return { field: new Field(name, new Float64(), false), makeData: ({ sums }) => sumData(sums[index]!) };
}

function planColumns(
  bound: BoundAggregate,
  notes: PlannedNotes | null,
  levels: readonly FilledLevel[],
  forms: readonly SumForm[],
): readonly ArrowColumn<Cells>[] {
  const { measures } = bound.query;
  return [
    ...planArrowKeys(bound, levels),
    ...measures.map(({ name }, index) => planSums(name, index, forms[index] ?? "double")),
    {
      field: new Field("num_entries", new Int64(), false),
      makeData: ({ numEntries }: Cells) => countData(numEntries),
    },
    ...(notes
      ? [planArrowValues<Cells>("@notes", "text", (cells, row) => notes.idsOf(cells, row).join("|") || null)]
      : []),
  ];
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
