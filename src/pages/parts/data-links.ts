import { html, type Html } from "./html.js";

/** Data of a page, and where it is for programs. All of it: nothing stops at a page. */
export interface DataLink {
  readonly label: string;
  /** Absolute URLs by form. */
  readonly urls: readonly (readonly [form: string, url: string])[];
}

/** The links to a call that answers in JSON and CSV. @param query of the call, without a question mark */
export function callLink(label: string, origin: string, call: "aggregate" | "search", query: string): DataLink {
  const url = `${origin}/api/2/${call}?${query}`;
  return {
    label,
    urls: [
      ["JSON", url],
      ["CSV", `${url}&format=csv`],
    ],
  };
}

/** Everything on a page as data: for a click, and for a terminal. */
export function showDataLinks(links: readonly DataLink[]): Html | null {
  if (links.length === 0) return null;
  return html`<section class="data" aria-labelledby="data">
    <h2 id="data">This page as data</h2>
    <dl>
      ${links.map(
        ({ label, urls }) =>
          html`<dt><bdi>${label}</bdi></dt>
            <dd>
              ${urls.map(([form, url]) => html`<a href="${url}" rel="alternate" data-plain="">${form}</a> `)}
              ${urls[0] ? html`<code>${curlOf(urls[0][1])}</code>` : null}
            </dd> `,
      )}
    </dl>
  </section>`;
}

/** A command for a shell. */
export function curlOf(url: string): string {
  return `curl '${url.replaceAll("'", "%27")}'`;
}
