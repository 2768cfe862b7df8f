import type { Alternate, PagePlace } from "../../api/page-place.js";
import type { DataLink } from "./data-links.js";
import type { LayoutContent } from "./layout.js";

const FORMS: Readonly<Record<Alternate, { readonly name: string; readonly type: string }>> = {
  json: { name: "JSON", type: "application/json" },
  csv: { name: "CSV", type: "text/csv" },
  rss: { name: "RSS", type: "application/rss+xml" },
};

/** The other forms of the resource that a page shows. */
export function resourceLink(label: string, { url, query, alternates }: PagePlace): DataLink {
  return { label, urls: alternates.map((form) => [FORMS[form].name, `${url}.${form}${query}`] as const) };
}

/** The same, for the head of the document. */
export function alternatesOf({ url, query, alternates }: PagePlace): NonNullable<LayoutContent["alternates"]> {
  return alternates.map((form) => [FORMS[form].type, FORMS[form].name, `${url}.${form}${query}`]);
}
