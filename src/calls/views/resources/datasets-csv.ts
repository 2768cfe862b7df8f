import type { Value } from "../../../core/model/values/value.js";
import { csvCell, csvRecord } from "../../reading/formats/csv.js";
import type { DatasetDescription } from "../../reading/describe/describe-dataset.js";

type ReadCell = (dataset: DatasetDescription) => Value | boolean | readonly string[];

/** The columns: core metadata, with nested keys joined by dots. */
const COLUMNS: Readonly<Record<string, ReadCell>> = {
  name: ({ name }) => name,
  label: ({ label }) => label,
  description: ({ description }) => description,
  currency: ({ currency }) => currency,
  category: ({ category }) => category,
  default_time: (dataset) => dataset.default_time,
  languages: ({ languages }) => languages,
  territories: ({ territories }) => territories,
  "licence.name": ({ licence }) => licence?.name ?? null,
  "licence.url": ({ licence }) => licence?.url ?? null,
  serp_title: (dataset) => dataset.serp_title,
  serp_teaser: (dataset) => dataset.serp_teaser,
  "timestamps.created": ({ timestamps }) => timestamps.created,
  "timestamps.last_modified": ({ timestamps }) => timestamps.last_modified,
  num_entries: (dataset) => dataset.num_entries,
  private: (dataset) => dataset.private,
  html_url: (dataset) => dataset.html_url,
};

/** Write datasets as CSV, one record for each. The codes of a list are joined by a pipe. */
export async function* writeDatasetsCsv(datasets: AsyncIterable<DatasetDescription>): AsyncGenerator<string, void> {
  yield csvRecord(Object.keys(COLUMNS));
  for await (const dataset of datasets) yield csvRecord(Object.values(COLUMNS).map((read) => writeCell(read(dataset))));
}

function writeCell(value: ReturnType<ReadCell>): string {
  if (typeof value === "boolean") return String(value);
  return typeof value === "object" && value !== null ? value.join("|") : csvCell(value);
}
