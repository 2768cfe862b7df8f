import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { EnglishWords } from "../../words/english.js";
import type { Html } from "./html.js";
import type { StaticFiles } from "./static-files.js";

/** Shared parts of all pages: files, and what features add. */
export interface PageFrame extends StaticFiles {
  /** Functions that draw the pages of features, by kind. */
  readonly drawings?: Readonly<Record<string, unknown>>;
  /** Return more links of the header, on a page about a dataset. */
  readonly navigation?: (dataset: DatasetDescription) => readonly HeaderLink[];
  /** More links at the foot of all pages. */
  readonly foot?: readonly HeaderLink[];
  /** Return more links to other formats, as `<link rel="alternate">`, of the page of a dataset. */
  readonly alternates?: (dataset: DatasetDescription, words: EnglishWords) => readonly AlternateLink[];
  /** Return more elements for the head of a page with a chart. @param url of the page, with its query */
  readonly heads?: (page: ChartedPage, url: string) => readonly Html[];
}

export interface HeaderLink {
  readonly label: (words: EnglishWords) => string;
  /** Path under the server's origin. */
  readonly path: string;
}

/** Link to another format, as `<link rel="alternate">`. */
export type AlternateLink = readonly [type: string, title: string, url: string];

/** A page with a chart of a dataset. */
export interface ChartedPage {
  readonly origin: string;
  readonly dataset: DatasetDescription;
}
