import { parameterNames } from "../../calls/route-description.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { SHOW_TAX, TAX, TAX_SCHEMAS } from "./description.js";
import { invalidTaxPage, taxPage } from "./draw-tax.js";
import { showTaxPage } from "./tax-page.js";
import { showTax } from "./tax.js";
import type { LeakRow } from "../../web/http/routes/leak-row.js";

/** Requests that are answered. */
const TAX_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/api/mytax": ["/api/mytax?income=10000", "/api/mytax?income=-1&spending=3&smoker=NO&drinker=yes"],
  "/explore/tax": ["/explore/tax", "/explore/tax?income=20000&smoker=no"],
};

/** Page of the taxes of a household. */
const PAGE = "/explore/tax";
/** Territory that the estimate is about. */
const TERRITORY = "GB";

/** The estimate of a household's taxes, as a call and as a page. */
export const TAXES: Feature = {
  name: "tax",
  schemas: TAX_SCHEMAS,
  link: ({ territories }) =>
    territories.includes(TERRITORY) ? { label: ({ frame }) => frame.taxes, path: PAGE } : null,
  parameters: { "/api/mytax": { names: parameterNames(TAX) } },
  samples: TAX_SAMPLES,
  leakRows: leakRowsOfTaxes,
  makeRoutes: () => [
    {
      method: "GET",
      path: "/api/mytax",
      kind: "api",
      formats: ["json"],
      about: TAX,
      call: ({ parameters }) => showTax(parameters),
    },
  ],
  pages: [
    {
      path: PAGE,
      formats: ["html"],
      about: SHOW_TAX,
      call: (context, { actor, parameters, origin, language, cancel }) =>
        showTaxPage(context, actor, parameters, origin, language, cancel),
      drawings: { "feature tax": taxPage, "feature invalid tax": invalidTaxPage },
    },
  ],
};

/** Show where a private dataset must not show. @param secret its name */
function leakRowsOfTaxes(secret: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /explore/tax": { open: ["/explore/tax", `/explore/tax?income=1&dataset=${secret}`] },
    "GET /api/mytax": { open: ["/api/mytax?income=1", `/api/mytax?income=1&dataset=${secret}`] },
  };
}
