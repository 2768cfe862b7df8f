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

/** A call that works on a dataset. */
export interface Example {
  readonly call:
    | "total"
    | "years"
    | "split"
    | "member"
    | "largest"
    | "counts"
    | "metadata"
    | "model"
    | "members"
    | "datasets";
  /** Name of the dimension that it is about. */
  readonly dimension: string;
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
  const of = (call: Example["call"], path: string): Example => ({ call, dimension: dimension.name, path });
  return [
    of("total", aggregate),
    of("years", `${aggregate}&drilldown=year&order=year:asc`),
    of("split", `${aggregate}&drilldown=${dimension.name}`),
    ...(/^[^|"]+$/.test(value) ? [of("member", `${aggregate}&cut=${cut}&drilldown=year&format=csv`)] : []),
    of("largest", `/api/2/search?dataset=${name}&order=${model.measures[0]!.name}:desc&pagesize=10`),
    of("counts", `/api/2/search?dataset=${name}&facet_field=year&stats=true&pagesize=0`),
    of("metadata", `/${name}.json`),
    of("model", `/${name}/model.json`),
    of("members", `/${name}/${dimension.name}.distinct.json?pagesize=20`),
    of("datasets", "/datasets.json"),
  ];
}
