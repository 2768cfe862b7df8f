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
import type { Engine, Entry } from "../engine/engine.js";
import { decimalText } from "../model/decimal.js";
import type { Dataset } from "../store/dataset.js";
import { amountData, numberData, textData } from "./arrow-data.js";
import { streamArrow } from "./arrow-stream.js";
import { type EntryColumn, planEntryColumns } from "./entry-columns.js";

/** Digits that a 128-bit decimal holds. */
const MOST_DIGITS = 38;

/**
 * Every entry as an Arrow IPC stream: text, doubles for number attributes, 128-bit decimals for measures; a measure
 * that no such decimal holds is text.
 */
export async function* exportArrow({ model, engine }: Dataset): AsyncIterable<Uint8Array> {
  const amounts = await measureAmounts(engine, model.measures.length);
  const columns = [
    planText("id", ({ id }) => id),
    ...planEntryColumns(model).map((column) => planColumn(column, amounts)),
  ];
  const schema = new Schema(columns.map(({ field }) => field));
  yield* streamArrow(schema, makeBatches(schema, columns, engine));
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
  for await (const entries of engine.entries()) {
    const children = columns.map((column) => column.makeData(entries));
    yield new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: entries.length, children }));
  }
}

/** What all amounts of a measure need. */
interface Amounts {
  scale: number;
  /** Digits before the decimal point. */
  whole: number;
}

async function measureAmounts(engine: Engine, measures: number): Promise<readonly Amounts[]> {
  const found = Array.from({ length: measures }, (): Amounts => ({ scale: 0, whole: 1 }));
  for await (const entries of engine.entries()) {
    for (const { amounts } of entries) {
      for (const [measure, { unscaled, scale }] of amounts.entries()) {
        const most = found[measure]!;
        const digits = (unscaled < 0n ? -unscaled : unscaled).toString().length;
        most.scale = Math.max(most.scale, scale);
        most.whole = Math.max(most.whole, digits - scale);
      }
    }
  }
  return found;
}

function planColumn(column: EntryColumn, amounts: readonly Amounts[]): ArrowColumn {
  const { name } = column;
  if (column.type === "amount") {
    const { scale, whole } = amounts[column.measure]!;
    if (scale + whole > MOST_DIGITS) return planText(name, (entry) => decimalText(column.valueOf(entry)));
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
