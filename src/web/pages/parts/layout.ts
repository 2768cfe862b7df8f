import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { SiteLink } from "../../../calls/site.js";
import type { CitedPlace } from "./cite.js";
import { type DataLink, showDataLinks } from "./data-links.js";
import { html, type Html } from "./html.js";
import { keepYears } from "./keep-years.js";
import { type PreviewPicture, previewOf } from "./preview.js";
import { listLanguages, ownNameOf } from "../../words/languages.js";
import { addressesByLanguage, inLanguage } from "./query.js";
import type { EnglishWords } from "../../words/english.js";
import type { PageLocale } from "./page-locale.js";
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
  /** Address of the page with its state, if it has tables of which an amount can be cited. */
  readonly state?: string;
  /** The amount that the page is of, with what it is, if it is of one. */
  readonly figure?: string | null;
  /** Path of the files with the citation of the page. */
  readonly citationFile?: NonNullable<CitedPlace["citationFile"]>;
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
  /** Links to more forms for managers, at the foot of the page. */
  readonly forms?: readonly { readonly label: string; readonly url: string }[];
  /** Text in the search box at the top of the page. */
  readonly q?: string;
  /** True if the page has a search box of its own. */
  readonly hasSearch?: boolean;
  /** More elements for the head of the document. */
  readonly head?: Html | null;
  /** More links of the header. */
  readonly navigation?: readonly HeaderLink[];
}

/** The mark beside the name: a small treemap, as in the icon. */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="#0b5c56" />
  <rect x="6" y="6" width="11" height="20" rx="1.5" fill="#ffffff" />
  <rect x="19" y="6" width="7" height="12" rx="1.5" fill="#f2b13c" />
  <rect x="19" y="20" width="7" height="6" rx="1.5" fill="#7fcfc4" />
