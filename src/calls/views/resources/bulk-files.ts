import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { NotFound } from "../../../core/errors/errors.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Answer, ChunkedBody, FileFacts } from "../../answer.js";
import { mediaTypeOf } from "../../formats.js";
import { type Context, queryBounds } from "../../context.js";
import { describeDataset } from "../../reading/describe/describe-dataset.js";
import { BULK_FILES, type BulkExtension, formatOfFile, writeBulkFile } from "../../reading/entries/bulk-files.js";
import { exportText } from "../../reading/entries/export.js";
import { exportedModel } from "../../reading/entries/exported-model.js";
import { measureFile, measureText, recallFile, waitForFacts } from "../../reading/entries/file-facts.js";
import { tableSchema } from "../../reading/entries/table-schema.js";
import { datasetAnswer } from "../../reading/lookup/dataset-answer.js";
import { findDataset } from "../../reading/lookup/find-dataset.js";
import { MODEL_PROPERTY } from "../../../sources/packages/model-in-package.js";
import { slug } from "../../../core/model/values/slug.js";

/** `GET /{dataset}/meta/entries.csv` and others: all entries in one file. */
export function showFile(
  context: Context,
  actor: Actor,
  name: string,
  extension: BulkExtension,
  signal?: Cancellation,
): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const filename = `${dataset.model.dataset.name}.${extension}`;
  const answer = datasetAnswer(context, dataset, `file ${extension}`);
  return {
    ...answer,
    estimate: () => estimateFile(dataset, extension),
    measured: () => recallFile(context, dataset, extension),
    measure: () => waitForFacts(measureFile(context, dataset, extension), queryBounds(context, actor, signal)),
    filename,
    formats: { [formatOfFile(extension)]: async () => ({ ...contentOf(dataset, extension), filename }) },
  };
}

/** Estimate the work of writing a file, in steps of about a nanosecond. */
function estimateFile({ engine }: Dataset, extension: BulkExtension): number {
  return engine.numEntries * (extension === "parquet" ? 8000 : 2000);
}

/** Return CSV as text, which a byte order mark may be put before, and the other files as bytes. */
function contentOf(dataset: Dataset, extension: BulkExtension): ChunkedBody {
  return { chunks: extension === "csv" ? exportText(dataset, "csv") : writeBulkFile(dataset, extension) };
}

/** `GET /{dataset}/meta/datapackage.json`: the dataset as a Data Package, which can be loaded again. */
export function showDataPackage(
  context: Context,
  actor: Actor,
  name: string,
  origin: string,
  signal?: Cancellation,
): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const write = async (find: typeof recallFile): Promise<string | null> => {
    const facts: FileFacts[] = [];
    for (const extension of RESOURCES) {
      const found = await find(context, dataset, extension);
      if (!found) return null;
      facts.push(found);
    }
    return JSON.stringify(describePackage(dataset, origin, facts));
  };
  const measure = async (): Promise<string> =>
    (await waitForFacts(write(measureFile), queryBounds(context, actor, signal)))!;
  return {
    ...datasetAnswer(context, dataset, "data package"),
    estimate: () => RESOURCES.reduce((sum, extension) => sum + estimateFile(dataset, extension), 0),
    measured: async () => {
      const text = await write(recallFile);
      return text === null ? null : measureText(text);
    },
    measure: async () => measureText(await measure()),
    formats: { json: async () => ({ chunks: [await measure()] }) },
  };
}

const RESOURCES: readonly BulkExtension[] = ["csv", "parquet", "ndjson.gz"];

/** @param facts one for each of `RESOURCES` */
function describePackage(
  dataset: Dataset,
  origin: string,
  facts: readonly FileFacts[],
): Readonly<Record<string, unknown>> {
  const { name, label, description, licence, territories, languages, html_url } = describeDataset(dataset, origin);
  const model = exportedModel(dataset.model);
  const resources = RESOURCES.map((extension, at) => describeResource(dataset, extension, facts[at]!));
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
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

function describeResource(
  { model, language }: Dataset,
  extension: BulkExtension,
  { bytes, sha256 }: FileFacts,
): unknown {
  const { format } = BULK_FILES[extension];
  const { currency } = model.dataset;
  return {
    name: format === "csv" ? "entries" : `entries-${format}`,
    path: `entries.${extension}${language === undefined ? "" : `?lang=${language}`}`,
    format,
    mediatype: mediaTypeOf(formatOfFile(extension)),
    ...(format !== "parquet" && { encoding: "utf-8" }),
    bytes,
    hash: `sha256:${sha256}`,
    ...(format === "csv" && {
      profile: "tabular-data-resource",
      ...(currency !== null && { currency }),
      dialect: {
        delimiter: ",",
        lineTerminator: "\r\n",
        quoteChar: '"',
        doubleQuote: true,
        skipInitialSpace: false,
        header: true,
      },
      schema: tableSchema(model),
    }),
  };
}
