import { showHealth, showReadiness } from "../../../calls/health.js";
import { showRobots } from "../../../calls/views/resources/crawlers.js";
import { showSecurity } from "../../../calls/views/resources/security-text.js";
import { describeSite } from "../../../calls/views/resources/llms.js";
import { showPermissions } from "../../../calls/permissions.js";
import { makeBrowserRoutes } from "../session/routes.js";
import { readStaticFiles } from "../../pages/parts/static-files.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { SHOW_HEALTH, SHOW_READINESS } from "../../../calls/health-routes.js";
import { DESCRIBE_SITE, SHOW_INTERFACE, SHOW_ROBOTS, SHOW_SECURITY } from "../openapi/interface.js";
import { SHOW_PERMISSIONS } from "../../../calls/permissions-route.js";
import type { ServerContext } from "../session/server-context.js";
import { type Feature, framePages } from "./feature.js";
import { routesOfFeatures } from "./feature-routes.js";
import { makeLoadingRoutes } from "./loading-routes.js";
import { makeQueryRoutes, makeViewRoutes } from "./reading-routes.js";
import { makeIconRoute, makeStaticRoute } from "./static-route.js";
import type { Answer } from "../../../calls/answer.js";
import { makeDocument } from "../openapi/document.js";

/** Modification time of the document, which depends on the program only. */
const STARTED = new Date();

/** Make the table of all routes: the whole interface, with some features. */
export function makeRoutesWith(features: readonly Feature[], context: ServerContext): readonly DescribedRoute[] {
  const files = framePages(features, readStaticFiles(context.site));
  const routes: readonly DescribedRoute[] = [
    ...makeQueryRoutes(context),
    ...makeServerRoutes(context),
    {
      method: "GET",
      path: "/openapi",
      kind: "resource",
      formats: ["json"],
      about: SHOW_INTERFACE,
      call: ({ origin }) => showInterface(routes, features, context.version, origin),
    },
    {
      method: "GET",
      path: "/robots.txt",
      kind: "resource",
      formats: ["text"],
      about: SHOW_ROBOTS,
      call: ({ origin }) =>
        showRobots(
          context,
          features.flatMap(({ crawling }) => crawling?.(context, origin) ?? []),
        ),
    },
    {
      method: "GET",
      path: "/llms.txt",
      kind: "resource",
      formats: ["text"],
      about: DESCRIBE_SITE,
      call: ({ origin }) =>
        describeSite(
          context,
          origin,
          features.flatMap(({ introduction }) => (introduction ? [introduction(origin)] : [])),
        ),
    },
    ...routesOfFeatures(features, context, files),
    ...makeBrowserRoutes(context),
    ...makeLoadingRoutes(context, files),
    makeStaticRoute(files),
    makeIconRoute(context),
    ...makeViewRoutes(features, context, files),
  ];
  return routes;
}

/** Make the routes about the server as a whole: permissions, health, and files for crawlers. */
function makeServerRoutes(context: ServerContext): readonly DescribedRoute[] {
  return [
    {
      method: "GET",
      path: "/api/2/permissions",
      kind: "api",
      formats: ["json"],
      about: SHOW_PERMISSIONS,
      call: ({ actor, parameters }) => showPermissions(context, actor, parameters),
    },
    {
      method: "GET",
      path: "/healthz",
      kind: "api",
      formats: ["json"],
      about: SHOW_HEALTH,
      call: () => showHealth(),
    },
    {
      method: "GET",
      path: "/readyz",
      kind: "api",
      formats: ["json"],
      about: SHOW_READINESS,
      call: () => showReadiness(context),
    },
    {
      method: "GET",
      path: "/.well-known/security.txt",
      kind: "resource",
      formats: ["text"],
      about: SHOW_SECURITY,
      call: ({ origin }) => showSecurity(context.securityContact, context.version, origin),
    },
  ];
}

/** `GET /openapi`: return the OpenAPI document of the interface. */
function showInterface(
  routes: readonly DescribedRoute[],
  features: readonly Feature[],
  version: string,
  origin: string,
): Answer {
  return {
    version,
    lastModified: STARTED,
    canonical: "",
    public: true,
    formats: { json: async () => ({ chunks: [JSON.stringify(makeDocument(routes, features, version, origin))] }) },
  };
}
