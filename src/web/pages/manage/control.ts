import type { RunDescription } from "../../../calls/publishing/loads/describe-run.js";
import { enumerateHtml } from "../parts/enumerate.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showNote } from "../parts/show-error.js";

type Control = RunDescription["control"][number];
type ControlSum = Control["sums"][number];

/** Years and members that are listed. */
const SHOWN = 12;

/** Show control figures, of each source. @param currency of the dataset; `null` for none */
export function showControlSums(control: readonly Control[], currency: string | null, locale: PageLocale): Html | null {
  if (control.length === 0) return null;
  return html`<ul>
    ${control.map(
      (each) =>
        html`<li>${countRows(each, locale)}</li>
          ${each.sums.map((sum) => html`<li>${showSum(sum, currency, locale)}</li> `)}
          ${each.totals.map((line) => html`<li dir="auto">${showNote(locale, line)}</li> `)}`,
    )}
  </ul>`;
}

function countRows({ rows, omitted, empty }: Control, { words, fill }: PageLocale): string {
  const { control: texts } = words.loads;
  return fill(texts.summary, {
    rows: fill(texts.rows, { count: rows }),
    omitted: fill(texts.omitted, { count: omitted }),
    empty: fill(texts.empty, { count: empty }),
  });
}

function showSum({ measure, total, years, by }: ControlSum, currency: string | null, locale: PageLocale): Html {
  const { words, fillHtml, numbers } = locale;
  const groups = [years, ...by.map(({ parts }) => parts)].filter(
    (parts) => parts.length > 1 || parts[0]?.[1] === total,
  );
  const amount = numbers.money(currency).exact(total);
  return html`${fillHtml(words.loads.control.sum, { measure: html`<bdi translate="no">${measure}</bdi>`, amount })}
  ${
    groups.length === 0
      ? null
      : html`<ul>
          ${groups.map((parts) => html`<li>${listParts(parts, locale)}</li> `)}
        </ul>`
  }`;
}

function listParts(parts: ControlSum["years"], locale: PageLocale): Html {
  const { words, fill, fillHtml, numbers } = locale;
  const { exact } = numbers.money(null);
  const shown = parts
    .slice(0, SHOWN)
    .map(([name, amount]) =>
      fillHtml(words.loads.control.part, { name: html`<bdi>${name}</bdi>`, amount: exact(amount) }),
    );
  const more = parts.length - SHOWN;
  return enumerateHtml(locale, more > 0 ? [...shown, html`${fill(words.figures.andMore, { count: more })}`] : shown);
}
