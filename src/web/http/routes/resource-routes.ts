import type { Answer, Redirect, Resource } from "../../../calls/answer.js";
import type { Context } from "../../../calls/context.js";
import type { Format } from "../../../calls/formats.js";
import type { ReadingCall } from "../../../calls/reading-call.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import { VERSION_CALLS } from "../../../calls/reading/changes/version-routes.js";
import { DATASET_CALLS } from "../../../calls/views/resources/dataset-routes.js";
import { DIMENSION_CALLS } from "../../../calls/views/resources/dimension-routes.js";
import { ENTRY_CALLS } from "../../../calls/views/resources/entry-routes.js";
import { FILE_CALLS } from "../../../calls/views/resources/file-routes.js";
import type { CallInput, Route } from "../message/route.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import type { PageContents } from "../../pages/render.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { withPage } from "./with-page.js";

/** Calls of resources, whose format a suffix or `Accept` chooses. */
const RESOURCE_CALLS: readonly ReadingCall<PageContents>[] = [
  ...DATASET_CALLS,
  ...FILE_CALLS,
  ...VERSION_CALLS,
  ...DIMENSION_CALLS,
  ...ENTRY_CALLS,
];

/** Make the routes of read-only resources. */
export function makeResourceRoutes(context: Context, files: PageFrame): readonly DescribedRoute[] {
  return RESOURCE_CALLS.map((resource) => ({
    ...routeOfCall("resource", context, resource),
    call: async (input) => withPage(await resource.call(context, input), input, resource.path, files),
  }));
}

/** Make the route of a call. Its page, if it has one, is left out. */
export function routeOfCall(kind: Route["kind"], context: Context, of: ReadingCall<unknown>): DescribedRoute {
  const { isWholeName, listVersions, call, ...facts } = of;
  return {
    ...facts,
    method: "GET",
    kind,
    ...(isWholeName && { isWholeName: (input) => isWholeName(context, input) }),
    ...(listVersions && { listVersions: (input) => listVersions(context, input) }),
    call: (input) => call(context, input),
  };
}

/** Make the route of a resource that may also be a page. */
export function readRoute(
  files: PageFrame,
  path: string,
  formats: readonly Format[],
  about: RouteDescription,
  find: (input: CallInput) => Found | Promise<Found>,
): DescribedRoute {
  return {
    method: "GET",
    path,
    kind: "resource",
    formats,
    about,
    call: async (input) => withPage(await find(input), input, path, files),
  };
}

type Found = Resource<PageContents> | Answer | Redirect;
