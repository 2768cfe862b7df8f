import { TEXT } from "../../calls/schema.js";
import { parameterNames, type RouteDescription } from "../../calls/route-description.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { readWidget, WIDGETS } from "./widget-state.js";

const EMBED = "/{dataset}/embed";

const ADDED: Pick<RouteDescription, "parameters"> = {
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
};

/** Frames that were published with OpenSpending: the frame of the explorer's chart shows what they say. */
export const FRAMES: Feature = {
  name: "frames",
  parameters: { [EMBED]: { names: parameterNames(ADDED) } },
  samples: {},
  // The routes are those of the explorer.
  leakRows: () => ({}),
  makeRoutes: () => [],
  services: { readFrame: readWidget },
  additions: {
    [EMBED]: {
      details:
        "Frames that were published with OpenSpending name their chart by `widget` and `state` instead: they show what these say, or are answered 400.",
      ...ADDED,
    },
  },
};
