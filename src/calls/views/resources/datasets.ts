import type { Feeds } from "../../feeds.js";
import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { foldCase } from "../../../core/engine/fold-case.js";
import { Pace } from "../../../core/engine/pace.js";
import type { DatasetMetadata } from "../../../core/model/cube.js";
import { parseList } from "../../../core/query/clauses.js";
import { bindPage, countPages, nextPage, type PageRange, pageRange } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { type ChunkedBody, type Resource, withNext } from "../../answer.js";
import { type Context, queryBounds } from "../../context.js";
import type { ReadingInput } from "../../reading-call.js";
import { COUNT_SCHEMA, described, object, TEXT, type ValueOf } from "../../schema.js";
import { type Facet, FACETS } from "../../reading/describe/dataset-facets.js";
import { writeDatasetsCsv } from "./datasets-csv.js";
import { type DatasetDescription, describeDataset } from "../../reading/describe/describe-dataset.js";
import { onceForList } from "../../reading/lookup/once-for-list.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";
import type { DatasetOverview } from "../pages/dataset-overview.js";
import { previewDataset } from "../pages/preview-dataset.js";
import type { DatasetsForm } from "../pages/forms.js";
import { InvalidForm } from "../pages/invalid-form.js";
import { arePublic, lastChange, versionOfList } from "../../reading/lookup/several-datasets.js";

/** A code of a facet and the number of datasets that have it. */
export const FACET_SCHEMA = object({
  count: described(COUNT_SCHEMA, "Datasets of the list that have the code."),
  url: described({ ...TEXT, format: "uri-reference" }, "The list filtered by the code."),
  code: TEXT,
  label: TEXT,
});

export type FacetDescription = ValueOf<typeof FACET_SCHEMA>;

/** The list of datasets. */
export interface DatasetsPage extends DatasetsForm {
  readonly kind: "datasets";
  readonly facets: Readonly<Record<string, readonly FacetDescription[]>>;
  /** Datasets of one page. */
  readonly datasets: readonly DatasetDescription[];
  /** Figures of the first datasets, by name. */
  readonly figures: ReadonlyMap<string, DatasetOverview>;
  /** Number of datasets on all pages. */
  readonly count: number;
  readonly page: number;
  readonly pages: number;
}

/** Number of datasets above which another thread describes them, and the steps of each. */
const MAX_SHORT = 50;
const STEPS_PER_DATASET = 2500;
/** Steps of any longer list: its page, with cards and figures, is written by another thread. */
const LIST_STEPS = 1_000_000;
/** Number of datasets whose figures are shown. */
const PREVIEWED = 24;
/** Number of datasets on a page: of the list, and of a catalogue. */
const PAGESIZE = 100;
const CATALOGUE_PAGESIZE = 200;
const CATALOGUE_FORMATS = ["jsonld", "ttl"] as const;

type WriteCatalogue = NonNullable<Context["writeCatalogue"]>;

