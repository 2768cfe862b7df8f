import type { EntryDescription } from "../api/describe-entry.js";
import type { EntriesPage } from "../api/page.js";
import { crumbOf, titleOf } from "./crumbs.js";
import { html, type Html } from "./html.js";
import type { Content } from "./layout.js";

export function entriesPage(page: EntriesPage): Content {
  const { dataset, of, dimensions, measures, entries, count } = page;
  const fields = [...dimensions, ...measures];
  const main = html`<p>${count === 1 ? "1 entry" : `${count} entries`}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">id</th>
          ${fields.map(({ label }) => html`<th scope="col" dir="auto">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          (entry) =>
            html`<tr>
              <th scope="row"><a href="${entry.html_url}">${entry.id.slice(0, 8)}</a></th>
              ${fields.map(({ name }) => html`<td>${showField(entry[name]!)}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
    <p>
      ${linkPage(page, page.page - 1, "prev")}
      ${page.nextPage === undefined ? null : linkPage(page, page.nextPage, "next")}
    </p> `;
  return {
    title: of ? `Entries of ${titleOf(of.member)}` : `Entries of ${dataset.label}`,
    crumbs: [
      crumbOf(dataset),
      ...(of ? [crumbOf(of.dimension), { label: titleOf(of.member), url: of.member.html_url! }] : []),
    ],
    main,
  };
}

function showField(value: EntryDescription[string]): Html | null {
  if (typeof value !== "object" || value === null) return value === null ? null : html`<bdi>${value}</bdi>`;
  const title = html`<bdi>${titleOf(value)}</bdi>`;
  return value.html_url === null ? title : html`<a href="${value.html_url}">${title}</a>`;
}

function linkPage({ url, pagesize }: EntriesPage, page: number, rel: "prev" | "next"): Html | null {
  if (page < 1) return null;
  const text = rel === "prev" ? "Previous page" : "Next page";
  return html`<a rel="${rel}" href="${url}?page=${page}&amp;pagesize=${pagesize}">${text}</a>`;
}
