import type { SchemaElement } from "hyparquet";
import type { Entry } from "../../../core/engine/entry.js";
import type { AmountForm } from "../../../core/engine/engine.js";
import { streamEntries } from "../../../core/engine/with-reader.js";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import type { Dataset } from "../../../store/dataset.js";
import { MAX_DECIMAL_DIGITS } from "../formats/arrow-data.js";
import { type EntryColumn, planEntryColumns } from "./entry-columns.js";

/** Rows of a row group: those that a reader can skip by their statistics, and that are in memory while they are written. */
const ROW_GROUP = 2 ** 16;

/** A column of a file, and the value that an entry has in it: for decimals the unscaled number. */
interface ParquetColumn {
  readonly element: SchemaElement;
  readonly valueOf: (entry: Entry) => string | number | bigint | null;
}

/**
 * Write every entry as Parquet, a row group at a time: text, in dictionaries where that is smaller, doubles for number
 * attributes, decimals of 38 digits for measures; a measure with more digits is text.
 */
export async function* exportParquet(dataset: Dataset): AsyncIterable<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const columns: readonly ParquetColumn[] = [
    { element: { ...TEXT, name: "id", repetition_type: "REQUIRED" }, valueOf: ({ id }) => id },
    ...planEntryColumns(dataset.model).map((column) => planColumn(column, dataset.engine.amountForms)),
  ];
  const written = new ByteWriter();
  const file = new ParquetWriter({
    writer: written,
    schema: [{ name: "entries", num_children: columns.length }, ...columns.map(({ element }) => element)],
    // Without a version: a file of the same entries has the same bytes.
    createdBy: "spendcube",
  });
  for await (const entries of inGroups(streamEntries(dataset))) {
    const columnData = columns.map(({ element: { name }, valueOf }) => ({
      name,
      // Read when the column is written: its values are in memory alone.
      get data() {
        return entries.map(valueOf);
      },
    }));
    await file.write({ columnData, rowGroupSize: ROW_GROUP });
    yield new Uint8Array(written.getBuffer());
    written.index = 0;
  }
  await file.finish();
  yield new Uint8Array(written.getBuffer());
}

/** Collect batches of entries into groups of as many rows as a row group has; the last may have fewer. */
async function* inGroups(batches: AsyncIterable<readonly Entry[]>): AsyncIterable<readonly Entry[]> {
  let group: Entry[] = [];
  for await (const batch of batches) {
    for (const entry of batch) {
      if (group.push(entry) < ROW_GROUP) continue;
      yield group;
      group = [];
    }
  }
  if (group.length > 0) yield group;
}

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } } as const;

function planColumn(column: EntryColumn, amounts: readonly AmountForm[]): ParquetColumn {
  const { name } = column;
  if (column.type === "amount") return planDecimal(name, column.valueOf, amounts[column.measure]!);
  const type = column.type === "text" ? TEXT : ({ type: "DOUBLE" } as const);
  return { element: { ...type, name, repetition_type: "OPTIONAL" }, valueOf: column.valueOf };
}

function planDecimal(
  name: string,
  amountOf: (entry: Entry) => Decimal,
  { scale, mostDigits }: AmountForm,
): ParquetColumn {
  const element = { name, repetition_type: "REQUIRED" } as const;
  if (Math.max(scale, mostDigits) > MAX_DECIMAL_DIGITS) {
    return { element: { ...TEXT, ...element }, valueOf: (entry) => decimalText(amountOf(entry)) };
  }
  const form = { precision: MAX_DECIMAL_DIGITS, scale };
  return {
    element: {
      ...element,
      ...form,
      type: "FIXED_LEN_BYTE_ARRAY",
      type_length: 16,
      converted_type: "DECIMAL",
      logical_type: { type: "DECIMAL", ...form },
    },
    valueOf: (entry) => amountOf(entry).unscaled,
  };
}
