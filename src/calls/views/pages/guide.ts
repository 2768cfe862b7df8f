import type { Actor } from "../../../access/actor.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Resource } from "../../answer.js";
import type { Context } from "../../context.js";
import { describeDataset, type DatasetDescription } from "../../reading/describe/describe-dataset.js";
import { holdsSpending } from "../../../core/model/spending.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";
import { countDimensions, rankDimensions } from "../../reading/describe/rank-dimensions.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";
import type { PagePlace } from "../../page-place.js";

/** The guide to the HTTP interface. */
export interface GuidePage extends PagePlace {
  readonly kind: "guide";
  readonly datasets: readonly DatasetDescription[];
  /** Names of the dimensions of the first dataset. */
  readonly dimensions: readonly string[];
  readonly examples: readonly Example[];
}

export interface Example {
  readonly title: string;
  readonly path: string;
}

/** `GET /api`: a guide to the HTTP interface, with examples on the caller's first dataset. */
export function showGuide(context: Context, actor: Actor, origin: string): Resource<GuidePage> {
  const readable = listReadable(context, actor);
  const makePage = async (): Promise<GuidePage> => {
    const first = readable.find(({ model }) => holdsSpending(model.dataset));
    return {
      kind: "guide",
      origin,
      url: `${origin}/api`,
      query: "",
      alternates: [],
      datasets: readable.map((dataset) => describeDataset(dataset, origin)),
      dimensions: first ? first.model.dimensions.map(({ name }) => name) : [],
      examples: first ? await makeExamples(context, first) : [],
    };
  };
  return {
    ...answerOfSeveral(context, actor, readable),
    canonical: "guide",
    formats: {},
    page: makePage,
  };
}

/** Build example calls that work on a dataset. Reads one member of it. */
async function makeExamples(context: Context, dataset: Dataset): Promise<readonly Example[]> {
  const { model } = dataset;
  const { name } = model.dataset;
  const [split] = rankDimensions(await countDimensions(context, dataset), dataset);
  const dimension = split ?? model.dimensions[0]!;
  const bounds = { maxCells: 1_000_000, deadline: performance.now() + 1000 };
  const attribute = dimension.attributes.find((each) => each.name === "label") ?? dimension.identity;
  const query = { dimension, attributes: [attribute], prefix: "", filters: [], first: 0, limit: 1 };
  const [member] = (await withReader(dataset, bounds, (reader) => reader.distinct(query))).members;
  const value = String(member?.values[dimension.identity.index] ?? "");
  const cut = encodeURIComponent(`${dimension.name}:${value}`);
  const aggregate = `/api/2/aggregate?dataset=${name}`;
  return [
    { title: "The total of everything", path: aggregate },
    { title: "Totals by year", path: `${aggregate}&drilldown=year&order=year:asc` },
    { title: `Totals by “${dimension.name}”, the largest first`, path: `${aggregate}&drilldown=${dimension.name}` },
    ...(/^[^|"]+$/.test(value)
      ? [{ title: "One member over the years, as CSV", path: `${aggregate}&cut=${cut}&drilldown=year&format=csv` }]
      : []),
    {
      title: "The ten largest entries",
      path: `/api/2/search?dataset=${name}&order=${model.measures[0]!.name}:desc&pagesize=10`,
    },
    {
      title: "Number of entries by year",
      path: `/api/2/search?dataset=${name}&facet_field=year&stats=true&pagesize=0`,
    },
    { title: "The metadata of the dataset", path: `/${name}.json` },
    { title: "Its model, ready to load again", path: `/${name}/model.json` },
    { title: `The members of “${dimension.name}”`, path: `/${name}/${dimension.name}.distinct.json?pagesize=20` },
    { title: "All datasets", path: "/datasets.json" },
  ];
}
