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
import type { AmountForm, Engine } from "../../engine/engine.js";
import type { Entry } from "../../engine/entry.js";
import { streamEntries } from "../../engine/with-reader.js";
import { decimalText } from "../../model/values/decimal.js";
import type { Dataset } from "../../store/dataset.js";
import { amountData, numberData, textData } from "../formats/arrow-data.js";
import { streamArrow } from "../formats/arrow-stream.js";
import { type EntryColumn, planEntryColumns } from "./entry-columns.js";

/** Digits that a 128-bit decimal holds. */
const MOST_DIGITS = 38;

/**
 * Every entry as an Arrow IPC stream: text, doubles for number attributes, 128-bit decimals for measures; a measure
 * that they may not hold is text.
 */
export function exportArrow({ model, engine }: Dataset): AsyncIterable<Uint8Array> {
  const columns = [
    planText("id", ({ id }) => id),
    ...planEntryColumns(model).map((column) => planColumn(column, engine.amountForms)),
  ];
  const schema = new Schema(columns.map(({ field }) => field));
  return streamArrow(schema, makeBatches(schema, columns, engine));
}

interface ArrowColumn {
  readonly field: Field;
  readonly makeData: (entries: readonly Entry[]) => Data;
}

async function* makeBatches(
  schema: Schema,
  columns: readonly ArrowColumn[],
  engine: Engine,
): AsyncIterable<RecordBatch> {
  for await (const entries of streamEntries(engine)) {
    const children = columns.map((column) => column.makeData(entries));
    yield new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: entries.length, children }));
  }
}

function planColumn(column: EntryColumn, amounts: readonly AmountForm[]): ArrowColumn {
  const { name } = column;
  if (column.type === "amount") {
    const { scale, mostDigits } = amounts[column.measure]!;
    if (Math.max(scale, mostDigits) > MOST_DIGITS) return planText(name, (entry) => decimalText(column.valueOf(entry)));
    const type = new DecimalType(scale, MOST_DIGITS, 128);
    return {
      field: new Field(name, type, false),
      makeData: (entries) => amountData(entries.map(column.valueOf), type),
    };
  }
  if (column.type === "text") return planText(name, (entry) => column.valueOf(entry) as string | null);
  return {
    field: new Field(name, new Float64(), true),
    makeData: (entries) => numberData(entries.map((entry) => column.valueOf(entry) as number | null)),
  };
}

function planText(name: string, valueOf: (entry: Entry) => string | null): ArrowColumn {
  return { field: new Field(name, new Utf8(), true), makeData: (entries) => textData(entries.map(valueOf)) };
}
