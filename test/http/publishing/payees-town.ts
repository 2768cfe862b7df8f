import { editDataset } from "#src/calls/publishing/manage/edit-model.js";
import { readTexts } from "#src/core/model/edit/edits.js";
import type { LoadingServer } from "./loading-server.js";

/** Mapping of payments to payees, who may be written in several ways. */
export const PAYEES_MAPPING = {
  amount: { type: "measure", column: "paid", datatype: "float" },
  time: { type: "date", column: "date", datatype: "date" },
  invoice: { type: "attribute", column: "invoice", datatype: "string", key: true },
  unit: { type: "attribute", column: "unit", datatype: "string" },
  to: {
    type: "compound",
    key: true,
    attributes: {
      name: { column: "payee", datatype: "id" },
      label: { column: "payee", datatype: "string" },
      city: { column: "city", datatype: "string" },
    },
  },
};

export const PAYEES_HEADER = "date,invoice,unit,payee,city,paid\n";

/** Manager of the datasets. */
export const ADA = { id: "ada", name: "ada", admin: false };

/** Edit the corrections of a dimension as the form of a model does. */
export async function editCorrections(
  { context: { catalog, loads } }: LoadingServer,
  name: string,
  corrections: object,
  dimension = "to",
): Promise<void> {
  const shown = readTexts(catalog.get(name)!.model);
  const texts = new Map([[`mapping.${dimension}.corrections`, JSON.stringify(corrections)]]);
  await editDataset(loads, name, { shown, texts }, ADA, new AbortController().signal);
}
