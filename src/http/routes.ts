import { aggregate } from "../api/aggregate.js";
import type { Context } from "../api/context.js";
import { showHealth, showReadiness } from "../api/health.js";
import { showTax } from "../api/tax.js";
import { makeResourceRoutes } from "./resource-routes.js";
import type { Route } from "./route.js";

/** The interface: every call that there is. */
export function makeRoutes(context: Context): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/",
      kind: "resource",
      forms: [],
      call: () => ({ redirect: "/datasets" }),
    },
    {
      method: "GET",
      path: "/api/2/aggregate",
      kind: "api",
      forms: ["json", "csv", "ndjson", "arrow"],
      call: ({ actor, parameters, origin, signal }) => aggregate(context, actor, parameters, origin, signal),
    },
    {
      method: "GET",
      path: "/api/mytax",
      kind: "api",
      forms: ["json"],
      call: ({ parameters }) => showTax(parameters),
    },
    {
      method: "GET",
      path: "/healthz",
      kind: "api",
      forms: ["json"],
      call: () => showHealth(),
    },
    {
      method: "GET",
      path: "/readyz",
      kind: "api",
      forms: ["json"],
      call: () => showReadiness(context),
    },
    ...makeResourceRoutes(context),
  ];
}
