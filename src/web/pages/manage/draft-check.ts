import { type DraftCheck, groupsIn, type DraftSplit } from "../../../calls/publishing/drafts/draft-check.js";
import type { OfferedRepair } from "../../../calls/publishing/drafts/table-choice.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showControlSums } from "./control.js";
import { showLoadWarnings } from "./load-warnings.js";
import { showErrorGroups } from "./error-groups-table.js";
import { showFinding, showNote } from "../parts/show-error.js";
import { table } from "../parts/table.js";
import { keepsCapitals, withinSentence } from "../parts/within-sentence.js";
import { drawBars } from "../charts/bars.js";

const WIDTH = 480;

const BAR_COLOR = "#4b83a8";

const OTHERS_COLOR = "#a9adb3";

/**
 * Show the result of checking a file: its totals and its errors.
 * @param open rows of which has to be said first that they are totals or entries
 */
export function showCheck(check: DraftCheck, open: readonly OfferedRepair[], locale: PageLocale): Html {
  const { words, fill, numbers } = locale;
  const { check: texts } = words.drafts;
  const { rowsRead, rowsRejected, numEntries, numErrors, totals, years, warnings, currency } = check;
  const { exact } = numbers.money(currency);
  const read = fill(texts.read, {
    rows: fill(texts.rows, { count: rowsRead }),
    entries: fill(texts.entries, { count: numEntries }),
  });
  const isGood = numErrors === 0;
  return html`<section>
    <h2>${!isGood ? texts.bad : open.length > 0 ? texts.unsure : texts.good}</h2>
    <p role="status">${read} ${isGood ? null : html`<b>${fill(texts.rejected, { count: rowsRejected })}</b>`}</p>
    ${showOpen(open, locale)} ${showSeries(check, locale)} ${showLoadWarnings(locale, warnings)}
    ${isGood ? null : showErrorGroups(groupsIn(check), numErrors, locale)}
    ${showControlSums(check.control ?? [], currency, locale)}
    ${table(
      texts.totals,
      [texts.of, texts.amount],
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
    ${showPreview(check.preview ?? [], currency, locale)}
  </section>`;
}

/** Ask of rows that add others up if they are totals. */
function showOpen(open: readonly OfferedRepair[], locale: PageLocale): Html | null {
  if (open.length === 0) return null;
  const { table: texts, check } = locale.words.drafts;
  return html`<div class="errors">
    ${open.map(({ reason }) => html`<p dir="auto">${locale.fillHtml(texts.reason, { reason: showFinding(locale, reason) })}</p> `)}
    <p>${check.answer}</p>
  </div>`;
}

/** Show how a file relates to the dataset that it is added to. */
function showSeries({ series = [] }: DraftCheck, locale: PageLocale): Html | null {
  if (series.length === 0) return null;
  return html`<h3>${locale.words.drafts.check.compared}</h3>
    <ul>
      ${series.map((line) => html`<li dir="auto">${showNote(locale, line)}</li> `)}
    </ul>`;
}

/** Draw what the page of the dataset will show of the newest year; `null` if there is nothing to split. */
function showPreview(splits: readonly DraftSplit[], currency: string | null, locale: PageLocale): Html | null {
  if (splits.every(({ cells }) => cells.length === 0)) return null;
  const { words, fill, numbers } = locale;
  const { check: texts } = words.drafts;
  const { exact } = numbers.money(currency);
  const chart = ({ label, language = null, year, cells, others }: DraftSplit): Html | null => {
    if (cells.length === 0) return null;
    const bar = (name: string, amount: string, color: string) => ({
      label: name,
      amount: Number(amount),
      shown: exact(amount),
      color,
      href: null,
    });
    const bars = [
      ...cells.map(([name, amount]) => bar(name === "" ? texts.empty : name, amount, BAR_COLOR)),
      ...(others ? [bar(fill(texts.others, { count: others.count }), others.amount, OTHERS_COLOR)] : []),
    ];
    const dimension = keepsCapitals(locale.spoken) ? label : withinSentence(label, language);
    const title = fill(texts.by, { dimension, year: String(year) });
    return html`<figure>
      <figcaption dir="auto">${title}</figcaption>
      ${drawBars(bars, { width: WIDTH, label: title, direction: locale.direction, className: "chart" })}
    </figure> `;
  };
  return html`<section aria-labelledby="preview" class="dataset-preview">
    <h3 id="preview">${texts.preview}</h3>
    <p class="note">${texts.lead}</p>
    <div class="figures">${splits.map(chart)}</div>
  </section>`;
}
