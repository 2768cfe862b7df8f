import { type DraftCheck, groupsIn } from "../../../calls/publishing/drafts/draft-check.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { showControlSums } from "./control.js";
import { plainMessage } from "./plain-message.js";
import { showPreview } from "./draft-preview.js";
import { showErrorGroups } from "./error-groups-table.js";
import { table } from "../parts/table.js";

/** Show the result of checking a file: its totals and its errors. */
export function showCheck(check: DraftCheck, reader: PageReader): Html {
  const { count, money } = reader.numbers;
  const { rowsRead, rowsRejected, numEntries, numErrors, totals, years, warnings, currency } = check;
  const { exact } = money(currency);
  const rows = (n: number): string => `${count(n)} ${n === 1 ? "row" : "rows"}`;
  const isGood = numErrors === 0;
  return html`<section>
    <h2>${isGood ? "The file can be published" : "The file has errors"}</h2>
    <p role="status">
      ${rows(rowsRead)} read, ${count(numEntries)} ${numEntries === 1 ? "entry" : "entries"}. Nothing is published yet.
      ${isGood ? null : html`<b>${rows(rowsRejected)} cannot be loaded.</b>`}
    </p>
    ${showSeries(check)} ${warnings.map((warning) => html`<p class="fault" dir="auto">${plainMessage(warning)}</p> `)}
    ${isGood ? null : showErrorGroups(groupsIn(check), numErrors, reader)}
    ${showControlSums(check.control ?? [], currency)}
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
              <td class="number">${exact(String(total))}</td>
            </tr> `,
        ),
      ],
    )}
    ${showPreview(check.preview ?? [], currency, reader)}
  </section>`;
}

/** Show how a file relates to the dataset that it is added to. */
function showSeries({ series = [] }: DraftCheck): Html | null {
  if (series.length === 0) return null;
  return html`<h3>Compared with the dataset</h3>
    <ul>
      ${series.map((line) => html`<li dir="auto">${line}</li> `)}
    </ul>`;
}
