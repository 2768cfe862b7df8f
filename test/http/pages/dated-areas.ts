import type { LoadingServer } from "../publishing/loading-server.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

/** Describe a column of texts. */
export const textColumn = (column: string, more: object = {}): object => ({
  type: "attribute",
  label: column,
  column,
  datatype: "string",
  ...more,
});

let loaded = 0;

/** Load rows of a date, an area, an amount and a flow. @param mapping more fields, for example of the flow */
export function loadDatedAreas(
  server: LoadingServer,
  rows: readonly string[],
  mapping: object = {},
): Promise<PagedDataset> {
  const model = {
    dataset: { name: `honest${loaded++}`, label: "Honest", description: "Made up", currency: "EUR" },
    mapping: {
      amount: { type: "measure", label: "Amount", column: "amount", datatype: "float" },
      time: { type: "date", label: "Date", column: "date", datatype: "date" },
      area: textColumn("area", { facet: true }),
      row: textColumn("row", { key: true }),
      ...mapping,
    },
  };
  const lines = rows.map((row, at) => `${row},${at}`);
  return loadRows(server, model, ["date,area,amount,flow,row", ...lines].join("\n"));
}
