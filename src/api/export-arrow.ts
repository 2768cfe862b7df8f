import {
  type Data,
  Decimal as DecimalType,
  Field,
  Float64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import type { Entry } from "../engine/engine.js";
import { type Decimal, decimalText } from "../model/decimal.js";
import type { Dataset } from "../store/dataset.js";
import { type EntryColumn, planEntryColumns } from "./entry-columns.js";

/** Digits that a 128-bit decimal holds. */
const MAX_DIGITS = 38;

/**
 * Every entry as an Arrow IPC stream: text, doubles for number attributes, 128-bit decimals for measures; a measure
 * that no such decimal holds is text.
 */
export async function* exportArrow({ model, engine }: Dataset): AsyncIterable<Uint8Array> {
  const columns: ArrowColumn[] = [];
  columns.push(textColumn("id", ({ id }) => id));
  for (const column of planEntryColumns(model)) columns.push(await planColumn(column, () => engine.entries()));
  const schema = new Schema(columns.map(({ field }) => field));
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  const bytes = writer[Symbol.asyncIterator]();
  const batches = (async () => {
    for await (const entries of engine.entries()) {
      const children = columns.map(({ makeChild }) => makeChild(entries));
      writer.write(
        new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length: entries.length, children })),
      );
    }
    writer.finish();
  })();
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
  await batches;
}

interface ArrowColumn {
  readonly field: Field;
  readonly makeChild: (entries: readonly Entry[]) => Data;
}

async function planColumn(column: EntryColumn, scan: () => AsyncIterable<readonly Entry[]>): Promise<ArrowColumn> {
  const { name } = column;
  if (column.type !== "amount") {
    return column.type === "text"
      ? textColumn(name, (entry) => column.valueOf(entry) as string | null)
      : numberColumn(name, (entry) => column.valueOf(entry) as number | null);
  }
  const { scale, digits } = await measureAmounts(column.valueOf, scan());
  if (digits > MAX_DIGITS) return textColumn(name, (entry) => decimalText(column.valueOf(entry)));
  const type = new DecimalType(scale, MAX_DIGITS, 128);
  return {
    field: new Field(name, type, false),
    makeChild: (entries) => makeDecimals(entries.map(column.valueOf), type),
  };
}

function textColumn(name: string, valueOf: (entry: Entry) => string | null): ArrowColumn {
  return {
    field: new Field(name, new Utf8(), true),
    makeChild: (entries) => vectorFromArray(entries.map(valueOf), new Utf8()).data[0]!,
  };
}

function numberColumn(name: string, valueOf: (entry: Entry) => number | null): ArrowColumn {
  return {
    field: new Field(name, new Float64(), true),
    makeChild: (entries) => vectorFromArray(entries.map(valueOf), new Float64()).data[0]!,
  };
}

/** The scale that all amounts share, and the most digits that they then have. */
async function measureAmounts(
  valueOf: (entry: Entry) => Decimal,
  batches: AsyncIterable<readonly Entry[]>,
): Promise<{ scale: number; digits: number }> {
  let scale = 0;
  let whole = 1;
  for await (const entries of batches) {
    for (const entry of entries) {
      const amount = valueOf(entry);
      scale = Math.max(scale, amount.scale);
      whole = Math.max(whole, amount.unscaled.toString().replace("-", "").length - amount.scale);
    }
  }
  return { scale, digits: scale + whole };
}

function makeDecimals(amounts: readonly Decimal[], type: DecimalType): Data {
  const words = new BigUint64Array(amounts.length * 2);
  amounts.forEach((amount, row) => {
    const unscaled = amount.unscaled * 10n ** BigInt(type.scale - amount.scale);
    words[row * 2] = BigInt.asUintN(64, unscaled);
    words[row * 2 + 1] = BigInt.asUintN(64, unscaled >> 64n);
  });
  return makeData({ type, length: amounts.length, nullCount: 0, data: new Uint32Array(words.buffer) });
}
