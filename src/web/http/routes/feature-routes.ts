import { speakRoutes } from "./spoken-routes.js";
import type { Context } from "../../../calls/context.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { type Feature, withAdditions } from "./feature.js";
import { routeOfPage } from "./page-routes.js";

/** Make the routes of features, and of their pages. */
export function routesOfFeatures(
  features: readonly Feature[],
  context: Context,
  files: PageFrame,
): readonly DescribedRoute[] {
  const routes = features.flatMap(({ makeRoutes, pages = [] }) =>
    speakRoutes(context, (spoken) => [
      ...makeRoutes(spoken, files),
      ...markReading(pages.map((page) => routeOfPage(spoken, files, page))),
    ]),
  );
  return routes.map((route) => withAdditions(features, route));
}

/** Mark routes that only read datasets: threads may answer them. */
export function markReading(routes: readonly DescribedRoute[]): readonly DescribedRoute[] {
  return routes.map((route) => ({ ...route, readsOnly: true }));
}
