import { html, type Html } from "./parts/html.js";
import { layOut } from "./parts/layout.js";
import { createReader, type Reader } from "./parts/reader.js";
import type { StaticFiles } from "./parts/static-files.js";

/** Where to go instead. Paths begin with a slash. */
export interface Instead {
  /** What may have been meant, the likeliest first. */
  readonly near: readonly { readonly label: string; readonly path: string }[];
  /** What there is that it would be a part of. */
  readonly above: { readonly label: string; readonly path: string } | null;
}

export interface Problem extends Instead {
  readonly title: string;
  readonly errors: readonly string[];
  /** Words to search for what is not there; `null` where searching does not help. */
  readonly sought: string | null;
}

/** A page that says what was wrong, and where to go on. @param frame its origin is where links lead */
export function renderProblem(
  { title, errors, near, above, sought }: Problem,
  { origin, files }: { readonly origin: string; readonly files: StaticFiles },
): string {
  const reader = createReader("en", origin);
  const ways = [...(above ? [above] : []), { label: "All datasets", path: "/datasets" }];
  const main = html`${errors.map((error) => html`<p class="fault" dir="auto">${error}</p> `)}
    ${near.length === 0 ? null : suggest(reader, near)} ${sought === null ? null : searchFor(reader, sought)}
    <p>
      ${ways.map(({ label, path }, at) => html`${at === 0 ? "" : " · "}<a href="${reader.href(path)}" dir="auto">${label}</a>`)}
    </p>`;
  return layOut(reader, files, { title, crumbs: [], main, data: [] }).markup;
}

function suggest(reader: Reader, near: Instead["near"]): Html {
  return html`<section aria-labelledby="near">
    <h2 id="near">Did you mean</h2>
    <ul>
      ${near.map(({ label, path }) => html`<li><a href="${reader.href(path)}" dir="auto">${label}</a></li> `)}
    </ul>
  </section>`;
}

function searchFor(reader: Reader, sought: string): Html {
  return html`<form class="find" role="search" aria-label="Entries instead" action="${reader.href("/search")}">
    <label for="instead">Entries with the words</label>
    <input id="instead" type="search" name="q" value="${sought}" />
    <button>Search</button>
  </form>`;
}
