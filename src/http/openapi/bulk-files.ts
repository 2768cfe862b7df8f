import type { ExportFormat } from "../../api/entries/export.js";
import type { RouteDescription } from "./description.js";
import { ANY_OBJECT, arrayOf, described, object, TEXT, URL } from "./schema.js";

export const SHOW_DATA_PACKAGE: RouteDescription = {
  id: "showDataPackage",
  tag: "Resources",
  summary: "Describe the files of a dataset as a Data Package, which can be loaded with the same ids and totals",
  json: {
    ...object({
      name: TEXT,
      title: TEXT,
      homepage: URL,
      version: described(TEXT, "Number of the version of the dataset."),
      resources: described(
        arrayOf(ANY_OBJECT),
        "The files, with `bytes` and `hash`. The first is CSV, with its Table Schema.",
      ),
      "spendcube:model": described(ANY_OBJECT, "The model by which the CSV file is loaded."),
    }),
    additionalProperties: true,
  },
};

export const DOWNLOAD_ENTRIES: Readonly<Record<ExportFormat, RouteDescription>> = {
  csv: download(
    "csv",
    "Csv",
    "CSV",
    "A header, then a record for each entry. Texts are unchanged: formulas are not disarmed.",
  ),
  ndjson: download("ndjson", "Ndjson", "NDJSON", "An object for each entry, on a line of its own."),
  arrow: download(
    "arrow",
    "Arrow",
    "Arrow",
    "An Arrow IPC stream; texts that recur have dictionaries, measures are decimals.",
  ),
};

function download(format: ExportFormat, id: string, title: string, body: string): RouteDescription {
  return {
    id: `downloadEntriesAs${id}`,
    tag: "Resources",
    summary: `Download all entries of a dataset, with all digits of amounts (${title})`,
    bodies: { [format]: body },
    downloads: [format],
  };
}
