import type { Actor } from "../access/actor.js";
import { InvalidQuery } from "../errors/errors.js";
import { parseList } from "../query/clauses.js";
import type { Parameters } from "../query/parameters.js";
import type { Dataset } from "../store/dataset.js";
import type { Answer } from "./answer.js";
import type { Context } from "./context.js";
import { combineVersions, describeDataset } from "./dataset.js";
import { type Facet, FACETS } from "./dataset-facets.js";
import { listReadable } from "./find-dataset.js";

/** `GET /datasets`: the datasets that the caller may read, filtered, with facets over those that are left. */
export function listDatasets(context: Context, actor: Actor, parameters: Parameters, origin: string): Answer {
  const readable = listReadable(context, actor);
  const filters = bindFilters(parameters);
  const datasets = readable.filter((dataset) =>
    filters.every(({ facet, codes }) => codes.every((code) => facet.codesOf(dataset.model.dataset).includes(code))),
  );
  const describe = (): unknown => ({
    ...Object.fromEntries(FACETS.map((facet) => [facet.plural, countFacet(facet, datasets)])),
    datasets: datasets.map((dataset) => describeDataset(dataset, origin)),
  });
  return {
    version: combineVersions(datasets),
    lastModified: datasets.reduce((last, each) => (each.lastModified > last ? each.lastModified : last), new Date(0)),
    canonical: JSON.stringify(filters.map(({ facet, codes }) => [facet.parameter, codes])),
    public: datasets.every((dataset) => !dataset.private),
    forms: { json: async () => ({ chunks: [JSON.stringify(describe())] }) },
  };
}

interface Filter {
  readonly facet: Facet;
  readonly codes: readonly string[];
}

function bindFilters(parameters: Parameters): readonly Filter[] {
  const faults: string[] = [];
  const filters = FACETS.map((facet) => {
    const given = parameters.all(facet.parameter).flatMap(parseList);
    const codes = given.map((code) => facet.normalise(code));
    for (const code of codes) {
      if (!facet.isKnown(code)) faults.push(`${facet.parameter}: "${code}" is not ${facet.wanted}`);
    }
    return { facet, codes: codes.filter((code) => code !== "any" || facet.parameter !== "category") };
  });
  if (faults.length > 0) throw new InvalidQuery(faults);
  return filters;
}

function countFacet(facet: Facet, datasets: readonly Dataset[]): unknown {
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