/** `GET /datasets`: the datasets that the caller may read and that match the filters, with facets over them. */
export function listDatasets(
  context: Context,
  actor: Actor,
  { parameters, origin, language, cancel: signal }: Pick<ReadingInput, "parameters" | "origin" | "language" | "cancel">,
): Resource<DatasetsPage> {
  const { feeds, writeCatalogue: write } = context;
  const readable = listReadable(context, actor);
  const { filters, errors: refused } = bindFilters(parameters);
  const errors = [...refused];
  const requested = bindPage(parameters, errors, "", PAGESIZE);
  const isSized = (parameters.get("pagesize") ?? "") !== "";
  const isPaged = isSized || requested.page > 1;
  const page = Math.floor(requested.page);
  const rangeOf = (pagesize: number): PageRange =>
    pageRange({ page, pagesize: isSized ? requested.pagesize : pagesize });
  const q = parameters.get("q") ?? "";
  const form: DatasetsForm = {
    origin,
    url: `${origin}/datasets`,
    query: printFilters(filters, q),
    alternates: ["json", "csv", ...(feeds ? (["rss", "atom"] as const) : []), ...(write ? CATALOGUE_FORMATS : [])],
    q,
    chosen: Object.fromEntries(filters.map(({ facet, codes }) => [facet.parameter, codes])),
  };
  if (errors.length > 0) {
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid datasets", ...form, invalid }));
  }
  const found = filterDatasets(readable, filters, q);
  const describe = (dataset: Dataset): DatasetDescription => describeDataset(dataset, origin);
  const pace = (): Pace => new Pace(queryBounds(context, actor, signal));
  const listed = isPaged ? cut(found, rangeOf(PAGESIZE)) : found;
  const next = isPaged ? nextPage(found.length, rangeOf(PAGESIZE)) : undefined;
  const catalogue = async (format: (typeof CATALOGUE_FORMATS)[number], write: WriteCatalogue): Promise<ChunkedBody> => {
    const range = rangeOf(CATALOGUE_PAGESIZE);
    const all = listPublic(found);
    const last = Math.max(1, countPages(all.length, range));
    const urlOf = (number: number): string =>
      form.url + `.${format}` + printQuery(filters, q, [...printPageOf(number, isSized ? range.pagesize : null)]);
    const place = last > 1 || isPaged ? { urlOf, page, last, total: all.length } : null;
    return { chunks: [await write({ context, shown: cut(all, range), origin, page: place, format, signal })] };
  };
  return {
    version: versionOfList(found),
    lastModified: lastChange(context, actor, readable),
    canonical: JSON.stringify([
      q,
      filters.map(({ facet, codes }) => [facet.parameter, codes]),
      ...(isPaged ? [page, isSized ? requested.pagesize : null] : []),
      // Catalogues name the series that datasets are in.
      ...(context.writeCatalogue ? (context.catalog.collections ?? []).map((each) => JSON.stringify(each)) : []),
    ]),
    public: arePublic(found),
    ...(listed.length > MAX_SHORT && { estimate: () => LIST_STEPS + listed.length * STEPS_PER_DATASET }),
    formats: {
      json: async () => ({ chunks: writeList(countFacets(found), pace().over(listed), describe), ...withNext(next) }),
      csv: async () => ({
        chunks: writeDatasetsCsv(mapEach(pace().over(listed), describe)),
        filename: "datasets.csv",
        ...withNext(next),
      }),
      ...(feeds && writeFeeds(feeds, found, origin, language)),
      ...(write && { jsonld: () => catalogue("jsonld", write), ttl: () => catalogue("ttl", write) }),
    },
    page: () =>
      makePage(context, actor, form, { found, range: rangeOf(PAGESIZE), page, describe, facets: countFacets(found) }),
  };
}

function writeFeeds(
  { writeDatasets: { rss, atom } }: Feeds,
  found: readonly Dataset[],
  origin: string,
  language: string,
) {
  return {
    rss: async () => ({ chunks: [rss(found, origin, language)] }),
    atom: async () => ({ chunks: [atom(found, origin, language)] }),
  };
}

/** Datasets of a page. */
interface ListedDatasets {
  readonly found: readonly Dataset[];
  readonly range: PageRange;
  readonly page: number;
  readonly facets: DatasetsPage["facets"];
  readonly describe: (dataset: Dataset) => DatasetDescription;
}

async function makePage(
  context: Context,
  actor: Actor,
  form: DatasetsForm,
  { found, range, page, facets, describe }: ListedDatasets,
): Promise<DatasetsPage> {
  const shown = cut(found, range);
  return {
    kind: "datasets",
    ...form,
    facets,
    datasets: shown.map(describe),
    figures: await readFiguresOf(context, actor, shown.slice(0, PREVIEWED)),
    count: found.length,
    page,
    pages: countPages(found.length, range),
  };
}

