import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { type DataLink, showDataLinks } from "./data-links.js";
import { html, type Html } from "./html.js";
import { type PreviewPicture, previewOf } from "./preview.js";
import type { PageReader } from "./reader.js";
import type { AlternateLink, HeaderLink, PageFrame } from "./page-frame.js";
import type { StaticFiles } from "./static-files.js";

/** A breadcrumb: a page above the current one. */
export interface Crumb {
  readonly label: string;
  readonly url: string;
}

/** Content of a page within the layout that all pages share. */
export interface LayoutContent {
  readonly title: string;
  /** Title of the window, if it says more, such as the view and the year; default: `title`. */
  readonly windowTitle?: string;
  /** Text for previews of links to the page. */
  readonly summary?: string;
  /** Canonical URL of the page, for previews. */
  readonly canonical?: string;
  /** Address that a citation leads to; default: `canonical`. */
  readonly cited?: string;
  /** Picture of the page's chart, for previews; `null` or absent for none. */
  readonly picture?: PreviewPicture | null;
  /** The pages above this one, without the home page. */
  readonly crumbs: readonly Crumb[];
  /** The tinted head of the page, below its title: the most important figures. */
  readonly hero?: Html;
  readonly main: Html;
  readonly data: readonly DataLink[];
  /** All fields of the resource that the page is of, for programs. */
  readonly fields?: Html;
  /** Licence of the data on the page. */
  readonly licence?: DatasetDescription["licence"];
  /** URLs of the same resource in formats for programs. */
  readonly alternates?: readonly AlternateLink[];
  /** Sentence above the page about what it shows; `null` or absent for none. */
  readonly band?: Html | null;
  /** The sentence by which the page is cited. */
  readonly citation?: Html | null;
  /** True if not everybody may see the page. */
  readonly isPrivate?: boolean;
  /** True if the page reports errors of the request. */
  readonly isInvalid?: boolean;
  /** URL at which managers change the dataset of the page. */
  readonly editor?: string;
  /** Text in the search box at the top of the page. */
  readonly q?: string;
  /** True if the page has a search box of its own. */
  readonly hasSearch?: boolean;
  /** More elements for the head of the document. */
  readonly head?: Html | null;
  /** More links of the header. */
  readonly navigation?: readonly HeaderLink[];
  /** Fixed language of a page without numbers and dates; by default the language of the reader. */
  readonly language?: string;
}

/** The mark beside the name: a small treemap, as in the icon. */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="#0b5c56" />
  <rect x="6" y="6" width="11" height="20" rx="1.5" fill="#ffffff" />
  <rect x="19" y="6" width="7" height="12" rx="1.5" fill="#f2b13c" />
  <rect x="19" y="20" width="7" height="6" rx="1.5" fill="#7fcfc4" />
</svg>`;

const PRIVATE = html`<p class="band">
  <b>Private dataset.</b> Only those who manage it and administrators see this page.
</p>`;

/** True if an editor would change a version, which never changes. */
function isOfVersion(editor: string): boolean {
  return /@\d+\/editor$/.test(editor);
}

/** Write the whole document. */
export function layOut(reader: PageReader, files: PageFrame, content: LayoutContent): Html {
  const { href } = reader;
  const heading = html`<h1 dir="auto">${content.title}</h1>`;
  const { title, crumbs, main, data, licence, alternates = [], q = "", editor, language = reader.language } = content;
  return html`<!doctype html>
    <html lang="en" data-language="${language}">
      <head>
        ${head(reader, files, content.isInvalid ? `Error: ${title}` : (content.windowTitle ?? title))}
        ${previewOf(content, files.site.name)} ${content.head ?? null}
        ${alternates.map(([type, name, url]) => html`<link rel="alternate" type="${type}" title="${name}" href="${href(url)}" /> `)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="brand" href="${href("/")}"
            >${files.logoPath === null ? MARK : html`<img src="${href(files.logoPath)}" alt="" />`}<span dir="auto"
              >${files.site.name}</span
            ></a
          >
          <nav aria-label="Site">
            <ul>
              <li><a href="${href("/datasets")}">Datasets</a></li>
              <li><a href="${href("/search")}">Search</a></li>
              ${(content.navigation ?? []).map(({ label, path }) => html`<li><a href="${href(path)}">${label}</a></li> `)}
              <li><a href="${href("/api")}">API</a></li>
              ${
                reader.user === null
                  ? html`<li class="account">
                      <a href="${href("/dashboard")}" rel="nofollow" data-plain="">Sign in</a>
                    </li>`
                  : html`<li class="account">
                      <a href="${href("/dashboard")}" data-plain="">Signed in as <bdi>${reader.user}</bdi></a>
                    </li>`
              }
            </ul>
          </nav>
          ${content.hasSearch ? null : searchBox(reader, q)}
        </header>
        ${crumbs.length === 0 ? null : breadcrumbs(reader, crumbs)}
        <main id="main" tabindex="-1">
          ${content.isPrivate ? PRIVATE : null} ${content.band ?? null}
          ${content.hero ? html`<div class="hero">${heading}${content.hero}</div>` : heading} ${main}
          ${showDataLinks(data, content.fields)} ${content.citation ?? null}
        </main>
        <footer>
          ${licence ? licenceOf(licence) : null}
          <ul class="foot">
            <li><a href="${href("/dashboard")}" rel="nofollow" data-plain="">Your datasets</a></li>
            ${
              editor === undefined || isOfVersion(editor)
                ? null
                : html`<li><a href="${href(editor)}" rel="nofollow" data-plain="">Manage this dataset</a></li>`
            }
            ${(files.foot ?? []).map(({ label, path }) => linkOf(label, href(path)))}
            ${linkOf("Contact", files.site.contact)} ${linkOf("Imprint", files.site.imprint)}
          </ul>
        </footer>
      </body>
    </html> `;
}

function linkOf(label: string, url: string | undefined): Html | null {
  return url === undefined ? null : html`<li><a href="${url}">${label}</a></li>`;
}

function searchBox({ href }: PageReader, q: string): Html {
  return html`<form role="search" action="${href("/search")}">
    <label class="hidden" for="find">Search all entries</label>
    <input id="find" type="search" name="q" value="${q}" placeholder="Search all entries" />
    <button>Search</button>
  </form>`;
}

/** Write the elements in the head of every document. */
export function head({ href }: PageReader, files: StaticFiles, title: string): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} – ${files.site.name}</title>
    <link rel="stylesheet" href="${href(files.pathOf("style.css"))}" />
    <link rel="icon" type="image/svg+xml" href="${href(files.pathOf("icon.svg"))}" />
    <script src="${href(files.pathOf("quicker.js"))}" defer=""></script>`;
}

function breadcrumbs({ href }: PageReader, crumbs: readonly Crumb[]): Html {
  return html`<nav class="crumbs" aria-label="Breadcrumbs">
    <ol>
      ${crumbs.map(({ label, url }) => html`<li><a href="${href(url)}" dir="auto">${label}</a></li> `)}
    </ol>
  </nav>`;
}

export function licenceOf(licence: NonNullable<LayoutContent["licence"]>): Html {
  const isLink = licence.url !== null && /^https?:/i.test(licence.url);
  const name = isLink ? html`<a rel="license" href="${licence.url}">${licence.name}</a>` : licence.name;
  return html`<p>Licence: <span dir="auto">${name}</span></p> `;
}
