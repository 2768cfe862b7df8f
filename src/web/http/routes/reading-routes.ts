import { speakRoutes } from "./spoken-routes.js";
import type { ReadingCall } from "../../../calls/reading-call.js";
import type { Context } from "../../../calls/context.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import { AGGREGATE_CALL } from "../../../calls/reading/aggregate/aggregate-route.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { SEARCH_CALL } from "../../../calls/reading/search/search-route.js";
import { SUGGEST_CALL } from "../../../calls/views/suggest/suggest-route.js";
import { markReading, routesOfFeatures } from "./feature-routes.js";
import { type Feature, withAdditions } from "./feature.js";
import { makePageRoutes } from "./page-routes.js";
import { makeResourceRoutes, routeOfCall } from "./resource-routes.js";

/** Make all routes that only read datasets. */
export function makeReadingRoutes(
  features: readonly Feature[],
  context: Context,
  files: PageFrame,
): readonly DescribedRoute[] {
  const more = routesOfFeatures(features, context, files).filter(({ readsOnly }) => readsOnly);
  return [...makeQueryRoutes(context), ...more, ...makeViewRoutes(features, context, files)];
}

/** Make the routes of calls that compute figures and entries. */
export function makeQueryRoutes(context: Context): readonly DescribedRoute[] {
  return speakRoutes(context, (spoken) => markReading(QUERY_CALLS.map((call) => routeOfCall("api", spoken, call))));
}

const QUERY_CALLS: readonly ReadingCall<never>[] = [AGGREGATE_CALL, SEARCH_CALL, SUGGEST_CALL];

/** Make the routes of resources and pages about datasets. */
export function makeViewRoutes(
  features: readonly Feature[],
  context: Context,
  files: PageFrame,
): readonly DescribedRoute[] {
  const routes = speakRoutes(context, (spoken) =>
    markReading([...makePageRoutes(spoken, files), ...makeResourceRoutes(spoken, files)]),
  );
  return routes.map((route) => withAdditions(features, route));
}
