import assert from "node:assert/strict";
import { explainError } from "#src/sources/ingest/cast/cell-error.js";
import { LoadFailed } from "#src/sources/ingest/report.js";
import { load, smallModel } from "./collect.js";

/** Warnings of a load of some amounts, and what it is refused for. */
export async function saidOf(
  amounts: readonly string[],
  { delimiter = ",", model = smallModel() }: { delimiter?: string; model?: ReturnType<typeof smallModel> } = {},
): Promise<readonly string[]> {
  const rows = amounts.map((amount, at) => [String(at), "x", `"${amount}"`, "2024"].join(delimiter));
  const text = `${["No", "Name", "Amount", "Date"].join(delimiter)}\n${rows.join("\n")}\n`;
  return saidAbout(text, model);
}

/** The same of a whole file. */
export async function saidAbout(text: string, model = smallModel()): Promise<readonly string[]> {
  try {
    return (await load(text, { model, skipInvalid: true })).report.warnings;
  } catch (error) {
    assert.ok(error instanceof LoadFailed, String(error));
    const { errors, warnings } = error.report;
    return [...errors.filter(({ message }) => message.startsWith("The column")).map(explainError), ...warnings];
  }
}
