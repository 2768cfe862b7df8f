import type { RecordReader } from "#src/sources/ingest/read-record.js";
import { wholeError } from "#src/calls/publishing/loads/run.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Catalog } from "#src/store/catalog.js";
import { doneRun, type Row, SPENDING, spendingEngine } from "../../fixtures.js";
import { SECRET } from "./leak-matrix.js";

/** A region of the private dataset, and of the public one that goes through it. */
export const CROSSED_REGION = "really.json";

/** Regions as payees, of which the private dataset and a public one have one in common. */
export const PAYEES = { region: { ...SPENDING.mapping.region, label: "Payee" } };

/** Publish a dataset with some rows. @param fields more fields of its model */
export async function publishRows(
  catalog: Catalog,
  name: string,
  rows: readonly Row[],
  isPrivate: boolean,
  managers: string[],
  fields: object = {},
): Promise<void> {
  const { model } = parseModel({
    ...SPENDING,
    dataset: { ...SPENDING.dataset, name, territories: ["GB"] },
    mapping: { ...SPENDING.mapping, ...fields },
  });
  const sources = [{ id: 1, url: "https://town.example/rows.csv", loaded: new Date() }];
  const base = catalog.get(name);
  await catalog.publish({ model, engine: spendingEngine(rows, model), sources, base, private: isPrivate, managers });
}

/** Publish the dataset that must not leak. */
export async function publishSecret(catalog: Catalog, numRows: number, isPrivate = true): Promise<void> {
  const { model } = parseModel({
    ...SPENDING,
    dataset: {
      name: SECRET,
      label: "Hidden plans",
      description: "What nobody may know",
      currency: "XTS",
      category: "other",
      languages: ["zu"],
      territories: ["AQ"],
      licence: { name: "Hidden", url: "https://hidden.example/" },
      serp_title: "Hidden title",
    },
    mapping: { ...SPENDING.mapping, ...PAYEES, amount: { ...SPENDING.mapping.amount, column: "hidden_column" } },
  });
  const row = { paid: 654_321n, region: "Hidden valley", code: "hidden-code", function: "Hidden function" };
  const ids = ["e", "hidden-invoice", "f", "g"].slice(0, numRows);
  const engine = spendingEngine(
    ids.map((id) => ({ ...row, id, date: "1987-06-05", ...(id === "e" ? { region: CROSSED_REGION } : {}) })),
    model,
  );
  const content = { digest: "e".repeat(64), etag: null, lastModified: null, rejected: false, kept: true } as const;
  const sources = [{ id: 1, url: "https://hidden.example/rows.csv", loaded: new Date(), content }];
  await catalog.publish({
    model,
    engine,
    sources,
    base: catalog.get(SECRET),
    private: isPrivate,
    managers: ["manager"],
    changeRuns: () => [doneRun({ dataset: SECRET, errors: [wholeError("hidden-error")] })],
  });
}

/** Reads rows of the secret file. */
export const SECRET_RECORDS: RecordReader = {
  readRecord: async () => ({ columns: ["hidden_column"], cells: ["hidden-code"], line: 2 }),
};
