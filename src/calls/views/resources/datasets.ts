import type { Actor } from "../../../access/actor.js";
import { foldCase } from "../../../core/engine/fold.js";
import type { DatasetMetadata } from "../../../core/model/cube.js";
import { parseList } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Resource } from "../../answer.js";
import { writeTurtle } from "../../reading/formats/turtle.js";
import { describeCatalogue } from "../../reading/describe/dcat.js";
import type { Context } from "../../context.js";
import { type Facet, FACETS } from "../../reading/describe/dataset-facets.js";
import { readCatalogueFacts } from "./catalogue-facts.js";
import { writeDatasetsCsv } from "./datasets-csv.js";
import { type DatasetDescription, describeDataset } from "../../reading/describe/describe-dataset.js";
import { writeFeed } from "./feed.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";
import type { DatasetOverview } from "../pages/dataset-overview.js";
import { previewDataset } from "../pages/preview-dataset.js";
import type { DatasetsForm } from "../pages/forms.js";
import { InvalidForm } from "../pages/invalid-form.js";
import { combineVersions, lastChange } from "../../reading/lookup/several-datasets.js";

/** A code of a facet and the number of datasets that have it. */
export interface FacetDescription {
  readonly count: number;
  /** Relative URL of the list filtered by the code. */
  readonly url: string;
  readonly code: string;
  readonly label: string;
}

/** The list of datasets. */
export interface DatasetsPage extends DatasetsForm {
  readonly kind: "datasets";
  readonly facets: Readonly<Record<string, readonly FacetDescription[]>>;
  readonly datasets: readonly DatasetDescription[];
  /** Figures of the first datasets, by name. */
  readonly figures: ReadonlyMap<string, DatasetOverview>;
}

/** Number of datasets above which another thread describes them, and the steps of each. */
const MAX_SHORT = 50;
const STEPS_PER_DATASET = 20_000;
/** Number of datasets whose figures are shown. */
const PREVIEWED = 24;

/** `GET /datasets`: the datasets that the caller may read and that match the filters, with facets over them. */
export function listDatasets(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
): Resource<DatasetsPage> {
  const readable = listReadable(context, actor);
  const { filters, errors } = bindFilters(parameters);
  const q = parameters.get("q") ?? "";
  const form: DatasetsForm = {
    origin,
    url: `${origin}/datasets`,
    query: printFilters(filters, q),
    alternates: ["json", "csv", "rss", "jsonld", "ttl"],
    q,
    chosen: Object.fromEntries(filters.map(({ facet, codes }) => [facet.parameter, codes])),
  };
  if (errors.length > 0) {
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid datasets", ...form, invalid }));
  }
  const found = readable.filter(
    ({ model: { dataset } }) =>
      filters.every(({ facet, codes }) => codes.every((code) => facet.codesOf(dataset).includes(code))) &&
      mentions(dataset, q),
  );
  const facets = Object.fromEntries(FACETS.map((facet) => [facet.plural, countFacet(facet, found)]));
  const describe = (): readonly DatasetDescription[] => found.map((dataset) => describeDataset(dataset, origin));
  const catalogue = async (): Promise<Readonly<Record<string, unknown>>> => {
    const listed = listPublic(found);
    return describeCatalogue(listed, origin, await readCatalogueFacts(context, listed, origin));
  };
  return {
    version: combineVersions(found),
    lastModified: lastChange(context, actor, readable),
    canonical: JSON.stringify([q, filters.map(({ facet, codes }) => [facet.parameter, codes])]),
    public: found.every((dataset) => !dataset.private),
    ...(found.length > MAX_SHORT && { estimate: () => found.length * STEPS_PER_DATASET }),
    forms: {
      json: async () => ({ chunks: [JSON.stringify({ ...facets, datasets: describe() })] }),
      csv: async () => ({ chunks: writeDatasetsCsv(describe()), filename: "datasets.csv" }),
      jsonld: async () => ({ chunks: [JSON.stringify(await catalogue())] }),
      ttl: async () => ({ chunks: [writeTurtle(await catalogue())] }),
      rss: async () => ({ chunks: [writeFeed(describe(), origin)] }),
    },
    page: async () => {
      const figures = new Map<string, DatasetOverview>();
      for (const dataset of found.slice(0, PREVIEWED)) {
        const read = await previewDataset({ context, actor, dataset });
        if (read) figures.set(dataset.model.dataset.name, read);
      }
      return { kind: "datasets", ...form, facets, datasets: describe(), figures };
    },
  };
}

/** Keep the datasets that everybody may read: catalogues are copied by others. */
function listPublic(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.filter((dataset) => !dataset.private);
}

interface Filter {
  readonly facet: Facet;
  readonly codes: readonly string[];
}

function bindFilters(parameters: Parameters): {
  readonly filters: readonly Filter[];
  readonly errors: readonly string[];
} {
  const errors: string[] = [];
  const filters = FACETS.map((facet) => {
    const given = parameters.all(facet.parameter).flatMap(parseList);
    const codes = given.map((code) => facet.normalise(code));
    for (const code of codes) {
      if (!facet.isKnown(code)) errors.push(`${facet.parameter}: "${code}" is not ${facet.wanted}`);
    }
    return { facet, codes: codes.filter((code) => code !== "any" || facet.parameter !== "category") };
  });
  return { filters, errors };
}

/** True if a dataset's name, label or description contains every word of `q`, ignoring case. */
function mentions({ name, label, description }: DatasetMetadata, q: string): boolean {
  const words = foldCase(q).match(/\S+/g) ?? [];
  const text = foldCase([name, label, description ?? ""].join("\n"));
  return words.every((word) => text.includes(word));
}

function printFilters(filters: readonly Filter[], q: string): string {
  const parts = filters.flatMap(({ facet, codes }) => codes.map((code) => `${facet.parameter}=${code}`));
  if (q !== "") parts.unshift(`q=${encodeURIComponent(q)}`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function countFacet(facet: Facet, datasets: readonly Dataset[]): readonly FacetDescription[] {
  const counts = new Map<string, number>();
  for (const { model } of datasets) {
    for (const code of facet.codesOf(model.dataset)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts]
    .map(([code, count]) => ({
      count,
      url: `/datasets?${facet.parameter}=${code}`,
      code,
      label: facet.labelOf(code),
    }))
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
}
