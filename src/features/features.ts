import type { Context } from "../calls/context.js";
import type { ParametersByPath } from "../core/query/call-parameters.js";
import { type Feature, framePages } from "../web/http/routes/feature.js";
import { makeReadingRoutes } from "../web/http/routes/reading-routes.js";
import { makeRoutesWith } from "../web/http/routes/routes.js";
import type { DescribedRoute } from "../web/http/openapi/described-route.js";
import type { ServerContext } from "../web/http/session/server-context.js";
import { readStaticFiles } from "../web/pages/parts/static-files.js";
import { ASSISTANTS } from "./assistants/feature.js";
import { BABBAGE } from "./babbage/feature.js";
import { CATALOGUES } from "./catalogues/feature.js";
import { FEEDS } from "./feeds/feature.js";
import { FRAMES } from "./frames/feature.js";
import { DOCUMENTS } from "./documents/feature.js";
import { MEMBERS_OF_ALL } from "./members/feature.js";
import { RECONCILIATION } from "./reconcile/feature.js";
import { OEMBED } from "./oembed/feature.js";
import { SITEMAP } from "./sitemap/feature.js";
import { TAXES } from "./tax/feature.js";

/** All features. A new one is a folder beside the others and a row here. */
export const FEATURES: readonly Feature[] = [
  BABBAGE,
  TAXES,
  OEMBED,
  SITEMAP,
  FEEDS,
  MEMBERS_OF_ALL,
  RECONCILIATION,
  CATALOGUES,
  FRAMES,
  ASSISTANTS,
  DOCUMENTS,
];

/** Make the table of all routes. @param without names of the features to leave out */
export function makeRoutes(context: ServerContext, without: readonly string[] = []): readonly DescribedRoute[] {
  const features = choose(without);
  const provided = provide(features, context);
  return withParameters(provided, makeRoutesWith(features, provided));
}

/** Make the routes that threads answer. @param without names of the features to leave out */
export function makeThreadRoutes(context: Context, without: readonly string[]): readonly DescribedRoute[] {
  const features = choose(without);
  const provided = provide(features, context);
  const files = framePages(features, readStaticFiles(context.site));
  return withParameters(provided, makeReadingRoutes(features, provided, files));
}

function choose(without: readonly string[]): readonly Feature[] {
  return FEATURES.filter(({ name }) => !without.includes(name));
}

/** Tell routes which parameters the calls of features have. */
function withParameters({ parameters }: Context, routes: readonly DescribedRoute[]): readonly DescribedRoute[] {
  return routes.map((route) => ({ ...route, parameters }));
}

/** Give calls the services of features, and the parameters of their calls. */
function provide<Any extends Context>(features: readonly Feature[], context: Any): Any {
  const parameters = Object.assign({}, ...features.map((each) => each.parameters)) as ParametersByPath;
  return Object.assign({}, context, { parameters }, ...features.map(({ services }) => services)) as Any;
}
