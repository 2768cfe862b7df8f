import type { MemberPage } from "../../../calls/views/resources/member.js";
import { fieldsByUse } from "./choose-fields.js";
import { entriesTable } from "./entries-table.js";
import { yearCuts } from "../../../calls/views/pages/years.js";
import { ALL_ENTRIES, entriesOfCuts, printSearchRequest } from "../../../core/query/search/request.js";
import { queryOf } from "../parts/query.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

/** List the largest entries of a member: date, whom it concerns and for what, and the amount. @returns `null` without any */
export function largestEntries(page: MemberPage, locale: PageLocale, inYear: string): Html | null {
  const { largest } = page;
  if (largest.entries.length === 0) return null;
  const href = shownEntriesHref(page, locale);
  const { member: words } = locale.words.dimension;
  const all = locale.fill(words.all, { count: largest.count });
  return html`<section aria-labelledby="largest">
    <h2 id="largest">${words.largest}${inYear}</h2>
    ${page.adjusting.pairs.length === 0 ? null : html`<p class="note">${words.asPaid}</p>`}
    ${entriesTable(locale, { ...page, entries: largest.entries, fields: fieldsByUse(page.dimensions, page.measures, page.dimension.name), caption: words.largest })}
    ${href === null ? null : html`<p><a href="${href}">${all}${inYear}</a></p>`}
  </section>`;
}

/** Link to the entries of a member, of the year and the choices of its page. @returns `null` if no path leads there */
export function shownEntriesHref(
  { entriesUrl, year, choices, cuts, dimension }: MemberPage,
  locale: PageLocale,
): string | null {
  if (entriesUrl === null) return null;
  const chosen = choices.flatMap(({ dimension: field, chosen: value }) =>
    value === null || field === dimension.name ? [] : [{ field, value }],
  );
  const all = [...cuts.map(({ cut }) => cut), ...chosen, ...yearCuts(year)];
  return locale.href(entriesUrl) + queryOf(printSearchRequest({ ...ALL_ENTRIES, ...entriesOfCuts(all) }));
}
