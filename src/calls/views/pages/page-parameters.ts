import type { Parameter } from "../../route-description.js";
import { CUT, PAGE_PARAMETERS, pagesize } from "../../shared-parameters.js";
import { CHARTS } from "./explore-state.js";
import { TEXT } from "../../schema.js";

/** The language of amounts in a form. */
export const NUMBERS_PARAMETER: Parameter = {
  name: "numbers",
  description:
    "Language in which the amounts of the address are written, as in `de` for `1.000,50`: forms say it, so that everybody reads the address alike. By default that of `Accept-Language`; amounts as in programming are read in every language.",
  schema: TEXT,
  example: "de",
};

const VIEW: Parameter = { name: "_view", description: "Name of the view that the page shows.", schema: TEXT };
const YEAR: Parameter = { name: "year", description: "Year that the page shows, or `all`.", schema: TEXT };

const ALL: Parameter = {
  name: "all",
  description:
    "Names of dimensions whose members must not be added up, joined by pipes: the page shows them all instead of the default of the model.",
  schema: TEXT,
};

const CHOICE: Parameter = {
  name: "cut",
  description:
    "What every figure of the page is cut to, as in the aggregate call. It also chooses the member of each dimension whose members must not be added up, and opens levels of the split. Cuts that the model does not know, or that contradict what the page is of, have no effect, and the page says so.",
  schema: TEXT,
};

/** Parameters that adjust every amount of a page. */
const ADJUSTED: readonly Parameter[] = [
  ...["prices", "in", "per"].map((name) => ({
    name,
    description: "As in the aggregate call, for every amount of the page.",
    schema: TEXT,
  })),
  { name: "inflate", description: "The same as `prices`, as OpenSpending wrote it.", schema: TEXT },
];

/** Parameters of the page of a dataset and of a member. */
export const OVERVIEW: readonly Parameter[] = [VIEW, YEAR, CHOICE, ALL, ...ADJUSTED];

/** Parameters of the page of a dimension. */
export const MEMBERS_LISTED: readonly Parameter[] = [
  { name: "q", description: "Words that the members begin with.", schema: TEXT },
  YEAR,
  PAGE_PARAMETERS,
  CHOICE,
  ALL,
  ...ADJUSTED,
];

/** Parameters of a list of entries. Programs are redirected to the search call, which takes its own. */
export const ENTRIES_LISTED: readonly Parameter[] = [
  ...["q", "filter", "fq", "order"].map((name) => ({ name, description: "As in the search call.", schema: TEXT })),
  { name: "measure", description: "Measure that `min` and `max` are of; by default the first.", schema: TEXT },
  ...["min", "max"].map((name) => ({
    name,
    description: `Only entries of ${name === "min" ? "at least" : "at most"} this amount. Programs write \`fq=amount:[from TO to]\`.`,
    schema: TEXT,
  })),
  NUMBERS_PARAMETER,
  {
    name: "columns",
    description: "Names of dimensions and measures, joined by pipes or repeated, that the page has columns of.",
    schema: TEXT,
  },
  PAGE_PARAMETERS,
  pagesize(50),
];

/** Colours of a frame. */
export const FRAME_THEMES = ["auto", "light", "dark"] as const;

export const FRAME_THEME: Parameter = {
  name: "theme",
  description: "Colours of the frame: light or dark, or as the reader's system prefers.",
  schema: { enum: FRAME_THEMES, default: "auto" },
};

/** Parameters of the explorer and its files. */
export const EXPLORED: readonly Parameter[] = [
  {
    name: "drilldown",
    description:
      "Up to three dimensions or attributes to group by, joined by pipes. Without a drilldown and a cut, the page shows the default view; with an empty one (`drilldown=`), the total.",
    schema: TEXT,
  },
  CUT,
  {
    name: "field",
    description: "Reference of one more cut, in two parameters as a form sends it; `value` is its value.",
    schema: TEXT,
  },
  { name: "value", description: "Value of the cut on `field`.", schema: TEXT },
  ...["from", "to"].map((name) => ({
    name,
    description: `The ${name === "from" ? "first" : "last"} year of one more cut to a range of years, as a form sends it.`,
    schema: TEXT,
  })),
  ALL,
  { name: "measure", description: "Terms as in the aggregate call; charts draw the first.", schema: TEXT },
  { name: "order", description: "As in the aggregate call.", schema: TEXT },
  ...["against", "having", "top", "rollup", "prices", "in", "per"].map((name) => ({
    name,
    description: "As in the aggregate call.",
    schema: TEXT,
  })),
  {
    name: "side",
    description: "Reference that the other side of a comparison is cut by, as a form sends it; `other` is its value.",
    schema: TEXT,
  },
  { name: "other", description: "Value of the cut on `side`.", schema: TEXT },
  { name: "above", description: "Least figure of a cell, as a form sends it instead of `having`.", schema: TEXT },
  {
    name: "chart",
    description:
      "Kind of chart; by default one that fits the data. `stacked` and `stacked-share` are columns over time, `calendar` months or days coloured by their amounts, `multiples` a small chart for each member of the second drilldown, `dots` the two sides of a comparison, `icicle` the levels of a hierarchy, `map` places by their shapes, `flow` money from the members of the first drilldown to those of the second, `pivot` a table of two drilldowns. Where a kind would not be true of the figures, another is drawn, and a note says why.",
    schema: { enum: [...CHARTS] },
  },
];

/** Parameters of pages and pictures of the explorer, which show the default view without a state. */
export const EXPLORED_VIEW: readonly Parameter[] = [
  ...EXPLORED,
  ...[VIEW, YEAR].map((each) => ({
    ...each,
    description: `Without a drilldown and a cut: ${each.name === "year" ? "year" : "name of the view"} to show.`,
  })),
];
