import { datasetOf, type ReadingCall } from "../../reading-call.js";
import { showDataset } from "./dataset.js";
import { COLLECTION_SCHEMA, showCollection } from "./collection.js";
import { findCollection } from "../../reading/lookup/find-collection.js";
import { listDatasets } from "./datasets.js";
import { showModel } from "./model.js";
import { CORE, DATASET_SCHEMA } from "../../reading/describe/describe-dataset.js";
import { FACET_SCHEMA } from "./datasets.js";
import type { RouteDescription } from "../../route-description.js";
import { OVERVIEW } from "../pages/page-parameters.js";
import { ANY_OBJECT, arrayOf, described, mapOf, object, optional, refer, type Schema, TEXT } from "../../schema.js";

const LIST_DATASETS: RouteDescription = {
  id: "listDatasets",
  tag: "Resources",
  summary: "List the datasets that the caller may read, the most recently changed first",
  details: "JSON has the core metadata. Parameters narrow the list down.",
  parameters: [
    {
      name: "q",
      description: "Words that the name, the label or the description of a dataset has.",
      schema: TEXT,
    },
    {
      name: "territories",
      description: "ISO 3166-1 alpha-2 codes, joined by pipes; lists datasets that have all of them.",
      schema: TEXT,
      example: "GB",
    },
    {
      name: "languages",
      description: "ISO 639-1 codes, joined by pipes; lists datasets that have all of them.",
      schema: TEXT,
      example: "en",
    },
    { name: "category", description: "Kind of dataset.", schema: { enum: ["budget", "spending", "other", "any"] } },
    {
      name: "year",
      description: "Years, joined by pipes; lists datasets that have entries of all of them.",
      schema: TEXT,
      example: "2009",
    },
    {
      name: "page",
      description:
        "Number of the page, from 1. Without it, JSON and CSV have all datasets, and the page the first of many.",
      schema: { type: "integer", minimum: 1 },
    },
    {
      name: "pagesize",
      description: "Datasets on a page: 100 by default.",
      schema: { type: "integer", minimum: 0 },
    },
  ],
  json: refer("DatasetList"),
  bodies: { csv: "A header and a record of core metadata for each dataset." },
};

const SHOW_DATASET: RouteDescription = {
  id: "showDataset",
  tag: "Resources",
  summary: "Read the core metadata of a dataset, or of the datasets of a collection",
  details: "The page shows figures by year and by the largest members, and leads to all others.",
  parameters: OVERVIEW,
  json: { anyOf: [refer("Dataset"), refer("Collection")] },
};

const SHOW_MODEL: RouteDescription = {
  id: "showModel",
  tag: "Resources",
  summary:
    "Read the model of a dataset: core metadata, dimensions, measures and views. It can be used for another load",
  details: "Cells are read by this model when the dataset is loaded again.",
  json: refer("Model"),
};

export const DATASET_SCHEMAS: Readonly<Record<string, Schema>> = {
  Dataset: DATASET_SCHEMA,
  Collection: COLLECTION_SCHEMA,
  CollectionList: object({ collections: arrayOf(refer("Collection")) }),
  DatasetList: object({
    territories: arrayOf(refer("Facet")),
    languages: arrayOf(refer("Facet")),
    categories: arrayOf(refer("Facet")),
    years: arrayOf(refer("Facet")),
    datasets: arrayOf(refer("Dataset")),
  }),
  Facet: FACET_SCHEMA,
  Model: optional(
    object({
      dataset: described(object(CORE, ANY_OBJECT), "Core metadata and further properties of the model."),
      mapping: described(mapOf(ANY_OBJECT), "Definitions of dimensions and measures, by field name."),
      views: arrayOf(ANY_OBJECT),
      measures: described(mapOf(ANY_OBJECT), "The measures of the mapping."),
    }),
    {
      hierarchies: described(
        mapOf(ANY_OBJECT),
        "Hierarchies by name: `label` and `levels`, from the top. Absent if the model has none.",
      ),
      notes: described(arrayOf(ANY_OBJECT), "Notes on figures: `on`, `kind` and `text`. Absent if the model has none."),
      formulas: described(
        mapOf(ANY_OBJECT),
        "Names for terms: `term`, `label`, `format`. Absent if the model has none.",
      ),
      references: described(
        ANY_OBJECT,
        "Series that amounts are adjusted by unless a call names others: `prices`, `in`, `per`. Absent if the model names none.",
      ),
    },
  ),
};

/** Calls about datasets as a whole. */
export const DATASET_CALLS = [
  {
    path: "/datasets",
    formats: ["html", "json", "csv"],
    about: LIST_DATASETS,
    call: (context, input) => listDatasets(context, input.actor, input),
  },
  {
    path: "/{dataset}",
    formats: ["html", "json"],
    about: SHOW_DATASET,
    call(context, input): ReturnType<typeof showDataset> | ReturnType<typeof showCollection> {
      const { actor, origin, cancel } = input;
      const name = datasetOf(input);
      const collection = findCollection(context, actor, name);
      return collection
        ? showCollection(context, actor, collection, origin, cancel)
        : showDataset(context, actor, name, origin, input.parameters, cancel, input.format);
    },
  },
  {
    path: "/{dataset}/model",
    formats: ["json"],
    about: SHOW_MODEL,
    call: (context, input) => showModel(context, input.actor, datasetOf(input), input.origin),
  },
] as const satisfies readonly ReadingCall<unknown>[];
