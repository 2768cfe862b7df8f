import type { Feature } from "../../web/http/routes/feature.js";
import { OEMBED_SAMPLES, leakRowsOfFrames } from "./samples.js";
import { markReading } from "../../web/http/routes/feature-routes.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { ChartedPage } from "../../web/pages/parts/page-frame.js";
import { makeOembedRoute } from "./oembed-route.js";

/** Frames for addresses of pages, by oEmbed. */
export const OEMBED: Feature = {
  name: "oembed",
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
