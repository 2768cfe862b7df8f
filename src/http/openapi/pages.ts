import type { Parameter, RouteDescription } from "./description.js";
import { CUT } from "./parameters.js";
import { TEXT } from "./schema.js";

export const SHOW_HOME: RouteDescription = {
  id: "showHome",
  tag: "Pages",
  summary: "See what there is and how to begin",
};

export const SHOW_SEARCH: RouteDescription = {
  id: "showSearch",
  tag: "Pages",
  summary: "Search the entries of all datasets, and see what of them matches",
  parameters: [
    { name: "q", description: "As in the search call.", schema: TEXT, example: "health" },
    { name: "dataset", description: "Names of datasets, joined by pipes.", schema: TEXT },
    { name: "page", description: "Page of 25 entries, from 1.", schema: TEXT },
  ],
  statuses: [404],
};

export const SHOW_GUIDE: RouteDescription = {
  id: "showGuide",
  tag: "Pages",
  summary: "See examples of calls on the datasets that are there",
};

export const SHOW_TAX: RouteDescription = {
  id: "showTaxPage",
  tag: "Pages",
  summary: "Estimate what a household pays in taxes, and see what it buys",
  parameters: [
    { name: "income", description: "As in the call `/api/mytax`; without it there is only a form.", schema: TEXT },
    ...["smoker", "drinker", "driver"].map((name) => ({
      name,
      description: "As in the call `/api/mytax`.",
      schema: { enum: ["yes", "no"] },
    })),
  ],
};

const EXPLORED: readonly Parameter[] = [
  {
    name: "drilldown",
    description:
      "Up to three dimensions or attributes, joined by pipes. With neither this nor a cut, the default view.",
    schema: TEXT,
  },
  CUT,
  { name: "measure", description: "One measure.", schema: TEXT },
  { name: "order", description: "As in the aggregate call.", schema: TEXT },
  {
    name: "chart",
    description: "How it is drawn; by default as suits the data.",
    schema: { enum: ["treemap", "bars", "line", "table"] },
  },
];

export const SHOW_EXPLORER: RouteDescription = {
  id: "explore",
  tag: "Pages",
  summary: "Explore a dataset: split, cut and order it, as a chart and a table",
  parameters: EXPLORED,
};

export const SHOW_EMBED: RouteDescription = {
  id: "embed",
  tag: "Pages",
  summary: "The same chart for a frame on another page; no other page may be framed",
  parameters: EXPLORED,
};

export const SHOW_PICTURE: RouteDescription = {
  id: "drawPicture",
  tag: "Pages",
  summary: "The same chart as a picture to save",
  parameters: EXPLORED,
  bodies: { svg: "An SVG drawing that needs nothing else." },
  downloads: ["svg"],
};
