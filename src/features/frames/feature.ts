import { TEXT } from "../../calls/schema.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { readWidget, WIDGETS } from "./widget-state.js";

/** Frames that were published with OpenSpending: the frame of the explorer's chart shows what they say. */
export const FRAMES: Feature = {
  name: "frames",
  samples: {},
  // The routes are those of the explorer.
  leakRows: () => ({}),
  makeRoutes: () => [],
  services: { readFrame: readWidget },
  additions: {
    "/{dataset}/embed": {
      details:
        "Frames that were published with OpenSpending name their chart by `widget` and `state` instead: they show what these say, or are answered 400.",
      parameters: [
        {
          name: "widget",
          description: "Kind of chart in frames of OpenSpending. Bubbles are drawn as areas.",
          schema: { enum: WIDGETS },
        },
        {
          name: "state",
          description: "With `widget`: a JSON object with `drilldown` or `drilldowns`, `year`, `cuts` and `currency`.",
          schema: TEXT,
        },
      ],
    },
  },
};
