import type { RunError, RunErrorGroup } from "../../../calls/publishing/loads/run.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showPlainError } from "./plain-message.js";
import { table } from "../parts/table.js";

/** Number of cells shown of a group. */
const SHOWN = 3;

/**
 * Write groups of errors as a table: the column, what is wrong, how often, and the first cells.
 * @param numErrors number of all errors, of these groups and of others
 */
export function showErrorGroups(groups: readonly RunErrorGroup[], numErrors: number, locale: PageLocale): Html {
  const { words, fill, numbers } = locale;
  const { errors: texts } = words.loads;
  const others = numErrors - groups.reduce((sum, group) => sum + group.count, 0);
  const rows = groups.map(
    ({ count: number, first }) =>
      html`<tr>
        <th scope="row" dir="auto">${first[0]!.column}</th>
        <td dir="auto">${showPlainError(locale, first[0]!.message)}</td>
        <td class="number">${numbers.count(number)}</td>
        <td class="places">
          ${first.slice(0, SHOWN).map((error) => showPlace(error, locale))}${number > SHOWN ? html`<span>…</span>` : null}
        </td>
      </tr> `,
  );
  return html`${table(texts.name, [texts.column, texts.wrong, texts.times, texts.example], rows)}
  ${others > 0 ? html`<p>${fill(texts.more, { count: others })}</p>` : null}`;
}

function showPlace({ row, line, value }: RunError, { words, fill, fillHtml }: PageLocale): Html | null {
  if (row === null) return null;
  const { errors } = words.loads;
  const isEmpty = value === null || value.trim() === "";
  const place = line === undefined ? fill(errors.row, { row }) : fill(errors.line, { line });
  return html`<span>${isEmpty ? place : fillHtml(errors.at, { place, value: html`<bdi>${value}</bdi>` })}</span> `;
}
