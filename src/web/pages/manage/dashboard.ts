import type { Dashboard, ManagedDataset } from "../../../calls/views/pages/dashboard.js";
import type { RunWithErrors } from "../../../calls/publishing/loads/describe-run.js";
import { shortAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { writePlainError } from "./plain-message.js";
import { RELOAD_TAG, showProgress } from "./run-progress.js";
import { screenContent } from "../parts/screen.js";
import { type ColumnHead, table } from "../parts/table.js";

/** The datasets and loads of a user. */
export interface DashboardPage {
  readonly kind: "dashboard";
  readonly origin: string;
  /** Name of the user. */
  readonly name: string;
  readonly dashboard: Dashboard;
}

export function dashboardPage({ name, dashboard }: DashboardPage, locale: PageLocale): LayoutContent {
  const { href, words, fillHtml } = locale;
  const { dashboard: texts } = words.loads;
  const { isAll, coming, failed, count } = dashboard;
  const { heads } = texts;
  const isGoingOn = coming.length > 0;
  const button = (url: string, label: string, className = "button"): Html =>
    html`<a class="${className}" href="${href(url)}" data-plain="">${label}</a> `;
  const hero = html`<p class="lead">
      ${fillHtml(isAll ? texts.administrator : texts.signedIn, { user: html`<bdi>${name}</bdi>` })}
      <a href="${href("/logout")}" data-plain="">${texts.signOut}</a>
    </p>
    <p class="actions">
      ${button("/datasets/new", texts.publish, "button main")}
      ${isAll ? [button("/collections/editor", words.collections.editor.title), button("/shapes/editor", words.shapes.editor.title)] : null}
      ${button("/settings", texts.settings)}
    </p>`;
  const main = html`<div${isGoingOn ? html` data-poll=""` : null}>
      ${isGoingOn ? showComing(locale, coming) : null} ${failed.length > 0 ? showFailed(locale, failed) : null}
    </div>
    <section aria-labelledby="datasets">
      <h2 id="datasets">${texts.datasets}</h2>
      ${
        count === 0
          ? html`<p>${texts.none}</p>`
          : table(
              texts.datasets,
              [heads.dataset, "", ...[heads.entries, heads.years, heads.total, heads.loaded].map(ofNumbers), ""],
              dashboard.datasets.map((each) => datasetRow(locale, each)),
              { isStacked: true },
            )
      }
      ${pager(locale, dashboard)}
    </section>`;
  return screenContent(locale, {
    title: texts.title,
    errors: [],
    hero,
    main,
    ...(isGoingOn ? { head: RELOAD_TAG } : {}),
  });
}

const ofNumbers = (text: string): ColumnHead => ({ ofNumbers: text });

function showComing(locale: PageLocale, coming: readonly RunWithErrors[]): Html {
  const { dashboard: texts } = locale.words.loads;
  return html`<section aria-labelledby="coming">
    <h2 id="coming">${texts.coming}</h2>
    ${table(
      texts.coming,
      [texts.heads.dataset, texts.source, texts.progress],
      coming.map(
        (run) =>
          html`<tr>
            <th scope="row">${run.dataset}</th>
            <td data-label="${texts.source}">${linkLoad(locale, run)}</td>
            <td data-label="${texts.progress}">${showProgress(locale, run)}</td>
          </tr> `,
      ),
      { isStacked: true },
    )}
  </section>`;
}

function showFailed(locale: PageLocale, failed: readonly RunWithErrors[]): Html {
  const { dashboard: texts } = locale.words.loads;
  return html`<section aria-labelledby="failed">
    <h2 id="failed">${texts.failed}</h2>
    ${table(
      texts.failed,
      [texts.heads.dataset, texts.source, texts.when, texts.reason],
      failed.map(
        (run) =>
          html`<tr>
            <th scope="row">${run.dataset}</th>
            <td data-label="${texts.source}">${linkLoad(locale, run)}</td>
            <td data-label="${texts.when}">${when(locale, run.time_end ?? run.time_queued)}</td>
            <td dir="auto">${whyFailed(locale, run)}</td>
          </tr> `,
      ),
      { isStacked: true },
    )}
  </section>`;
}

function linkLoad({ href, words, fill }: PageLocale, run: RunWithErrors): Html {
  const name = fill(words.loads.dashboard.load, { id: String(run.id), source: String(run.source) });
  return html`<a href="${href(run.html_url)}">${name}</a>`;
}

function whyFailed(locale: PageLocale, { errors: [first], num_errors: count }: RunWithErrors): string {
  if (!first) return "";
  const { words, fill } = locale;
  const { dashboard } = words.loads;
  const message = writePlainError(locale, first.message);
  const text = first.row === null ? message : fill(dashboard.inRow, { row: first.row, text: message });
  return count > 1 ? fill(dashboard.more, { text, count: count - 1 }) : text;
}

function datasetRow(locale: PageLocale, { dataset, years, measure, total, loaded }: ManagedDataset): Html {
  const { dashboard: texts } = locale.words.loads;
  const { heads } = texts;
  const url = locale.href(dataset.html_url);
  const hidden = (inner: Html): Html => html`<span class="hidden">${inner}</span>`;
  const { label } = dataset;
  const span = years.length > 1 ? `${years[0]} – ${years.at(-1)}` : (years[0] ?? "");
  return html`<tr>
    <th scope="row"><a href="${url}" dir="auto">${dataset.label}</a></th>
    <td>
      <span class="state${dataset.private ? " private" : ""}">${dataset.private ? texts.private : texts.public}</span>
    </td>
    <td class="number" data-label="${heads.entries}">${locale.numbers.count(dataset.num_entries)}</td>
    <td class="number" data-label="${heads.years}">${span}</td>
    <td class="number" data-label="${heads.total}" title="${measure.label}">
      ${shortAmount(locale.numbers.money(dataset.currency).of(measure), total)}
      ${years.length > 1 ? html`<small>${locale.words.figures.yearsTogether}</small>` : null}
    </td>
    <td class="number" data-label="${heads.loaded}">${loaded === null ? null : when(locale, loaded)}</td>
    <td>
      <a href="${url}/sources">${locale.fillHtml(texts.sources, { hidden, dataset: label })}</a>
      <a href="${url}/editor" data-plain="">${locale.fillHtml(texts.manage, { hidden, dataset: label })}</a>
    </td>
  </tr> `;
}

function when({ dates }: PageLocale, iso: string): Html {
  return html`<time datetime="${iso}">${dates.minute(iso)}</time>`;
}

function pager({ href, words, fill }: PageLocale, { page, pages }: Dashboard): Html | null {
  if (pages === 1) return null;
  const { pager: texts } = words.lists;
  const { previous, next } = words.loads.dashboard;
  const link = (to: number, text: string): Html => html`<a href="${href(`/dashboard?page=${to}`)}">${text}</a>`;
  return html`<nav class="pager" aria-label="${texts.name}">
    ${page > 1 ? link(page - 1, previous) : null} <span>${fill(texts.page, { page, pages })}</span>
    ${page < pages ? link(page + 1, next) : null}
  </nav>`;
}
