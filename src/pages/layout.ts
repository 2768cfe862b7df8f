import type { Alternate, Page } from "../api/page.js";
import { html, type Html } from "./html.js";

/** A step on the way from the list of datasets to a page. */
export interface Crumb {
  readonly label: string;
  readonly url: string;
}

/** What a page puts into the frame that all pages share. */
export interface Content {
  readonly title: string;
  /** The pages above this one, the list of datasets left out. */
  readonly crumbs: readonly Crumb[];
  readonly main: Html;
}

const FORMS: Readonly<Record<Alternate, { readonly name: string; readonly type: string }>> = {
  json: { name: "JSON", type: "application/json" },
  csv: { name: "CSV", type: "text/csv" },
  rss: { name: "RSS", type: "application/rss+xml" },
};

/** The whole document. */
export function layOut(page: Page, { title, crumbs, main }: Content): Html {
  const way = [{ label: "Datasets", url: `${page.origin}/datasets` }, ...crumbs];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${page.alternates.map((form) => linkForm(page, form))}
      </head>
      <body>
        <nav aria-label="Breadcrumbs">
          <ol>
            ${way.map(({ label, url }) => html`<li><a href="${url}" dir="auto">${label}</a></li> `)}
          </ol>
        </nav>
        <main>
          <h1 dir="auto">${title}</h1>
          ${main}
        </main>
        <footer>
          ${page.alternates.length === 0 ? null : html`<p>This page as ${page.alternates.map((form) => anchorForm(page, form))}</p> `}${licenceOf(page)}
        </footer>
      </body>
    </html> `;
}

function urlOf({ url, query }: Page, form: Alternate): string {
  return `${url}.${form}${query}`;
}

function linkForm(page: Page, form: Alternate): Html {
  const { name, type } = FORMS[form];
  return html`<link rel="alternate" type="${type}" title="${name}" href="${urlOf(page, form)}" /> `;
}

function anchorForm(page: Page, form: Alternate): Html {
  const { name, type } = FORMS[form];
  return html` <a rel="alternate" type="${type}" href="${urlOf(page, form)}">${name}</a>`;
}

/** Wherever data is shown its licence is. */
function licenceOf(page: Page): Html | null {
  const licence = "dataset" in page ? page.dataset.licence : null;
  if (!licence) return null;
  const name = licence.url === null ? licence.name : html`<a rel="license" href="${licence.url}">${licence.name}</a>`;
  return html`<p>Licence: <span dir="auto">${name}</span></p> `;
}
