import { aggregateCube } from "./aggregate-cube.js";
import { listFacts } from "./list-facts.js";
import { listCubeMembers } from "./list-members.js";
import type { Answer } from "../../calls/answer.js";
import type { Format } from "../../calls/formats.js";
import type { Context } from "../../calls/context.js";
import type { CallInput } from "../../web/http/message/route.js";
import {
  AGGREGATE_CUBE,
  LIST_CUBE_MEMBERS,
  LIST_CUBES,
  LIST_FACTS,
  SHOW_CUBE_MODEL,
  SHOW_CUBES_INTERFACE,
  SHOW_INFO_PACKAGE,
} from "./description.js";
import type { DescribedRoute } from "../../web/http/openapi/described-route.js";
import type { RouteDescription } from "../../calls/route-description.js";
import type { Actor } from "../../access/actor.js";
import { summarizeVersion } from "../../store/dataset.js";
import { listReadable, findDataset } from "../../calls/reading/lookup/find-dataset.js";
import { answerOfSeveral } from "../../calls/reading/lookup/several-datasets.js";
import { NotFound } from "../../core/errors/errors.js";
import { countDimensions } from "../../calls/reading/describe/rank-dimensions.js";
import { datasetAnswer } from "../../calls/reading/lookup/dataset-answer.js";
import { findSelected, selectedAnswer } from "../../calls/reading/lookup/find-union.js";
import { describeCube } from "./describe-cube.js";
import { describeDataset } from "../../calls/reading/describe/describe-dataset.js";
import { describeInfoPackage } from "./describe-package.js";

/** Formats of lists. */
const LISTS: readonly Format[] = ["json", "csv"];

/** Make the routes of the newer interface of OpenSpending. Paths end with or without a slash. */
export function makeCubeRoutes(context: Context): readonly DescribedRoute[] {
  return [
    read("/api/3", SHOW_CUBES_INTERFACE, ({ origin }) => showCubesInterface(context, origin)),
    read("/api/3/cubes", LIST_CUBES, ({ actor }) => listCubes(context, actor)),
    read("/api/3/info/{dataset}/package", SHOW_INFO_PACKAGE, (input) =>
      showInfoPackage(context, input.actor, cubeOf(input), input.origin),
    ),
    read("/api/3/cubes/{dataset}/model", SHOW_CUBE_MODEL, (input) => showCubeModel(context, input, cubeOf(input))),
    read(
      "/api/3/cubes/{dataset}/aggregate",
      AGGREGATE_CUBE,
      (input) => aggregateCube(context, input.actor, cubeOf(input), input.parameters, input.origin, input.cancel),
      LISTS,
    ),
    read(
      "/api/3/cubes/{dataset}/facts",
      LIST_FACTS,
      (input) => listFacts(context, input.actor, cubeOf(input), input.parameters, input.cancel),
      LISTS,
    ),
    read(
      "/api/3/cubes/{dataset}/members/{reference}",
      LIST_CUBE_MEMBERS,
      (input) => {
        const path = { dataset: cubeOf(input), reference: input.segments.get("reference")! };
        return listCubeMembers(context, input.actor, path, input.parameters, input.cancel);
      },
      LISTS,
    ),
  ];
}

function read(
  path: string,
  about: RouteDescription,
  call: (input: CallInput) => Answer,
  formats: readonly Format[] = ["json"],
): DescribedRoute {
  return { method: "GET", path, kind: "api", formats, about, call };
}

function cubeOf({ segments }: CallInput): string {
  return segments.get("dataset")!;
}

/** `GET /api/3/cubes`: the names of the datasets that the caller may read. */
function listCubes(context: Context, actor: Actor): Answer {
  const readable = listReadable(context, actor);
  const data = readable.map((dataset) => ({ name: summarizeVersion(dataset).metadata.name }));
  return {
    ...answerOfSeveral(context, actor, readable),
    canonical: "cubes",
    formats: { json: async () => ({ chunks: [JSON.stringify({ status: "ok", data })] }) },
  };
}

/** `GET /api/3/cubes/{dataset}/model`: the dimensions, measures, aggregates and hierarchies of a cube. */
function showCubeModel(context: Context, { actor, parameters }: CallInput, name: string): Answer {
  const dataset = findSelected(context, actor, name, parameters, NotFound);
  return {
    ...selectedAnswer(context, actor, dataset, name, ""),
    formats: {
      json: async () => {
        const model = describeCube(dataset.model, await countDimensions(context, dataset));
        return { chunks: [JSON.stringify({ status: "ok", name: dataset.model.dataset.name, model })] };
      },
    },
  };
}

/** `GET /api/3`: the name and version of the interface. */
function showCubesInterface(context: Context, origin: string): Answer {
  const described = {
    status: "ok",
    api: "babbage",
    cubes_index_url: `${origin}/api/3/cubes`,
    version: context.version,
  };
  return {
    version: context.version,
    lastModified: null,
    canonical: "",
    public: true,
    formats: { json: async () => ({ chunks: [JSON.stringify(described)] }) },
  };
}

/** `GET /api/3/info/{dataset}/package`: what the viewer of OpenSpending asks for first. */
function showInfoPackage(context: Context, actor: Actor, name: string, origin: string): Answer {
  const dataset = findDataset(context, actor, name, NotFound);
  const describe = (): unknown => describeInfoPackage(dataset.model, describeDataset(dataset, origin));
  return {
    ...datasetAnswer(context, dataset, "info package"),
    formats: { json: async () => ({ chunks: [JSON.stringify(describe())] }) },
  };
}
