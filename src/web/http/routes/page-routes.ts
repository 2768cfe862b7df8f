import type { Context } from "../../../calls/context.js";
import { requestExplorer, withoutState } from "../../../calls/views/pages/explore.js";
import { CROSSTAB_FORMS, crosstabAnswer, type CrosstabForm } from "../../../calls/views/pages/crosstab.js";
import { withJson } from "../../../calls/formats.js";
import { CITATION_BODIES } from "../../../calls/reading/changes/citation.js";
import { ANY_OBJECT, arrayOf, described } from "../../../calls/schema.js";
import { datasetOf } from "../../../calls/reading-call.js";
import { showDataset } from "../../../calls/views/resources/dataset.js";
import { dimensionPathOf, memberPathOf } from "../../../calls/views/resources/dimension-routes.js";
import { showDimension } from "../../../calls/views/resources/dimension.js";
import { showMember } from "../../../calls/views/resources/member.js";
import type { Page } from "../../pages/parts/page.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import { type PageContents, READING_PAGES } from "../../pages/render.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { routeOfCall } from "./resource-routes.js";
import { withDatasetPreview, withCitation, withPage, withPicture, withPreview, withTable } from "./with-page.js";
import type { CallInput } from "../message/route.js";
import type { RouteDescription } from "../../../calls/route-description.js";
import { EXPLORED, EXPLORED_VIEW, MEMBERS_LISTED, OVERVIEW } from "../../../calls/views/pages/page-parameters.js";

const SHOW_PICTURE: RouteDescription = {
  id: "drawPicture",
  tag: "Pages",
  summary: "Download the explorer's chart as a picture",
  details: "The chart of the page with the same parameters, to be shown elsewhere.",
  parameters: EXPLORED_VIEW,
  bodies: { svg: "An SVG picture without external files." },
  downloads: ["svg"],
};

const SHOW_PREVIEW: RouteDescription = {
  id: "drawPreview",
  tag: "Pages",
  summary: "Read the explorer's chart as the picture that other sites show beside a link to it",
  details: "Pages with a chart name it as `og:image`. Charts with letters that the fonts of the server lack have none.",
  parameters: EXPLORED_VIEW,
  bodies: { png: "A PNG picture of 1200 by 630 pixels." },
};

const SHOW_DATASET_PREVIEW: RouteDescription = {
  id: "drawDatasetPreview",
  tag: "Pages",
  summary: "Read a picture of a dataset: its name and what it comes to",
  details:
    "Pages of the dataset that have no chart name it as `og:image`, and those whose chart has letters that the fonts of the server lack.",
  bodies: { png: "A PNG picture of 1200 by 630 pixels." },
};

const TABLE_DETAILS =
  "The table of the page with the same parameters, as readers see it: its texts in their language, its figures as numbers, and a sheet with the address, the source, the licence and the notes.";

/** Describe the workbook of the table of a page. */
function describeTable(id: string, of: string, parameters: RouteDescription["parameters"] = []): RouteDescription {
  return {
    id,
    tag: "Pages",
    summary: `Download the table of ${of} as a workbook`,
    details: TABLE_DETAILS,
    parameters,
    bodies: { table: "A workbook (XLSX)." },
  };
}

/** Describe the citation of a page. */
function describeCitationOf(id: string, of: string, parameters: RouteDescription["parameters"] = []): RouteDescription {
  return {
    id,
    tag: "Pages",
    summary: `Read the citation of the page of ${of}, for reference managers`,
    details:
      "The title is that of the page, with its cuts, its year and its dataset, and the address that of the version with the state.",
    parameters,
    json: arrayOf(described(ANY_OBJECT, "An item of CSL-JSON.")),
    bodies: CITATION_BODIES,
  };
}

/** Make the routes of the citations of pages. */
function makeCitationRoutes(context: Context, files: PageFrame): readonly FileRoute[] {
  const formats = withJson(CITATION_BODIES);
  return [
    {
      path: "/{dataset}/explore/citation",
      formats,
      about: {
        ...describeCitationOf("citeState", "the explorer", EXPLORED_VIEW),
        details:
          "The address is that of the version with the state. Where nothing is split, the title is the amount with what it is.",
      },
      call: (input) => withCitation(withoutState(requestExplorer(context, input, "explore")), files),
    },
    {
      path: "/{dataset}/meta/page-citation",
      formats,
      about: describeCitationOf("citeDataset", "a dataset", OVERVIEW),
      call: (input) => withCitation(openDataset(context, input), files),
    },
    {
      path: "/{dataset}/{dimension}.citation",
      formats,
      about: describeCitationOf("citeDimension", "a dimension", MEMBERS_LISTED),
      call: async (input) => withCitation(await openDimension(context, input), files),
    },
    {
      path: "/{dataset}/{dimension}/{name}/citation",
      formats,
      about: describeCitationOf("citeMember", "a member", OVERVIEW),
      call: async (input) => withCitation(await openMember(context, input), files),
    },
  ];
}

