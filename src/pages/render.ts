import type { ExplorePage, PageContents } from "../api/pages/page.js";
import { datasetPage } from "./dataset.js";
import { datasetsPage } from "./datasets.js";
import { dimensionPage } from "./dimension.js";
import { dimensionsPage } from "./dimensions.js";
import { embedDocument } from "./explore/embed.js";
import { entriesPage } from "./entries/entries.js";
import { entryPage } from "./entries/entry.js";
import { explorePage } from "./explore/explore.js";
import { explorePicture } from "./explore/explore-chart.js";
import { guidePage } from "./guide.js";
import { homePage } from "./home.js";
import { type LayoutContent, layOut } from "./parts/layout.js";
import { memberPage } from "./member.js";
import { runPage, runsPage } from "./manage/runs.js";
import { sourcePage, sourcesPage } from "./manage/sources.js";
import {
  refusedDatasetsPage,
  refusedEntriesPage,
  refusedExplorerPage,
  refusedSearchPage,
  refusedTaxPage,
} from "./invalid.js";
import { createReader, type Reader } from "./parts/reader.js";
import { searchPage } from "./entries/search.js";
import type { StaticFiles } from "./parts/static-files.js";
import { taxPage } from "./tax.js";

type Kind = Exclude<PageContents["kind"], "embed">;

/** How each kind of page is made: a page is designed by what stands here. */
const PAGES: {
  readonly [K in Kind]: (page: Extract<PageContents, { kind: K | "embed" }>, reader: Reader) => LayoutContent;
} = {
  home: homePage,
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
  explore: explorePage,
  search: searchPage,
  guide: guidePage,
  tax: taxPage,
  "refused datasets": refusedDatasetsPage,
  "refused entries": refusedEntriesPage,
  "refused explorer": refusedExplorerPage,
  "refused search": refusedSearchPage,
  "refused tax": refusedTaxPage,
};

/** A page as an HTML document. @param language in which numbers and dates are written */
export function renderPage(page: PageContents, language: string, files: StaticFiles): string {
  const reader = createReader(language, page.origin);
  if (page.kind === "embed") return embedDocument(page, reader, files).markup;
  // The table has the function of its own kind for every page; only the compiler cannot see that.
  const make = PAGES[page.kind] as (page: PageContents, reader: Reader) => LayoutContent;
  return layOut(reader, files, make(page, reader)).markup;
}

/** The chart of a page as a picture; `null` where it has none. */
export function renderPicture(page: ExplorePage, language: string): string | null {
  return explorePicture(createReader(language, page.origin), page)?.markup ?? null;
}
