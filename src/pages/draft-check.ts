import type { DraftCheck } from "../api/drafts/check-draft.js";
import { cellErrorRow } from "./cell-error-row.js";
import { html, type Html } from "./html.js";
import type { Reader } from "./reader.js";
import { table } from "./sources.js";

/** What loading a file would come to, with its errors. */
export function showCheck(check: DraftCheck, reader: Reader): Html {
  const { count, money } = reader.numbers;
  const { rowsRead, rowsRejected, numEntries, numErrors, totals, years, warnings, currency } = check;
  const { exact } = money(currency);
  const isGood = numErrors === 0;
  return html`<section>
    <h2>${isGood ? "The file can be published" : "The file has errors"}</h2>
    <p role="status">
      Rows read: ${count(rowsRead)}. Nothing was published.
      ${isGood ? null : `${count(rowsRejected)} of them cannot be loaded. Without these: `}${count(numEntries)} entries.
    </p>
    ${warnings.map((warning) => html`<p class="note" dir="auto">${warning}</p> `)}
    ${isGood ? null : showErrors(check, reader)}
    ${table(
      "Totals",
      ["Total of", "Amount"],
      [
        ...totals.map(
          ([label, total]) =>
            html`<tr>
              <th scope="row" dir="auto">${label}</th>
              <td class="number">${exact(total)}</td>
            </tr> `,
        ),
        ...years.map(
          ([year, total]) =>
            html`<tr>
              <th scope="row">${year}</th>
              <td class="number">${exact(total)}</td>
            </tr> `,
        ),
      ],
    )}
  </section>`;
}

function showErrors({ errors, numErrors }: DraftCheck, { numbers: { count } }: Reader): Html {
  const more = numErrors - errors.length;
  return html`${table("Errors", ["Row", "Column", "Field", "Cell", "What is wrong"], errors.map(cellErrorRow))}
  ${more > 0 ? html`<p>And ${count(more)} more.</p>` : null}`;
}
