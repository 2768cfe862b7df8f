import type { LeakRow } from "../../web/http/routes/leak-row.js";

/** Requests that are answered. */
export const OEMBED_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/oembed": ["/oembed?url=/town", "/oembed?url=/town/explore?drilldown%3Dregion&maxwidth=300&format=json"],
};

/**
 * Show where a private dataset must not show.
 * @param secret its name
 * @param crossed name of a public one with a dimension, `zone`, that goes through it
 */
export function leakRowsOfFrames(secret: string, crossed: string): Readonly<Record<string, LeakRow>> {
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
