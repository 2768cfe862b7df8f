import type { Actor } from "../access/actor.js";
import { InvalidQuery } from "../errors/errors.js";
import { bindPage } from "../query/page.js";
import { parseList } from "../query/clauses.js";
import type { Parameters } from "../query/parameters.js";
import type { Resource } from "./answer.js";
import type { Context } from "./context.js";
import { describeDataset } from "./describe-dataset.js";
import { describeDimension } from "./describe-dimension.js";
import { listReadable } from "./find-dataset.js";
import { findInDatasets } from "./found-entries.js";
import type { SearchPage } from "./page.js";
import { findSearched } from "./searched-datasets.js";
import { combineVersions, lastChange } from "./several-datasets.js";

const PAGESIZE = 25;
/** Pages that people turn to: beyond, a search should say more. */
const MOST_PAGES = 400;

/** `GET /search`: entries of all datasets that match, with what of them does. */
export function showSearch(
  context: Context,
  actor: Actor,
  parameters: Parameters,
  origin: string,
  signal?: AbortSignal,
): Resource {
  const readable = listReadable(context, actor);
  const isNamed = parameters.get("dataset") !== undefined || parameters.get("category") !== undefined;
  const searched = readable.length === 0 && !isNamed ? NOTHING : findSearched(context, actor, parameters);
  const faults = [...searched.faults];
  const q = parameters.get("q")?.trim() ?? "";
  const { page } = bindPage(parameters, faults, "", PAGESIZE);
  if (faults.length > 0) throw new InvalidQuery(faults);
  const { datasets } = searched;
  const number = Math.min(Math.floor(page), MOST_PAGES);
  const named = parseList(parameters.get("dataset") ?? "");
  const category = parameters.get("category") ?? "";
  const makePage = async (): Promise<SearchPage> => ({
    kind: "search",
    origin,
    url: `${origin}/search`,
    query: "",
    alternates: [],
    q,
    named,
    category,
    page: number,
    pagesize: PAGESIZE,
    datasets: datasets.map((dataset) => ({
      dataset: describeDataset(dataset, origin),
      dimensions: dataset.model.dimensions.map((each) => describeDimension(dataset.model, each, origin)),
      measures: dataset.model.measures.map(({ name, label }) => ({ name, label })),
    })),
    found:
      q === "" || datasets.length === 0
        ? null
        : await findInDatasets(
            { context, datasets, origin, signal },
            { q, filters: [], page: number, pagesize: PAGESIZE, category: parameters.get("category") },
            named,
          ),
  });
  return {
    version: combineVersions(datasets),
    lastModified: lastChange(context, actor, datasets),
    canonical: JSON.stringify(["search page", q, named, category, number]),
    public: datasets.every((dataset) => !dataset.private),
    forms: {},
    page: makePage,
  };
}

const NOTHING = { datasets: [], named: false, faults: [] } as const;
