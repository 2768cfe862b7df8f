import { MAX_SHEET_ROWS } from "../../../calls/reading/formats/workbook.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";

/** Data of a page, and its URLs for programs. They return all of it, not one page of results. */
export interface DataLink {
  readonly label: string;
  /** Absolute URLs by format. */
  readonly urls: readonly (readonly [format: string, url: string])[];
}

/** Link to a search for entries, as a workbook only if one has room for them. @param count of the entries */
export function searchLink(label: string, origin: string, query: string, count: number): DataLink {
  const { urls, ...link } = callLink(label, origin, "search", query);
  return { ...link, urls: urls.filter(([format]) => format !== "XLSX" || count <= MAX_SHEET_ROWS) };
}

/** Link to a call that answers in JSON, CSV and XLSX. @param query of the call, without a question mark */
function callLink(label: string, origin: string, call: "aggregate" | "search", query: string): DataLink {
  const url = `${origin}/api/2/${call}?${query}`;
  return {
    label,
    urls: [
      ["JSON", url],
      ["CSV", `${url}&format=csv`],
      ["XLSX", `${url}&format=xlsx`],
    ],
  };
}

/** List the feed by which the search of a page is followed. @param url `null` if it has none */
export function feedLinks({ words }: PageLocale, url: string | null): readonly DataLink[] {
  return url === null ? [] : [{ label: words.frame.download.feed, urls: [["Atom", url]] }];
}

/** Link to the aggregation of a figure; to none if its amounts are not shown because they mean nothing. */
export function figureLinks(
  label: string,
  origin: string,
  { query, added }: Pick<PageTable, "query" | "added">,
): readonly DataLink[] {
  return added.some(({ isInCells }) => isInCells) ? [] : [callLink(label, origin, "aggregate", query)];
}

/** Formats that people open. */
const TABLES = new Set(["CSV", "XLSX"]);

/**
 * Write the links to the data of a page: the tables, and in a drawer what is for programs, with commands for a terminal.
 * @param fields the resource that the page is of, field by field; absent for none
 * @returns `null` without links
 */
export function showDataLinks(locale: PageLocale, links: readonly DataLink[], fields: Html | null = null): Html | null {
  if (links.length === 0) return null;
  const { download } = locale.words.frame;
  return html`<section class="data" aria-labelledby="data">
    <h2 id="data">${download.title}</h2>
    ${listTables(locale, links)}
    <details>
      <summary>${download.programs}</summary>
      <dl>
        ${links.map(
          ({ label, urls }) =>
            html`<dt><bdi>${label}</bdi></dt>
              <dd>${urls.map(linkFormat)} ${urls[0] ? html`<code>${curlOf(urls[0][1])}</code>` : null}</dd> `,
        )}
      </dl>
      ${fields}
    </details>
  </section>`;
}

/** List the data of a page that people open as tables. @returns `null` without any */
function listTables({ words, fillHtml }: PageLocale, links: readonly DataLink[]): Html | null {
  const tables = links.flatMap(({ label, urls }) => {
    const formats = urls.filter(([format]) => TABLES.has(format));
    return formats.length === 0
      ? []
      : [
          html`<li>
            ${fillHtml(words.frame.download.table, { name: html`<bdi>${label}</bdi>`, formats: formats.map(linkFormat) })}
          </li> `,
        ];
  });
  return tables.length === 0
    ? null
    : html`<ul class="tables">
        ${tables}
      </ul>`;
}

function linkFormat([format, url]: DataLink["urls"][number]): Html {
  return html`<a href="${format === "CSV" ? forSpreadsheets(url) : url}" rel="alternate" data-plain="">${format}</a> `;
}

/** Ask for CSV that spreadsheets read as UTF-8: links of pages are opened by people. */
export function forSpreadsheets(csvUrl: string): string {
  return `${csvUrl}${csvUrl.includes("?") ? "&" : "?"}bom=true`;
}

/** Write a shell command that fetches a URL. */
export function curlOf(url: string): string {
  return `curl '${url.replaceAll("'", "%27")}'`;
}
