import type { CrosstabForm } from "../../../calls/views/pages/crosstab.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import { EXPLORED, EXPLORED_VIEW } from "../../../calls/views/pages/page-parameters.js";

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
