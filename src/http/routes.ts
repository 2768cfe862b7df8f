import { aggregate } from "../api/aggregate.js";
import type { Context } from "../api/context.js";
import { showDataset, showModel } from "../api/dataset.js";
import { listDatasets } from "../api/datasets.js";
import { showHealth, showReadiness } from "../api/health.js";
import { showTax } from "../api/tax.js";
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
    {
      method: "GET",
      path: "/datasets",
      kind: "resource",
      forms: ["json"],
      call: ({ actor, parameters, origin }) => listDatasets(context, actor, parameters, origin),
    },
    {
      method: "GET",
      path: "/{dataset}",
      kind: "resource",
      forms: ["json"],
      call: ({ actor, segments, origin }) => showDataset(context, actor, segments.get("dataset")!, origin),
    },
    {
      method: "GET",
      path: "/{dataset}/model",
      kind: "resource",
      forms: ["json"],
      call: ({ actor, segments, origin }) => showModel(context, actor, segments.get("dataset")!, origin),
    },
  ];
}
