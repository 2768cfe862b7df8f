import type { Feature } from "../../web/http/routes/feature.js";
import type { LeakRow } from "../../web/http/routes/leak-row.js";
import { PREVIEW_ENTITY, RECONCILE_PARAMETERS, RECONCILE_SAMPLES, RECONCILE_SCHEMAS } from "./description.js";
import { RECONCILE } from "./manifest.js";
import { drawEntity, previewEntity } from "./preview.js";
import { makeReconcileRoutes } from "./reconcile-routes.js";

/** The Reconciliation Service API: OpenRefine finds the members that names may stand for. */
export const RECONCILIATION: Feature = {
  name: "reconcile",
  schemas: RECONCILE_SCHEMAS,
  parameters: RECONCILE_PARAMETERS,
  samples: RECONCILE_SAMPLES,
  leakRows: leakRowsOfReconciliation,
  makeRoutes: (context) => makeReconcileRoutes(context),
  pages: [
    {
      path: `${RECONCILE}/preview`,
      formats: ["html"],
      about: PREVIEW_ENTITY,
      call: previewEntity,
      drawings: { "feature reconciled": drawEntity },
    },
  ],
};

/** Show where a private dataset must not show. @param secret its name */
function leakRowsOfReconciliation(secret: string): Readonly<Record<string, LeakRow>> {
  const ask = (parameter: string, json: object): string =>
    `${RECONCILE}?${parameter}=${encodeURIComponent(JSON.stringify(json))}`;
  const ids = ["region/Hidden valley", "cofog/hidden-code", `dataset/${secret}`].map(encodeURIComponent);
  const prefixes = ["hidden", "hid", "secret", "region%2FHidden%20valley"];
  const each = (path: string, name: string, values: readonly string[]): Readonly<Record<string, LeakRow>> => ({
    [`GET ${RECONCILE}/${path}`]: { open: values.map((value) => `${RECONCILE}/${path}?${name}=${value}`) },
  });
  return {
    [`GET ${RECONCILE}`]: {
      open: [
        RECONCILE,
        `${RECONCILE}?query=hidden%20valley`,
        ask("queries", { q: { query: "Hidden valley" }, r: { query: "hidden", type: "region" } }),
        ask("queries", { q: { query: "Hidden", properties: [{ pid: "datasets", v: secret }] } }),
        ask("extend", { ids: ["region/Hidden valley"], properties: [{ id: "datasets" }, { id: "num_entries" }] }),
      ],
    },
    [`POST ${RECONCILE}`]: { open: [RECONCILE, `${RECONCILE}?query=hidden%20valley`] },
    ...each("suggest/entity", "prefix", prefixes),
    ...each("suggest/type", "prefix", ["", "hid", "cof"]),
    ...each("suggest/property", "prefix", ["", secret]),
    ...each("properties", "type", ["region", secret]),
    ...each("flyout", "id", ids),
    ...each("preview", "id", ids),
    ...each("view", "id", ids),
  };
}
