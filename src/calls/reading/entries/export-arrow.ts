import {
  type Data,
  Decimal as DecimalType,
  Field,
  Float64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Utf8,
} from "apache-arrow";
import type { AmountForm } from "../../../core/engine/engine.js";
import type { Entry } from "../../../core/engine/entry.js";
import { streamEntries } from "../../../core/engine/with-reader.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Dataset } from "../../../store/dataset.js";
import { amountData, numberData, textData, MAX_DECIMAL_DIGITS } from "../formats/arrow-data.js";
import { streamArrow } from "../formats/arrow-stream.js";
import { readDictionaries, type TextDictionary } from "./arrow-dictionaries.js";
import { type AmountColumn, type AttributeColumn, planEntryColumns } from "./entry-columns.js";

/**
 * Write every entry as an Arrow IPC stream: text, with dictionaries for members that recur often, doubles for
 * number attributes, 128-bit decimals for measures; a measure with more digits is text.
 */
export async function* exportArrow(dataset: Dataset): AsyncIterable<Uint8Array> {
  const { model, engine } = dataset;
  const dictionaries: (readonly (TextDictionary | null)[])[] = [];
  let nextId = 0;
  for (const dimension of model.dimensions) {
    dictionaries.push(await readDictionaries(dataset, dimension, nextId));
    nextId += dimension.attributes.length;
  }
  const columns = [
    planText("id", ({ id }) => id),
    ...planEntryColumns(model).map((column) =>
      column.type === "amount" ? planAmount(column, engine.amountForms) : planAttribute(column, dictionaries),
    ),
  ];
  const schema = new Schema(columns.map(({ field }) => field));
  yield* streamArrow(schema, makeBatches(schema, columns, dataset));
}

interface ArrowColumn {
  readonly field: Field;
  readonly makeData: (entries: readonly Entry[]) => Data;
}

async function* makeBatches(
  schema: Schema,
  columns: readonly ArrowColumn[],
  dataset: Dataset,
): AsyncIterable<RecordBatch> {
  for await (const entries of streamEntries(dataset)) {
    const children = columns.map((column) => column.makeData(entries));
    yield new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: entries.length, children }));
  }
}

function planAmount({ name, measure, valueOf }: AmountColumn, amounts: readonly AmountForm[]): ArrowColumn {
  const { scale, mostDigits } = amounts[measure]!;
  if (Math.max(scale, mostDigits) > MAX_DECIMAL_DIGITS) return planText(name, (entry) => decimalText(valueOf(entry)));
  const type = new DecimalType(scale, MAX_DECIMAL_DIGITS, 128);
  return { field: new Field(name, type, false), makeData: (entries) => amountData(entries.map(valueOf), type) };
}

function planAttribute(
  { name, type, dimension, attribute, valueOf }: AttributeColumn,
  dictionaries: readonly (readonly (TextDictionary | null)[])[],
): ArrowColumn {
  if (type === "number") {
    return {
      field: new Field(name, new Float64(), true),
      makeData: (entries) => numberData(entries.map((entry) => valueOf(entry) as number | null)),
    };
  }
  const dictionary = dictionaries[dimension.index]![attribute.index];
  if (!dictionary) return planText(name, (entry) => valueOf(entry) as string | null);
  return {
    field: new Field(name, dictionary.type, true),
    makeData: (entries) => dictionary.makeData(entries.map(({ members }) => members[dimension.index]!)),
  };
}

function planText(name: string, valueOf: (entry: Entry) => string | null): ArrowColumn {
  return { field: new Field(name, new Utf8(), true), makeData: (entries) => textData(entries.map(valueOf)) };
}
