import type { CrosstabForm } from "../../../calls/views/pages/crosstab.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import { EXPLORED, EXPLORED_VIEW, NUMBERS_PARAMETER } from "../../../calls/views/pages/page-parameters.js";
import { TEXT } from "../../../calls/schema.js";

export const SHOW_HOME: RouteDescription = {
  id: "showHome",
  tag: "Pages",
  summary: "Show the home page: the datasets, and how to begin",
  details: "A page with the largest and latest datasets.",
};

export const SHOW_SEARCH: RouteDescription = {
  id: "showSearch",
  tag: "Pages",
  summary: "Search the entries of all datasets and show the matches",
  details: "A page with the matches, their facets and links to the same as data, which is `/api/2/search`.",
  parameters: [
    { name: "q", description: "As in the search call.", schema: TEXT, example: "health" },
    { name: "dataset", description: "Names of datasets, joined by pipes.", schema: TEXT },
    { name: "category", description: "As in the search call.", schema: TEXT },
    { name: "page", description: "Page of 25 entries, from 1.", schema: TEXT },
  ],
  bodies: { atom: "The newest 50 matches, to follow the search by (RFC 4287)." },
  statuses: [404],
};

export const SHOW_GUIDE: RouteDescription = {
  id: "showGuide",
  tag: "Pages",
  summary: "Show example calls for the datasets of this server",
  details: "A page with calls to copy, made for the datasets that the reader may see.",
};

export const SHOW_EXPLORER: RouteDescription = {
  id: "explore",
  tag: "Pages",
  summary: "Explore a dataset: group, filter and sort it, as a chart and a table",
  details:
    "A page with what `/api/2/aggregate` answers to the same drilldowns, cuts and measures; its address is the state.",
  parameters: [...EXPLORED_VIEW, NUMBERS_PARAMETER],
};

export const SHOW_EMBED: RouteDescription = {
  id: "embed",
  tag: "Pages",
  summary: "Show the explorer's chart for a frame of another site; no other page can be framed",
  details:
    "Frames that were published with OpenSpending name their chart by `widget` and `state` instead: they show what these say, or are answered 400.",
  parameters: [
    ...EXPLORED_VIEW,
    NUMBERS_PARAMETER,
    {
      name: "widget",
      description: "Kind of chart in frames of OpenSpending. Bubbles are drawn as areas.",
      schema: { enum: ["treemap", "bubbletree", "aggregate_table", "timeseries"] },
    },
    {
      name: "state",
      description: "With `widget`: a JSON object with `drilldown` or `drilldowns`, `year`, `cuts` and `currency`.",
      schema: TEXT,
    },
  ],
};

export const SHOW_PICTURE: RouteDescription = {
  id: "drawPicture",
  tag: "Pages",
  summary: "Download the explorer's chart as a picture",
  details: "The chart of the page with the same parameters, to be shown elsewhere.",
  parameters: EXPLORED_VIEW,
  bodies: { svg: "An SVG picture without external files." },
  downloads: ["svg"],
};

export const SHOW_PREVIEW: RouteDescription = {
  id: "drawPreview",
  tag: "Pages",
  summary: "Read the explorer's chart as the picture that other sites show beside a link to it",
  details: "Pages with a chart name it as `og:image`. Charts with letters that the fonts of the server lack have none.",
  parameters: EXPLORED_VIEW,
  bodies: { png: "A PNG picture of 1200 by 630 pixels." },
};

export const SHOW_DATASET_PREVIEW: RouteDescription = {
  id: "drawDatasetPreview",
  tag: "Pages",
  summary: "Read a picture of a dataset: its name and what it comes to",
  details:
    "Pages of the dataset that have no chart name it as `og:image`, and those whose chart has letters that the fonts of the server lack.",
  bodies: { png: "A PNG picture of 1200 by 630 pixels." },
};

const CROSSTABS: Readonly<Record<CrosstabForm, string>> = {
  csv: "A header with the members across, and a record for each member down; sums have all their digits.",
  xlsx: "A workbook: the sheet `Data` has the table of the CSV, with figures as numbers, or as text if they have more than 15 digits; `About` has the address, the source, the licence and the notes.",
};

/** Describe the file of a crosstab. */
export function describeCrosstab(form: CrosstabForm): RouteDescription {
  return {
    id: form === "csv" ? "writeCrosstab" : "writeCrosstabWorkbook",
    tag: "Pages",
    summary: "Download the explorer's crosstab, `chart=pivot`, with all rows and columns and their totals",
    details: "Only for two drilldowns; `/api/2/aggregate` answers the other charts.",
    parameters: EXPLORED,
    bodies: { [form]: CROSSTABS[form] },
  };
}