</svg>`;

function privateBand({ words, fillHtml }: PageLocale): Html {
  return html`<p class="band">${fillHtml(words.frame.privateBand, { b: (inner) => html`<b>${inner}</b>` })}</p>`;
}

/** True if an editor would change a version, which never changes. */
function isOfVersion(editor: string): boolean {
  return /@\d+\/editor$/.test(editor);
}

/** Characters from which on a title takes three lines of a phone in its usual size. */
const LONG_TITLE = 42;

/** Write the whole document. */
export function layOut(locale: PageLocale, files: PageFrame, content: LayoutContent): Html {
  const { href, words, fill, fillHtml } = locale;
  const shown = keepYears(content.title);
  const isLong = content.title.length > LONG_TITLE;
  const heading = isLong ? html`<h1 dir="auto" class="long">${shown}</h1>` : html`<h1 dir="auto">${shown}</h1>`;
  const canonical = content.canonical === undefined ? {} : { canonical: inLanguage(content.canonical, locale.lang) };
  const { title, crumbs, main, data, licence, alternates = [], q = "" } = content;
  return html`<!doctype html>
    <html
      lang="${locale.spoken}"
      ${locale.direction === "rtl" ? html`dir="rtl" ` : null}data-language="${locale.language}"
    >
      <head>
        ${head(locale, files, content.isInvalid ? fill(words.frame.errorTitle, { title }) : (content.windowTitle ?? title))}
        ${previewOf({ ...content, ...canonical }, files.site.name)} ${content.head ?? null}
        ${content.canonical === undefined ? null : languageLinks(content.canonical)}
        ${alternates.map(([type, name, url]) => html`<link rel="alternate" type="${type}" title="${name}" href="${href(url)}" /> `)}
      </head>
      <body data-words="${JSON.stringify(textsOfScripts(words))}">
        <a class="skip" href="#main">${words.frame.skip}</a>
        <header>
          <a class="brand" href="${href("/")}"
            >${files.logoPath === null ? MARK : html`<img src="${href(files.logoPath)}" alt="" />`}<span dir="auto"
              >${files.site.name}</span
            ></a
          >
          <nav aria-label="${words.frame.navigation}">
            <ul>
              <li><a href="${href("/datasets")}">${words.frame.datasets}</a></li>
              <li><a href="${href("/search")}">${words.frame.search}</a></li>
              ${siteLinks(locale, files.site.navigation)}
              ${(content.navigation ?? []).map(({ label, path }) => html`<li><a href="${href(path)}">${label(words)}</a></li> `)}
              <li><a href="${href("/api")}">${words.frame.api}</a></li>
              ${
                locale.user === null
                  ? html`<li class="account">
                      <a href="${href("/dashboard")}" rel="nofollow" data-plain="">${words.frame.signIn}</a>
                    </li>`
                  : html`<li class="account">
                      <a href="${href("/dashboard")}" data-plain=""
                        >${fillHtml(words.frame.signedInAs, { user: html`<bdi>${locale.user}</bdi>` })}</a
                      >
                    </li>`
              }
            </ul>
          </nav>
          ${content.hasSearch ? null : searchBox(locale, q)}
        </header>
        ${crumbs.length === 0 ? null : breadcrumbs(locale, crumbs)}
        <main id="main" tabindex="-1">
          ${content.isPrivate ? privateBand(locale) : null} ${content.band ?? null}
          ${content.hero ? html`<div class="hero">${heading}${content.hero}</div>` : heading} ${main}
          ${showDataLinks(locale, data, content.fields)} ${content.citation ?? null}
        </main>
        <footer>
          ${licence ? licenceOf(locale, licence) : null}
          <ul class="foot">
            <li><a href="${href("/dashboard")}" rel="nofollow" data-plain="">${words.frame.yourDatasets}</a></li>
            ${managerLinks(locale, content)}
            ${(files.foot ?? []).map(({ label, path }) => linkOf(label(words), href(path)))}
            ${siteLinks(locale, files.site.footer)} ${linkOf(words.frame.contact, files.site.contact)}
            ${linkOf(words.frame.imprint, files.site.imprint)}
          </ul>
          ${languageMenu(locale, content.canonical)}
        </footer>
      </body>
    </html> `;
}

/** Return the texts that scripts of pages show. */
function textsOfScripts({ frame, entries, lists, search, said }: EnglishWords): object {
  const { suggestions, ...scripts } = frame.scripts;
  const { inYear, directed, of } = search;
  const groups = { datasets: frame.datasets, pages: search.pages, entries: entries.crumb, found: lists.entries };
  return { ...scripts, suggestions: { ...suggestions, ...groups, inYear, directed, of, fiscalYear: said.fiscalYear } };
}

/** Link to the forms with which managers change the dataset of a page. */
function managerLinks({ href, words }: PageLocale, { editor, forms = [] }: LayoutContent): readonly Html[] {
  const manage = editor === undefined || isOfVersion(editor) ? [] : [{ label: words.frame.manage, url: editor }];
  return [...manage, ...forms].map(
    ({ label, url }) => html`<li><a href="${href(url)}" rel="nofollow" data-plain="">${label}</a></li> `,
  );
}

/** Link to a page in each language, for search engines. */
function languageLinks(url: string): readonly Html[] {
  return addressesByLanguage(url).map(
    ([language, each]) => html`<link rel="alternate" hreflang="${language}" href="${each}" /> `,
  );
}

/** Write the menu of languages, each by its own name. It works without scripts. @param url of the page, if it has one */
function languageMenu({ href, words, spoken }: PageLocale, url: string | undefined): Html | null {
  const languages = listLanguages();
  if (languages.length < 2) return null;
  return html`<form
    class="languages"
    method="post"
    action="${href("/settings/language")}"
    aria-label="${words.frame.languages}"
  >
    ${url === undefined ? null : html`<input type="hidden" name="next" value="${href(url)}" />`}
    ${languages.map(
      (each) =>
        html`<button
          name="lang"
          value="${each}"
          lang="${each}"
          dir="auto"
          ${each === spoken ? html`aria-current="true"` : null}
        >
          ${ownNameOf(each)}
        </button> `,
    )}
  </form>`;
}

/** Link to what the site adds to every page, in the language of the page where it has one. */
function siteLinks({ href, spoken }: PageLocale, links: readonly SiteLink[] = []): readonly Html[] {
  return links.map(({ label, url }) => {
    const text = typeof label === "string" ? label : (label[spoken] ?? Object.values(label)[0]!);
    const isOwn = url.startsWith("/");
    return html`<li>
      <a href="${isOwn ? href(url) : url}" dir="auto" ${isOwn ? null : html`data-plain=""`}>${text}</a>
    </li> `;
  });
}

function linkOf(label: string, url: string | undefined): Html | null {
  return url === undefined ? null : html`<li><a href="${url}">${label}</a></li>`;
}

function searchBox({ href, words: { frame } }: PageLocale, q: string): Html {
  return html`<form role="search" action="${href("/search")}">
    <label class="hidden" for="find">${frame.findLabel}</label>
    <input id="find" type="search" name="q" value="${q}" placeholder="${frame.findLabel}" />
    <button>${frame.findButton}</button>
  </form>`;
}

/** Write the elements in the head of every document. */
export function head({ href, words, fill }: PageLocale, files: StaticFiles, title: string): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${fill(words.frame.windowTitle, { title, site: files.site.name })}</title>
    <link rel="stylesheet" href="${href(files.pathOf("style.css"))}" />
    <link rel="icon" type="image/svg+xml" href="${href(files.pathOf("icon.svg"))}" />
    <script src="${href(files.pathOf("quicker.js"))}" defer=""></script>`;
}

function breadcrumbs({ href, words }: PageLocale, crumbs: readonly Crumb[]): Html {
  return html`<nav class="crumbs" aria-label="${words.frame.breadcrumbs}">
    <ol>
      ${crumbs.map(({ label, url }) => html`<li><a href="${href(url)}" dir="auto">${label}</a></li> `)}
    </ol>
  </nav>`;
}

export function licenceOf({ words, fillHtml }: PageLocale, licence: NonNullable<LayoutContent["licence"]>): Html {
  const isLink = licence.url !== null && /^https?:/i.test(licence.url);
  const name = isLink ? html`<a rel="license" href="${licence.url}">${licence.name}</a>` : licence.name;
  return html`<p>${fillHtml(words.frame.licence, { licence: html`<span dir="auto">${name}</span>` })}</p> `;
}
