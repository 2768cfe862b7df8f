import type { Dataset } from "#src/store/dataset.js";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";

export const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, planned: 5n, region: "North", code: "1", date: "2009-03-02", rate: 10, weight: 2 },
  { id: "b", paid: 20n, region: "South", code: "2", date: "2009-11-30", until: "2011-01-01" },
  { id: "c", paid: -5n, region: "", code: "1", date: "2010-01-01", rate: 0.5, weight: 2 },
];

/** The id of the entry of a row. */
export function idOf(row: string): string {
  return row.padStart(40, "0");
}

/** A dataset with other core metadata. */
export function datasetCalled(name: string, changes: Partial<Dataset> = {}, metadata = {}, rows = ROWS): Dataset {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name, ...metadata } });
  return spendingDataset(rows, { model, version: `version of ${name}`, ...changes });
}

export const SECRET = datasetCalled("secret", { private: true, managers: ["reader"] }, { label: "Most secret" });

/** A server with the public dataset `town`, the private one `secret`, and more. */
export function startResources(
  more: readonly Dataset[] = [],
  changes: Parameters<typeof contextOf>[1] = {},
): Promise<TestServer> {
  return startTestServer(makeRoutes(contextOf([datasetCalled("town"), SECRET, ...more], changes)));
}
