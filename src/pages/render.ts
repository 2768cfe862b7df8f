import type { Page } from "../api/page.js";
import { datasetPage } from "./dataset.js";
import { datasetsPage } from "./datasets.js";
import { dimensionPage } from "./dimension.js";
import { dimensionsPage } from "./dimensions.js";
import { entriesPage } from "./entries.js";
import { entryPage } from "./entry.js";
import { type Content, layOut } from "./layout.js";
import { memberPage } from "./member.js";
import { runPage, runsPage } from "./runs.js";
import { sourcePage, sourcesPage } from "./sources.js";

type Kind = Page["kind"];

/** How each kind of page is made: a page is designed by what stands here. */
const PAGES: { readonly [K in Kind]: (page: Extract<Page, { kind: K }>) => Content } = {
  datasets: datasetsPage,
  dataset: datasetPage,
  dimensions: dimensionsPage,
  dimension: dimensionPage,
  member: memberPage,
  entries: entriesPage,
  entry: entryPage,
  sources: sourcesPage,
  source: sourcePage,
  runs: runsPage,
  run: runPage,
};

/** A page as an HTML document. */
export function renderPage(page: Page): string {
  // The table has the function of its own kind for every page; only the compiler cannot see that.
  const make = PAGES[page.kind] as (page: Page) => Content;
  return layOut(page, make(page)).markup;
}
