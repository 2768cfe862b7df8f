import type { ListedEntry } from "../../api/pages/search-figure.js";
import type { SearchedDescription, SearchPage } from "../../api/pages/search-page.js";
import { shortAmount } from "../parts/amounts.js";
import { titleOf } from "../parts/crumbs.js";
import { callLink } from "../parts/data-links.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import { markText } from "../parts/mark-text.js";
import { queryOf } from "../parts/query.js";
import type { PageReader } from "../parts/reader.js";
import { searchForm } from "./search-form.js";

/** Number of fields shown of an entry; more if more of them match. */
const MIN_FIELDS = 4;

export function searchPage(page: SearchPage, reader: PageReader): LayoutContent {
  const { q, found, datasets, origin } = page;
  const { count } = reader.numbers;
  const main = html`${searchForm(page, reader)}
  ${
    found === null
      ? html`<p class="note">
          Finds entries that contain all of the words. <code>"two words"</code> finds a phrase, <code>hea*</code> words
          that begin with “hea”, <code>roads -repairs</code> roads but not repairs, and
          <code>amount:[1000 TO *]</code> amounts of at least 1,000.
        </p>`
      : html`${found.warnings.map((each) => html`<p class="note">${each}</p>`)}
          <div class="with-side">
            <div>
              <p class="facts">${found.count === 1 ? "1 entry" : `${count(found.count)} entries`}</p>
              ${found.count === 0 ? html`<p class="note">No entries match. Try fewer words, or only the beginning of a word: <code>hea*</code></p>` : null}
              <ol class="hits">
                ${found.entries.map((each) => showHit(reader, datasets[each.dataset]!, each))}
              </ol>
              ${pager(page, reader)}
            </div>
            <aside aria-label="Datasets">${byDataset(page, reader)}</aside>
          </div>`
  }`;
  return {
    title: q === "" ? "Search" : `Search for “${q}”`,
    crumbs: [],
    main,
    data: found ? [callLink(`All ${count(found.count)} entries`, origin, "search", found.query)] : [],
    q,
  };
}

/** List the number of matches in each dataset, with a link that searches only there. */
function byDataset({ q, found, datasets, named, category }: SearchPage, reader: PageReader): Html {
  const matching = datasets
    .map(({ dataset }, at) => ({ dataset, count: found!.counts[at]! }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  return html`<section class="facet">
    <h2>Datasets</h2>
    <ul>
      ${matching.map(
        ({ dataset, count }) =>
          html`<li>
            <a href="${reader.href(dataset.html_url)}/entries${queryOf([["q", q]])}"><bdi>${dataset.label}</bdi></a>
            <small>${reader.numbers.count(count)}</small>
          </li> `,
      )}
    </ul>
    ${named.length === 0 && category === "" ? null : html`<p><a href="${reader.href("/search")}${queryOf([["q", q]])}">In all datasets</a></p>`}
  </section>`;
}

function showHit(
  reader: PageReader,
  { dataset, dimensions, measures }: SearchedDescription,
  { entry, highlight }: ListedEntry,
): Html {
  const money = reader.numbers.money(dataset.currency);
  const amount = Number(entry[measures[0]!.name]);
  const fields = dimensions.flatMap(({ name, label, type }) => {
    const value = entry[name] ?? null;
    if (value === null) return [];
    const text = typeof value === "object" ? titleOf(value) : String(value);
    const spans = highlight.get(name) ?? highlight.get(`${name}.label`) ?? [];
    const other = [...highlight].find(
      ([key, at]) => key.startsWith(`${name}.`) && key !== `${name}.label` && at.length > 0,
    );
    const isHit = spans.length > 0 || other !== undefined;
    const shown =
      spans.length === 0 && other && typeof value === "object"
        ? html`${text} (${markText(String(value[other[0].slice(name.length + 1)] ?? ""), other[1])})`
        : markText(text, spans);
    return text === ""
      ? []
      : [
          {
            label,
            shown,
            isHit,
            rank: (isHit ? 4 : 0) + (typeof value === "object" && type !== "date" ? 2 : 0) + (name === "time" ? 1 : 0),
          },
        ];
  });
  const shownFields = fields
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, Math.max(MIN_FIELDS, fields.filter(({ isHit }) => isHit).length));
  return html`<li>
    <p>
      <a href="${reader.href(entry.html_url)}">${shortAmount(money, amount)}</a>
      <small
        >in <a href="${reader.href(dataset.html_url)}"><bdi>${dataset.label}</bdi></a></small
      >
    </p>
    <dl>
      ${shownFields.map(
        ({ label, shown }) =>
          html`<div>
            <dt><bdi>${label}</bdi></dt>
            <dd><bdi>${shown}</bdi></dd>
          </div> `,
      )}
    </dl>
  </li> `;
}

function pager({ q, found, named, category, page, pagesize }: SearchPage, reader: PageReader): Html | null {
  if (!found || found.count <= pagesize) return null;
  const link = (to: number, rel: "prev" | "next", text: string): Html =>
    html`<a
      rel="${rel}"
      href="${reader.href("/search")}${queryOf([["q", q], ...named.map((each) => ["dataset", each] as const), ["category", category], ["page", String(to)]])}"
      >${text}</a
    >`;
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? link(page - 1, "prev", "Previous page") : null}
    <span>Page ${reader.numbers.count(page)} of ${reader.numbers.count(Math.ceil(found.count / pagesize))}</span>
    ${found.nextPage === undefined ? null : link(page + 1, "next", "Next page")}
  </nav>`;
}
