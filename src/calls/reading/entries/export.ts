import type { Entry } from "../../../core/engine/entry.js";
import { streamEntries } from "../../../core/engine/with-reader.js";
import type { Attribute, Field } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { ExportFormat } from "../../formats.js";
import type { Dataset } from "../../../store/dataset.js";
import { memberValue } from "../describe/describe-member.js";
import { csvRecord, plainNumber } from "../formats/csv.js";
import { planEntryColumns } from "./entry-columns.js";
import { jsonObject } from "../formats/json.js";
import { memoizeText } from "../formats/memoize-text.js";

/**
 * Export every entry of a dataset, with all digits of amounts.
 * @returns bytes in pieces; a piece is produced when the one before it has been taken
 */
export async function* exportEntries(dataset: Dataset, format: ExportFormat): AsyncIterable<Uint8Array> {
  // A load of many entries writes neither, and finding the modules of Arrow takes a third of a second.
  if (format === "arrow") yield* (await import("./export-arrow.js")).exportArrow(dataset);
  else if (format === "parquet") yield* (await import("./export-parquet.js")).exportParquet(dataset);
  else yield* encode(exportText(dataset, format));
}

/** Export every entry as text in pieces. */
export function exportText(dataset: Dataset, format: "csv" | "ndjson"): AsyncIterable<string> {
  return format === "csv" ? exportCsv(dataset) : exportNdjson(dataset);
}

async function* encode(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* exportCsv(dataset: Dataset): AsyncIterable<string> {
  const columns = planEntryColumns(dataset.model);
  yield csvRecord(["id", ...columns.map(({ name }) => name)]);
  for await (const entries of streamEntries(dataset)) {
    let text = "";
    for (const entry of entries) {
      const cells = columns.map((column) =>
        column.type === "amount" ? decimalText(column.valueOf(entry)) : rawCell(column.valueOf(entry)),
      );
      text += csvRecord([entry.id, ...cells]);
    }
    yield text;
  }
}

/** Write text unchanged: an export is for programs, which do not run formulas. */
function rawCell(value: Value): string {
  return typeof value === "number" ? plainNumber(value) : (value ?? "");
}

async function* exportNdjson(dataset: Dataset): AsyncIterable<string> {
  const writers = dataset.model.fields.map((field) => [`,${JSON.stringify(field.name)}:`, planField(field)] as const);
  for await (const entries of streamEntries(dataset)) {
    let text = "";
    for (const entry of entries) {
      text += `{"id":"${entry.id}"`;
      for (const [key, write] of writers) text += key + write(entry);
      text += "}\n";
    }
    yield text;
  }
}

/** Return a function that writes the value of a field in an entry. */
function planField(field: Field): (entry: Entry) => string {
  if (field.kind === "measure") return ({ amounts }) => decimalText(amounts[field.index]!);
  const write = memoizeText((member) => {
    if (field.kind === "attribute") return JSON.stringify(member.values[field.identity.index]);
    const valueOf = (each: Attribute): string => JSON.stringify(memberValue(field, each, member));
    return jsonObject(field.attributes.map((each) => [each.name, valueOf(each)] as const));
  });
  return ({ members }) => write(members[field.index]!);
}
