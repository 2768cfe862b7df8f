import type { Actor } from "../../access/actor.js";
import { NotFound } from "../../errors/errors.js";
import type { Dataset } from "../../store/dataset.js";
import type { Answer } from "../answer.js";
import type { Context } from "../context.js";
import { describeDataset } from "../describe/describe-dataset.js";
import { type ExportFormat, exportEntries } from "../entries/export.js";
import { exportedModel } from "../entries/exported-model.js";
import { type FileFacts, measureFile } from "../entries/file-facts.js";
import { tableSchema } from "../entries/table-schema.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { findDataset } from "../lookup/find-dataset.js";
import { MODEL_PROPERTY } from "../../packages/model-in-package.js";
import { slug } from "../../model/values/slug.js";

/** Work for an entry of an export, in steps of about a nanosecond. */
const STEPS = 2000;

/** Extension and content type of the files with all entries. */
const FILES = {
  csv: { extension: "csv", type: "text/csv" },
  ndjson: { extension: "ndjson", type: "application/x-ndjson" },
  arrow: { extension: "arrows", type: "application/vnd.apache.arrow.stream" },
} as const satisfies Readonly<Record<ExportFormat, object>>;

/** `GET /{dataset}/meta/entries.csv` and others: all entries in one file. */
export function showFile(context: Context, actor: Actor, name: string, format: ExportFormat): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const filename = `${dataset.model.dataset.name}.${FILES[format].extension}`;
  return {
    ...datasetAnswer(context, dataset, `file ${format}`),
    estimate: () => dataset.engine.numEntries * STEPS,
    forms: { [format]: async () => ({ bytes: exportEntries(dataset, format), filename }) },
  };
}

/** `GET /{dataset}/meta/datapackage.json`: the dataset as a Data Package, which can be loaded again. */
export function showDataPackage(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  return {
    ...datasetAnswer(context, dataset, "data package"),
    estimate: () => dataset.engine.numEntries * STEPS * RESOURCES.length,
    forms: { json: async () => ({ chunks: [JSON.stringify(await describePackage(dataset, origin))] }) },
  };
}

const RESOURCES: readonly ExportFormat[] = ["csv", "ndjson"];

async function describePackage(dataset: Dataset, origin: string): Promise<Readonly<Record<string, unknown>>> {
  const { name, label, description, licence, territories, languages, html_url } = describeDataset(dataset, origin);
  const model = exportedModel(dataset.model);
  const resources: unknown[] = [];
  for (const format of RESOURCES) resources.push(describeResource(dataset, format, await measureFile(dataset, format)));
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    profile: "fiscal-data-package",
    name: String(model.dataset["name"]),
    id: html_url,
    title: label,
    ...(description !== null && { description }),
    homepage: html_url,
    version: String(dataset.number),
    created: dataset.changed.toISOString(),
    ...(licence && {
      licenses: [{ name: slug(licence.name) || name, title: licence.name, ...(licence.url && { path: licence.url }) }],
    }),
    ...(territories.length > 0 && { countryCode: territories.length === 1 ? territories[0] : territories }),
    ...(languages.length > 0 && { languages }),
    resources,
    [MODEL_PROPERTY]: model,
  };
}

function describeResource({ model }: Dataset, format: ExportFormat, { bytes, sha256 }: FileFacts): unknown {
  const { extension, type } = FILES[format];
  const { currency } = model.dataset;
  return {
    name: format === "csv" ? "entries" : `entries-${format}`,
    path: `entries.${extension}`,
    format: extension,
    mediatype: type,
    encoding: "utf-8",
    bytes,
    hash: `sha256:${sha256}`,
    ...(format === "csv" && {
      profile: "tabular-data-resource",
      ...(currency !== null && { currency }),
      dialect: { delimiter: ",", lineTerminator: "\r\n", quoteChar: '"', doubleQuote: true, header: true },
      schema: tableSchema(model),
    }),
  };
}
