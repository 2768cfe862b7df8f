import assert from "node:assert/strict";
import { type LoadingServer } from "../publishing/loading-server.js";

/** Load a dataset, and check that it was loaded. */
export async function loadSeries(
  server: LoadingServer,
  name: string,
  dataset: object,
  mapping: object,
  rows: string,
  more: { readonly model?: object; readonly settings?: Record<string, string> } = {},
): Promise<void> {
  const description = "A small series that a test adjusts the amounts of a town by";
  const model = { dataset: { name, label: name, description, ...dataset }, mapping, ...more.model };
  const metadata = server.files.put(`/${name}.json`, model);
  const csv_file = server.files.put(`/${name}.csv`, rows);
  const { status, text } = await server.loaded("ada", { metadata, csv_file, ...more.settings });
  assert.equal(status, 200, text);
}

/** Mapping of a series by year, and by other columns. */
export function seriesMapping(
  others: Readonly<Record<string, string>> = {},
  precision: "year" | "month" = "year",
): object {
  return {
    amount: { type: "measure", column: "n", datatype: "float", label: "Value" },
    time: { type: "date", column: "t", datatype: "date", precision, key: true },
    ...Object.fromEntries(
      Object.entries(others).map(([name, taxonomy]) => [
        name,
        { type: "attribute", column: name, taxonomy, key: true },
      ]),
    ),
  };
}
