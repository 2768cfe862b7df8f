import { aggregateCube } from "./aggregate-cube.js";
import { listCubes } from "./list-cubes.js";
import { listFacts } from "./list-facts.js";
import { listCubeMembers } from "./list-members.js";
import { showCubeModel } from "./show-cube-model.js";
import { showInfoPackage } from "./show-info-package.js";
import { showCubesInterface } from "./show-cubes-interface.js";
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
    read("/api/3/cubes/{dataset}/model", SHOW_CUBE_MODEL, (input) =>
      showCubeModel(context, input.actor, cubeOf(input)),
    ),
    read(
      "/api/3/cubes/{dataset}/aggregate",
      AGGREGATE_CUBE,
      (input) => aggregateCube(context, input.actor, cubeOf(input), input.parameters, input.cancel),
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
