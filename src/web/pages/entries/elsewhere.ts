import type { PayeeElsewhere } from "../../../calls/views/suggest/find-payee.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { newestAmount } from "./suggested.js";

/**
 * Link to a payee in other datasets, with what it comes to there; `null` if no other has it.
 * @param label of the payee
 * @param everywhere path of its page in all datasets; `null` if there is none
 */
export function showElsewhere(
  locale: PageLocale,
  { members, count }: PayeeElsewhere,
  label: string,
  everywhere: string | null,
): Html | null {
  if (members.length === 0) return null;
  const search = locale.href(`/search?${new URLSearchParams([["q", `"${label.replace(/["\\]/g, " ")}"`]]).toString()}`);
  const { words, fill, fillHtml } = locale;
  const { elsewhere } = words.entries;
  return html`<section class="elsewhere" aria-labelledby="elsewhere">
    <h2 id="elsewhere">${elsewhere.title}</h2>
    <ul>
      ${members.map(({ url, dataset, dimension, numEntries, newest }) => {
        const place = {
          dimension: html`<bdi>${dimension.label}</bdi>`,
          entries: fill(words.lists.entries, { count: numEntries }),
        };
        return html`<li>
          <a href="${locale.href(url)}"><bdi>${dataset.label}</bdi></a>
          <small
            >${newest ? fillHtml(elsewhere.placeAndAmount, { ...place, amount: newestAmount(locale, newest) }) : fillHtml(elsewhere.place, place)}</small
          >
        </li> `;
      })}
    </ul>
    <p class="note">
      ${count > members.length ? fill(elsewhere.more, { count: count - members.length }) : elsewhere.sameName}
      ${everywhere === null ? null : fillHtml(elsewhere.everywhere, { link: (inner) => html`<a href="${locale.href(everywhere)}">${inner}</a>` })}
      <a href="${search}">${elsewhere.search}</a>
    </p>
  </section>`;
}
