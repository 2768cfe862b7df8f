import { html, type Html, safeMarkup } from "../../web/pages/parts/html.js";
import type { LayoutContent } from "../../web/pages/parts/layout.js";
import type { PageLocale } from "../../web/pages/parts/page-locale.js";
import type { DocumentPage, DocumentsPage } from "./documents-page.js";
import type { DocumentSection, FoundSection, ShippedDocument } from "./shipped-documents.js";

const LIST = "/docs";

/** Draw the list of documents, or of sections that were found. */
export function documentsPage({ documents, q, found }: DocumentsPage, locale: PageLocale): LayoutContent {
  const main = html`${searchForm(locale, q)} ${found === null ? listOf(documents, locale) : foundList(found, q, locale)}`;
  return { title: locale.words.documents.title, crumbs: [], main, data: [] };
}

/** Draw a document with its contents. */
export function documentPage({ document }: DocumentPage, locale: PageLocale): LayoutContent {
  const { title, sections } = document;
  const chapters = sections.filter(({ depth, heading }) => depth === 2 && heading !== "");
  const main = html`${searchForm(locale, "")}
    ${
      chapters.length < 2
        ? null
        : html`<nav aria-labelledby="contents">
            <h2 id="contents">${locale.words.documents.contents}</h2>
            <ul lang="en" dir="auto">
              ${chapters.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li> `)}
            </ul>
          </nav>`
    }
    <div class="document" lang="en" dir="ltr">${sections.map((section) => drawSection(section, locale))}</div>`;
  return { title, crumbs: [{ label: locale.words.documents.title, url: LIST }], main, data: [] };
}

function drawSection({ id, depth, heading, markup }: DocumentSection, locale: PageLocale): Html {
  const body = safeMarkup(
    markup.replaceAll(/href="docs:([^"#]*)/g, (_, name: string) => `href="${locale.href(`${LIST}/${name}`)}`),
  );
  if (heading === "") return body;
  if (depth <= 2)
    return html`<h2 id="${id}">${heading}</h2>
      ${body}`;
  return depth === 3
    ? html`<h3 id="${id}">${heading}</h3>
        ${body}`
    : html`<h4 id="${id}">${heading}</h4>
        ${body}`;
}

function searchForm(locale: PageLocale, q: string): Html {
  const { documents } = locale.words;
  return html`<form class="bar-form" role="search" aria-label="${documents.title}" action="${locale.href(LIST)}">
    <span><label for="words">${documents.words}</label> <input id="words" type="search" name="q" value="${q}" /></span>
    <button>${documents.search}</button>
  </form>`;
}

function listOf(documents: readonly ShippedDocument[], locale: PageLocale): Html {
  return html`<ul lang="en" dir="auto">
    ${documents.map(({ name, title }) => html`<li><a href="${locale.href(`${LIST}/${name}`)}">${title}</a></li> `)}
  </ul>`;
}

function foundList(found: readonly FoundSection[], q: string, locale: PageLocale): Html {
  const { words, fill } = locale;
  const { documents } = words;
  if (found.length === 0) return html`<p class="note">${fill(documents.none, { words: q })}</p>`;
  return html`<dl lang="en" dir="auto">
    ${found.map(({ document, section, excerpt }) => {
      const anchor = section.id === "" ? "" : `#${section.id}`;
      const label =
        section.heading === ""
          ? document.title
          : fill(documents.section, { document: document.title, section: section.heading });
      return html`<dt><a href="${locale.href(`${LIST}/${document.name}${anchor}`)}">${label}</a></dt>
        <dd>${excerpt}</dd> `;
    })}
  </dl>`;
}