type FileRoute = Pick<DescribedRoute, "path" | "formats" | "about" | "call">;

/** Read the page of a dataset. */
function openDataset(context: Context, input: CallInput): ReturnType<typeof showDataset> {
  const { actor, origin, parameters, cancel } = input;
  return showDataset(context, actor, datasetOf(input), origin, parameters, cancel, "html");
}

/** Read the page of a dimension. */
function openDimension(context: Context, input: CallInput): ReturnType<typeof showDimension> {
  const { actor, origin, parameters, cancel } = input;
  return showDimension(context, actor, dimensionPathOf(input), origin, parameters, cancel, "html");
}

/** Read the page of a member. */
function openMember(context: Context, input: CallInput): ReturnType<typeof showMember> {
  const { actor, origin, parameters, cancel } = input;
  return showMember(context, actor, memberPathOf(input), origin, parameters, cancel, "html");
}

/** Make the routes of the tables of pages, as they are seen. */
function makeTableRoutes(context: Context): readonly FileRoute[] {
  const formats = ["table"] as const;
  return [
    {
      path: "/{dataset}/explore/table.xlsx",
      formats,
      about: describeTable("writeTable", "the explorer", EXPLORED_VIEW),
      call: (input) => withTable(withoutState(requestExplorer(context, input, "explore")), input.language),
    },
    {
      path: "/{dataset}/table.xlsx",
      formats,
      about: describeTable("writeDatasetTable", "a dataset", OVERVIEW),
      call: (input) => withTable(openDataset(context, input), input.language),
    },
    {
      path: "/{dataset}/{dimension}.table.xlsx",
      formats,
      about: describeTable("writeDimensionTable", "a dimension", MEMBERS_LISTED),
      call: async (input) => withTable(await openDimension(context, input), input.language),
    },
    {
      path: "/{dataset}/{dimension}/{name}/table.xlsx",
      formats,
      about: describeTable("writeMemberTable", "a member", OVERVIEW),
      call: async (input) => withTable(await openMember(context, input), input.language),
    },
  ];
}

const CROSSTABS: Readonly<Record<CrosstabForm, string>> = {
  csv: "A header with the members across, and a record for each member down; sums have all their digits.",
  xlsx: "A workbook: the sheet `Data` has the table of the CSV, with figures as numbers, or as text if they have more than 15 digits; `About` has the address, the source, the licence and the notes.",
};

/** Make the routes of pages without a JSON form, and of pictures and files of them. */
export function makePageRoutes(context: Context, files: PageFrame): readonly DescribedRoute[] {
  const pictures: readonly FileRoute[] = [
    {
      path: "/{dataset}/explore.svg",
      formats: ["svg"],
      about: SHOW_PICTURE,
      call: (input) => withPicture(withoutState(requestExplorer(context, input, "explore")), input.language),
    },
    {
      path: "/{dataset}/explore.png",
      formats: ["png"],
      about: SHOW_PREVIEW,
      call: (input) => withPreview(withoutState(requestExplorer(context, input, "explore")), input.language),
    },
    {
      path: "/{dataset}/preview.png",
      formats: ["png"],
      about: SHOW_DATASET_PREVIEW,
      call: (input) => {
        const { actor, origin, language, cancel } = input;
        return withDatasetPreview(showDataset(context, actor, datasetOf(input), origin, undefined, cancel), language);
      },
    },
    ...makeTableRoutes(context),
    ...makeCitationRoutes(context, files),
    ...CROSSTAB_FORMS.map((form): (typeof pictures)[number] => ({
      path: `/{dataset}/explore.${form}`,
      formats: [form],
      about: describeCrosstab(form),
      call: (input) => crosstabAnswer(requestExplorer(context, input, "explore"), form),
    })),
  ];
  return [
    ...READING_PAGES.map((page) => routeOfPage(context, files, page)),
    ...pictures.map((route): DescribedRoute => ({ method: "GET", kind: "resource", ...route })),
  ];
}

/** Make the route of a page. */
export function routeOfPage(context: Context, files: PageFrame, page: Page<PageContents>): DescribedRoute {
  const { drawings, ...resource } = page;
  return {
    ...routeOfCall("resource", context, resource),
    drawings,
    call: async (input) => withPage(await page.call(context, input), input, page.path, files),
  };
}

/** Describe the file of a crosstab. */
function describeCrosstab(form: CrosstabForm): RouteDescription {
  return {
    id: form === "csv" ? "writeCrosstab" : "writeCrosstabWorkbook",
    tag: "Pages",
    summary: "Download the explorer's crosstab, `chart=pivot`, with all rows and columns and their totals",
    details: "Only for two drilldowns; `/api/2/aggregate` answers the other charts.",
    parameters: EXPLORED,
    bodies: { [form]: CROSSTABS[form] },
  };
}
