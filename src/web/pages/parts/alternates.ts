import type { Alternate, PagePlace } from "../../../calls/page-place.js";
import type { DataLink } from "./data-links.js";
import type { AlternateLink } from "./page-frame.js";
import type { PageLocale } from "./page-locale.js";

const FORMATS: Readonly<Record<Alternate, { readonly name: string; readonly type: string }>> = {
  json: { name: "JSON", type: "application/json" },
  csv: { name: "CSV", type: "text/csv" },
  rss: { name: "RSS", type: "application/rss+xml" },
  atom: { name: "Atom", type: "application/atom+xml" },
  jsonld: { name: "JSON-LD", type: "application/ld+json" },
  ttl: { name: "Turtle", type: "text/turtle" },
};

/** List the feed of a page for `<link rel="alternate">`. @param url `null` if it has none */
export function alternateFeeds({ words }: PageLocale, url: string | null): readonly AlternateLink[] {
  return url === null ? [] : [[FORMATS.atom.type, words.lists.newest, url]];
}

/** Link to the resource of a page in its other formats. */
export function resourceLink(label: string, { url, query, alternates }: PagePlace): DataLink {
  return { label, urls: alternates.map((form) => [FORMATS[form].name, `${url}.${form}${query}`] as const) };
}

/** List the other formats for `<link rel="alternate">` in the head of the document. */
export function alternatesOf({ url, query, alternates }: PagePlace): readonly AlternateLink[] {
  return alternates.map((form) => [FORMATS[form].type, FORMATS[form].name, `${url}.${form}${query}`]);
}
