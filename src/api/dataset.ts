import { createHash } from "node:crypto";
import type { Actor } from "../access/actor.js";
import { NotFound } from "../errors/errors.js";
import type { Dataset } from "../store/dataset.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";
import { findDataset } from "./find-dataset.js";
import { datasetUrl } from "./links.js";

/** `GET /{dataset}`: the core metadata of a dataset. */
export function showDataset(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  return jsonAnswer(dataset, () => describeDataset(dataset, origin));
}

/** `GET /{dataset}/model`: the core metadata and the model as it was published, in a form that loads again. */
export function showModel(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const { document, measures } = dataset.model;
  return jsonAnswer(dataset, () => ({
    dataset: { ...document.dataset, ...describeDataset(dataset, origin) },
    mapping: document.mapping,
    views: document.views ?? [],
    measures: Object.fromEntries(measures.map(({ name }) => [name, document.mapping[name]])),
  }));
}

/** The core metadata; every key is there, `null` where unknown. */
export function describeDataset(dataset: Dataset, origin: string): Record<string, unknown> {
  const { name, label, description, currency, category, defaultTime, languages, territories, licence, ...serp } =
    dataset.model.dataset;
  return {
    name,
    label,
    description,
    currency,
    category,
    default_time: defaultTime,
    languages,
    territories,
    licence,
    serp_title: serp.serpTitle,
    serp_teaser: serp.serpTeaser,
    timestamps: { created: dataset.created.toISOString(), last_modified: dataset.lastModified.toISOString() },
    num_entries: dataset.engine.numEntries,
    private: dataset.private,
    html_url: datasetUrl(origin, name),
  };
}

/** One version for a listing of several datasets. */
export function combineVersions(datasets: readonly Dataset[]): string {
  const hash = createHash("sha1");
  for (const { version } of datasets) hash.update(`${version}\n`);
  return hash.digest("hex");
}

function jsonAnswer(dataset: Dataset, describe: () => unknown): Answer {
  return {
    version: dataset.version,
    lastModified: dataset.lastModified,
    canonical: "",
    public: !dataset.private,
    forms: { json: async () => ({ chunks: [JSON.stringify(describe())] }) },
  };
}
