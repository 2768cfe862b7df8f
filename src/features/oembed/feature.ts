import { parameterNames } from "../../calls/route-description.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { markReading } from "../../web/http/routes/feature-routes.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { ChartedPage } from "../../web/pages/parts/page-frame.js";
import { EMBED_PAGE } from "./description.js";
import { makeOembedRoute } from "./oembed-route.js";
import type { LeakRow } from "../../web/http/routes/leak-row.js";

/** Requests that are answered. */
const OEMBED_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/oembed": ["/oembed?url=/town", "/oembed?url=/town/explore?drilldown%3Dregion&maxwidth=300&format=json"],
};

/** Frames for addresses of pages, by oEmbed. */
export const OEMBED: Feature = {
  name: "oembed",
  parameters: { "/oembed": { names: parameterNames(EMBED_PAGE) } },
  samples: OEMBED_SAMPLES,
  leakRows: leakRowsOfFrames,
  makeRoutes: (context) => markReading([makeOembedRoute(context)]),
  head: linkFrame,
};

/** Link to the frame of a page, for other sites; `null` for a private one. @param url of the page, with its query */
function linkFrame({ origin, dataset }: ChartedPage, url: string): Html | null {
  if (dataset.private) return null;
  // Absolute: programs that embed resolve no paths.
  const address = `${origin}/oembed?url=${encodeURIComponent(url)}`;
  return html`<link rel="alternate" type="application/json+oembed" title="oEmbed" href="${address}" />`;
}

/**
 * Show where a private dataset must not show.
 * @param secret its name
 * @param crossed name of a public one with a dimension, `zone`, that goes through it
 */
function leakRowsOfFrames(secret: string, crossed: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /oembed": {
      open: [
        "/oembed?url=/town",
        "/oembed?url=/secret-plan/explore",
        `/oembed?url=/${secret}`,
        `/oembed?url=https://money.example/${secret}/explore?drilldown=region`,
        `/oembed?url=/${secret}@1/embed&maxwidth=300`,
        `/oembed?url=/${secret}/explore?drilldown=regio&format=xml`,
        `/oembed?url=/${crossed}/explore?drilldown=zone`,
      ],
    },
  };
}
