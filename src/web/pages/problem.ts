import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";

/** Pages to suggest instead. Paths begin with a slash. */
export interface Instead {
  /** Similar pages, the likeliest first. */
  readonly near: readonly { readonly label: string; readonly path: string }[];
  /** The nearest existing parent page. */
  readonly above: { readonly label: string; readonly path: string } | null;
}

/** Errors of a request, and pages to suggest instead. */
export interface ProblemPage extends Instead {
  readonly kind: "problem";
  readonly origin: string;
  readonly title: string;
  readonly errors: readonly string[];
  /** Search words for the missing page; `null` if a search does not help. */
  readonly sought: string | null;
}

export function problemPage({ title, errors, near, above, sought }: ProblemPage, reader: PageReader): LayoutContent {
  const links = [...(above ? [above] : []), { label: "All datasets", path: "/datasets" }];
  const main = html`${errors.map((error) => html`<p class="fault" dir="auto">${error}</p> `)}
    ${near.length === 0 ? null : suggest(reader, near)} ${sought === null ? null : searchFor(reader, sought)}
    <p>
      ${links.map(({ label, path }, at) => html`${at === 0 ? "" : " · "}<a href="${reader.href(path)}" dir="auto">${label}</a>`)}
    </p>`;
  return { title, crumbs: [], main, data: [], language: "en" };
}

function suggest(reader: PageReader, near: Instead["near"]): Html {
  return html`<section aria-labelledby="near">
    <h2 id="near">Did you mean</h2>
    <ul>
      ${near.map(({ label, path }) => html`<li><a href="${reader.href(path)}" dir="auto">${label}</a></li> `)}
    </ul>
  </section>`;
}

function searchFor(reader: PageReader, sought: string): Html {
  return html`<form class="find" role="search" aria-label="Entries" action="${reader.href("/search")}">
    <label for="instead">Search all entries</label>
    <input id="instead" type="search" name="q" value="${sought}" />
    <button>Search</button>
  </form>`;
}
