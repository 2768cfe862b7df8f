import { aggregate, SUM_FORMATS } from "../../../calls/reading/aggregate/aggregate.js";
import type { Context } from "../../../calls/context.js";
import { HIT_FORMATS, search } from "../../../calls/reading/search/search.js";
import { suggestTyped } from "../../../calls/views/suggest/suggest.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import { AGGREGATE } from "../openapi/aggregate.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { SEARCH } from "../openapi/search.js";
import { SUGGEST } from "../openapi/suggest.js";
import type { Feature } from "./feature.js";
import { makePageRoutes } from "./page-routes.js";
import { makeResourceRoutes } from "./resource-routes.js";

/** Make all routes that only read datasets. */
export function makeReadingRoutes(
  features: readonly Feature[],
  context: Context,
  files: PageFrame,
): readonly DescribedRoute[] {
  const more = features.flatMap(({ makeRoutes }) => makeRoutes(context, files)).filter(({ readsOnly }) => readsOnly);
  return [...makeQueryRoutes(context), ...more, ...makeViewRoutes(context, files)];
}

/** Make the routes of calls that compute figures and entries. */
export function makeQueryRoutes(context: Context): readonly DescribedRoute[] {
  return markReading([
    {
      method: "GET",
      path: "/api/2/aggregate",
      kind: "api",
      heavy: true,
      formats: SUM_FORMATS,
      about: AGGREGATE,
      call: ({ actor, parameters, origin, cancel }) => aggregate(context, actor, parameters, origin, cancel),
    },
    {
      method: "GET",
      path: "/api/2/search",
      kind: "api",
      heavy: true,
      formats: HIT_FORMATS,
      about: SEARCH,
      call: ({ actor, parameters, origin, cancel }) => search(context, actor, parameters, origin, cancel),
    },
    {
      method: "GET",
      path: "/api/2/suggest",
      kind: "api",
      heavy: true,
      formats: ["json"],
      isForPages: true,
      about: SUGGEST,
      call: ({ actor, parameters, origin, cancel }) => suggestTyped(context, actor, parameters, origin, cancel),
    },
  ]);
}

/** Make the routes of resources and pages about datasets. */
export function makeViewRoutes(context: Context, files: PageFrame): readonly DescribedRoute[] {
  return markReading([...makePageRoutes(context, files), ...makeResourceRoutes(context, files)]);
}

/** Mark routes that only read datasets: threads may answer them. */
export function markReading(routes: readonly DescribedRoute[]): readonly DescribedRoute[] {
  return routes.map((route) => ({ ...route, readsOnly: true }));
}
