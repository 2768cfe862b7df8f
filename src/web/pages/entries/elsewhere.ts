import type { PayeeElsewhere } from "../../../calls/views/suggest/find-payee.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { newestAmount } from "./suggested.js";

/**
 * Link to a payee in other datasets, with what it comes to there; `null` if no other has it.
 * @param label of the payee
 * @param everywhere path of its page in all datasets; `null` if there is none
 */
export function showElsewhere(
  reader: PageReader,
  { members, count }: PayeeElsewhere,
  label: string,
  everywhere: string | null,
): Html | null {
  if (members.length === 0) return null;
  const search = reader.href(`/search?${new URLSearchParams([["q", `"${label.replace(/["\\]/g, " ")}"`]]).toString()}`);
  return html`<section class="elsewhere" aria-labelledby="elsewhere">
    <h2 id="elsewhere">In other datasets</h2>
    <ul>
      ${members.map(
        ({ url, dataset, dimension, numEntries, newest }) =>
          html`<li>
            <a href="${reader.href(url)}"><bdi>${dataset.label}</bdi></a>
            <small
              ><bdi>${dimension.label}</bdi>, ${reader.numbers.count(numEntries)}
              ${numEntries === 1 ? "entry" : "entries"}${newest && html`, ${newestAmount(reader, newest)}`}</small
            >
          </li> `,
      )}
    </ul>
    <p class="note">
      By the same
      name${count > members.length ? `; ${reader.numbers.count(count - members.length)} more are not shown` : null}.
      ${everywhere === null ? null : html`<a href="${reader.href(everywhere)}">Amounts in all datasets</a>. `}<a
        href="${search}"
        >Search all entries for it</a
      >
    </p>
  </section>`;
}
