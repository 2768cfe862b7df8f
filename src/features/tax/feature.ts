import type { Feature } from "../../web/http/routes/feature.js";
import { markReading } from "../../web/http/routes/reading-routes.js";
import { withPage } from "../../web/http/routes/with-page.js";
import { SHOW_TAX, TAX, TAX_SCHEMAS } from "./description.js";
import { showTaxPage } from "./tax-page.js";
import { showTax } from "./tax.js";

/** Page of the taxes of a household. */
const PAGE = "/explore/tax";
/** Territory that the estimate is about. */
const TERRITORY = "GB";

/** The estimate of a household's taxes, as a call and as a page. */
export const TAXES: Feature = {
  name: "tax",
  schemas: TAX_SCHEMAS,
  link: ({ territories }) => (territories.includes(TERRITORY) ? { label: "Taxes", path: PAGE } : null),
  makeRoutes: (context, files) => [
    {
      method: "GET",
      path: "/api/mytax",
      kind: "api",
      formats: ["json"],
      about: TAX,
      call: ({ parameters }) => showTax(parameters),
    },
    ...markReading([
      {
        method: "GET",
        path: PAGE,
        kind: "resource",
        formats: ["html"],
        about: SHOW_TAX,
        call: (input) => {
          const { actor, parameters, origin, language, cancel } = input;
          return withPage(showTaxPage(context, actor, parameters, origin, language, cancel), input, PAGE, files);
        },
      },
    ]),
  ],
};
