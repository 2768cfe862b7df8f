import type { FirstEntries, FirstEntry } from "../../../calls/publishing/drafts/first-entries.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { table } from "../parts/table.js";
import { showPlainError } from "./plain-message.js";

/** Id of the section: a submitted form leads back to it. */
export const FIRST_ENTRIES_ID = "first-entries";

/** Show the first rows of a file as its model reads them; folded where the whole file is checked. */
export function showFirstEntries(entries: FirstEntries, isFolded: boolean, locale: PageLocale): Html {
  const { dimensions, measures, rows, currency } = entries;
  const heads = [
    ...dimensions.slice(0, 1).map(({ label }) => label),
    ...measures.map(({ label }) => ({ ofNumbers: label })),
    ...dimensions.slice(1).map(({ label }) => label),
  ];
  const { first: texts } = locale.words.drafts;
  const { exact } = locale.numbers.money(currency);
  const showMember = (text: string | null, at: number): Html => {
    const { kind, calendar } = dimensions[at]!;
    const isDate = kind === "date" && text !== null;
    const precision = calendar?.precision ?? "day";
    const shown = !isDate
      ? text || locale.words.figures.none
      : precision === "day"
        ? locale.dates.longDay(text)
        : locale.dates.precise(text, precision);
    return html`<td dir="auto">${shown}</td> `;
  };
  const showRow = (row: FirstEntry): Html => {
    if ("errors" in row) {
      return html`<tr class="wrong">
        <td colspan="${String(heads.length)}" dir="auto">
          ${locale.fillHtml(texts.wrong, { b: (inner) => html`<b>${inner}</b>`, text: html`${row.errors.map((error, at) => html`${at === 0 ? "" : "; "}${showPlainError(locale, error)}`)}` })}
        </td>
      </tr> `;
    }
    const [first, ...others] = row.members.map(showMember);
    return html`<tr>
      ${first ?? null} ${row.amounts.map((amount) => html`<td class="number">${exact(amount)}</td> `)} ${others}
    </tr> `;
  };
  return html`<details aria-labelledby="${FIRST_ENTRIES_ID}" class="first-entries" ${isFolded ? null : html`open`}>
    <summary><h2 id="${FIRST_ENTRIES_ID}">${texts.title}</h2></summary>
    <p>${texts.lead}</p>
    ${table(texts.caption, heads, rows.map(showRow))}
    <p class="actions"><button name="do" value="preview">${texts.update}</button></p>
  </details>`;
}
