import type { Context } from "../../../calls/context.js";
import { requestExplorer, withoutState } from "../../../calls/views/pages/explore.js";
import { CROSSTAB_FORMS, crosstabAnswer } from "../../../calls/views/pages/crosstab.js";
import { datasetOf } from "../../../calls/reading-call.js";
import { showDataset } from "../../../calls/views/resources/dataset.js";
import type { Page } from "../../pages/parts/page.js";
import type { PageFrame } from "../../pages/parts/page-frame.js";
import { type PageContents, READING_PAGES } from "../../pages/render.js";
import { describeCrosstab, SHOW_DATASET_PREVIEW, SHOW_PICTURE, SHOW_PREVIEW } from "../openapi/pages.js";
import type { DescribedRoute } from "../openapi/described-route.js";
import { routeOfCall } from "./resource-routes.js";
import { withDatasetPreview, withPage, withPicture, withPreview } from "./with-page.js";

/** Make the routes of pages without a JSON form, and of pictures and files of them. */
export function makePageRoutes(context: Context, files: PageFrame): readonly DescribedRoute[] {
  const pictures: readonly Pick<DescribedRoute, "path" | "formats" | "about" | "call">[] = [
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
