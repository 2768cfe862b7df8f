import type { Context } from "../../../calls/context.js";
import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { Html } from "../../pages/parts/html.js";
import type { ChartedPage, HeaderLink, PageFrame } from "../../pages/parts/page-frame.js";
import type { StaticFiles } from "../../pages/parts/static-files.js";
import type { DescribedFeature, DescribedRoute } from "../openapi/described-route.js";

/** A part of the interface that can be left out, whole. */
export interface Feature extends DescribedFeature {
  /** Name of it in settings. */
  readonly name: string;
  readonly makeRoutes: (context: Context, files: PageFrame) => readonly DescribedRoute[];
  /** Return its link in the header of pages about a dataset; `null` for none. */
  readonly link?: (dataset: DatasetDescription) => HeaderLink | null;
  /** Return its element in the head of a page with a chart; `null` for none. @param url of the page, with its query */
  readonly head?: (page: ChartedPage, url: string) => Html | null;
  /** Line about it in the text for assistants. */
  readonly introduction?: (origin: string) => string;
}

/** Add what features contribute to pages. */
export function framePages(features: readonly Feature[], files: StaticFiles): PageFrame {
  return {
    ...files,
    navigation: (dataset) => features.flatMap(({ link }) => link?.(dataset) ?? []),
    heads: (page, url) => features.flatMap(({ head }) => head?.(page, url) ?? []),
  };
}