/** Return the datasets that are of all chosen codes and mention the words. */
function filterDatasets(
  datasets: readonly Dataset[],
  filters: ReturnType<typeof bindFilters>["filters"],
  q: string,
): readonly Dataset[] {
  const words = foldCase(q).match(/\S+/g) ?? [];
  if (words.length + filters.length === 0) return datasets;
  return datasets.filter((dataset) => {
    const summary = summarizeVersion(dataset);
    const isChosen = filters.every(({ facet, codes }) => codes.every((code) => facet.codesOf(summary).includes(code)));
    return isChosen && mentions(summary.metadata, words);
  });
}

/** Read figures of some datasets. */
async function readFiguresOf(
  context: Context,
  actor: Actor,
  shown: readonly Dataset[],
): Promise<DatasetsPage["figures"]> {
  const figures = new Map<string, DatasetOverview>();
  for (const dataset of shown) {
    const read = await previewDataset({ context, actor, dataset });
    if (read) figures.set(dataset.model.dataset.name, read);
  }
  return figures;
}

function cut(datasets: readonly Dataset[], { first, pagesize }: PageRange): readonly Dataset[] {
  return datasets.slice(first, first + pagesize);
}

/** Write the list as JSON, dataset by dataset. */
async function* writeList(
  facets: DatasetsPage["facets"],
  datasets: AsyncIterable<Dataset>,
  describe: (dataset: Dataset) => DatasetDescription,
): AsyncGenerator<string, void> {
  yield `${JSON.stringify(facets).slice(0, -1)},"datasets":[`;
  let before = "";
  for await (const dataset of datasets) {
    yield before + JSON.stringify(describe(dataset));
    before = ",";
  }
  yield "]}";
}

async function* mapEach<Item, Result>(
  items: AsyncIterable<Item>,
  map: (item: Item) => Result,
): AsyncGenerator<Result, void> {
  for await (const item of items) yield map(item);
}

function printPageOf(page: number, pagesize: number | null): readonly string[] {
  return [...(page > 1 ? [`page=${page}`] : []), ...(pagesize === null ? [] : [`pagesize=${pagesize}`])];
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
      if (!facet.isKnown(code))
        errors.push(`${facet.parameter}: ${errorText("wrong_value", { value: code, wanted: facet.wanted })}`);
    }
    return { facet, codes: codes.filter((code) => code !== facet.every) };
  });
  return { filters, errors };
}

/** Folded names, labels and descriptions. Metadata never changes. */
const TEXTS = new WeakMap<DatasetMetadata, string>();

/** True if a dataset's name, label or description contains every folded word. */
function mentions(metadata: DatasetMetadata, words: readonly string[]): boolean {
  const { name, label, description } = metadata;
  let text = TEXTS.get(metadata);
  if (text === undefined) TEXTS.set(metadata, (text = foldCase([name, label, description ?? ""].join("\n"))));
  return words.every((word) => text.includes(word));
}

function printFilters(filters: readonly Filter[], q: string): string {
  return printQuery(filters, q, []);
}

function printQuery(filters: readonly Filter[], q: string, page: readonly string[]): string {
  const parts = filters.flatMap(({ facet, codes }) => codes.map((code) => `${facet.parameter}=${code}`));
  if (q !== "") parts.unshift(`q=${encodeURIComponent(q)}`);
  parts.push(...page);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

const countFacets = onceForList((datasets): DatasetsPage["facets"] =>
  Object.fromEntries(FACETS.map((facet) => [facet.plural, countFacet(facet, datasets)])),
);

function countFacet(facet: Facet, datasets: readonly Dataset[]): readonly FacetDescription[] {
  const counts = new Map<string, number>();
  for (const dataset of datasets) {
    for (const code of facet.codesOf(summarizeVersion(dataset))) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts]
    .map(([code, count]) => ({
      count,
      url: `/datasets?${facet.parameter}=${code}`,
      code,
      label: facet.labelOf(code),
    }))
    .toSorted((a, b) => {
      const byLabel = a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
      return facet.lastFirst ? -byLabel : b.count - a.count || byLabel;
    });
}
