import { type DraftCheck, groupsIn, type DraftSplit } from "../../../calls/publishing/drafts/draft-check.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { showControlSums } from "./control.js";
import { plainMessage } from "./plain-message.js";
import { showErrorGroups } from "./error-groups-table.js";
import { table } from "../parts/table.js";
import { drawBars } from "../charts/bars.js";

const WIDTH = 480;

const BAR_COLOR = "#4b83a8";

const OTHERS_COLOR = "#a9adb3";

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

/** Draw what the page of the dataset will show of the newest year; `null` if there is nothing to split. */
function showPreview(splits: readonly DraftSplit[], currency: string | null, { numbers }: PageReader): Html | null {
  if (splits.every(({ cells }) => cells.length === 0)) return null;
  const { exact } = numbers.money(currency);
  const chart = ({ label, year, cells, others }: DraftSplit): Html | null => {
    if (cells.length === 0) return null;
    const bar = (name: string, amount: string, color: string) => ({
      label: name,
      amount: Number(amount),
      shown: exact(amount),
      color,
      href: null,
    });
    const bars = [
      ...cells.map(([name, amount]) => bar(name === "" ? "(empty)" : name, amount, BAR_COLOR)),
      ...(others ? [bar(`${numbers.count(others.count)} others`, others.amount, OTHERS_COLOR)] : []),
    ];
    const title = `By ${label}, ${year}`;
    return html`<figure>
      <figcaption dir="auto">${title}</figcaption>
      ${drawBars(bars, { width: WIDTH, label: title, className: "chart" })}
    </figure> `;
  };
  return html`<section aria-labelledby="preview" class="dataset-preview">
    <h3 id="preview">Preview</h3>
    <p class="note">The page of the dataset will show these figures. Nobody else sees them yet.</p>
    <div class="figures">${splits.map(chart)}</div>
  </section>`;
}
