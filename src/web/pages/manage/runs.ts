import type { RunDescription } from "../../../calls/publishing/loads/describe-run.js";
import type { RunPage, RunsPage } from "../../../calls/views/resources/sources.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent, Crumb } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showErrorGroups } from "./error-groups-table.js";
import { showControlSums } from "./control.js";
import { showLoadWarnings } from "./load-warnings.js";
import { showPlainError } from "./plain-message.js";
import { showNote } from "../parts/show-error.js";
import { RELOAD_TAG, showProgress, beginRunRow } from "./run-progress.js";
import { table } from "../parts/table.js";
import { isolate } from "../parts/isolate.js";
import { nameSource } from "../parts/source-name.js";
import { sourcesCrumbs } from "./sources.js";

export function runsPage(page: RunsPage, locale: PageLocale): LayoutContent {
  const { label, source, runs } = page;
  const { words, fill } = locale;
  const { history } = words.loads;
  const row = (run: RunDescription): Html =>
    html`<tr>
      ${beginRunRow(locale, run)}
      <td class="number">${locale.numbers.count(run.rows_read)}</td>
      <td class="number">${locale.numbers.count(run.num_errors)}</td>
    </tr> `;
  return {
    title: fill(history.title, { id: String(source.id), dataset: isolate(label) }),
    crumbs: sourceCrumbs(locale, page),
    hero: html``,
    main: table(
      history.name,
      [history.load, history.result, { ofNumbers: history.read }, { ofNumbers: history.errors }],
      runs.map(row),
    ),
    data: [resourceLink(history.name, page)],
    alternates: alternatesOf(page),
  };
}

export function runPage(page: RunPage, locale: PageLocale): LayoutContent {
  const { source, run, groups, draft, cancel } = page;
  const { run: texts, history } = locale.words.loads;
  const crumbs = [...sourceCrumbs(locale, page), { label: history.name, url: `${source.html_url}/runs` }];
  const isGoingOn = run.status === "queued" || run.status === "running";
  const hero = html`<div${isGoingOn ? html` data-poll=""` : null}>
      <p class="lead">${showState(locale, page)}</p>
      ${
        cancel === null
          ? null
          : html`<form method="post" action="${locale.href(run.html_url)}">
              ${tokenField(cancel)}
              <p class="actions"><button>${texts.cancel}</button></p>
            </form>`
      }
      ${
        draft === null
          ? null
          : html`<p class="actions">
              <a class="button main" href="${locale.href(draft)}" data-plain="">${texts.correct}</a>
            </p>`
      }
    </div>`;
  const main = html`${showLoadWarnings(locale, run.warnings)} ${showControlSums(run.control, null, locale)}
  ${run.notes.map((note) => html`<p dir="auto">${showNote(locale, note)}</p> `)} ${showErrors(page, locale, groups)}
  ${showRunFacts(page, locale)}`;
  return {
    title: locale.fill(texts.title, { id: String(run.id), file: isolate(nameSource(source.url)) }),
    crumbs,
    hero,
    main,
    data: [resourceLink(texts.data, page)],
    alternates: alternatesOf(page),
    ...(isGoingOn ? { head: RELOAD_TAG } : {}),
  };
}

function showState(locale: PageLocale, { run, source, isPublic }: RunPage): Html {
  const { words, fill, fillHtml } = locale;
  const { run: texts } = words.loads;
  if (run.status === "failed") return html`${fill(texts.failed, { count: run.num_errors })}`;
  if (run.status !== "complete") return showProgress(locale, run);
  const url = locale.href(`${locale.origin}/${run.dataset}`);
  const file = html`<bdi>${nameSource(source.url)}</bdi>`;
  const link = (inner: Html): Html => html`<a href="${url}">${inner}</a>`;
  if (run.operation === "remove") return fillHtml(texts.removed, { file, link });
  const count = run.entries_created + run.entries_updated;
  return fillHtml(isPublic ? texts.published : texts.loaded, { count, file, link });
}

/** Write the errors: sentences about the file as a whole, and the others grouped. */
function showErrors({ run }: RunPage, locale: PageLocale, groups: RunPage["groups"]): Html | null {
  if (run.num_errors === 0 || groups.length === 0) return null;
  const ofFile = groups.every(({ first }) => first.every(({ row }) => row === null));
  return html`<section aria-labelledby="errors">
    <h2 id="errors">${locale.words.loads.run.errors}</h2>
    ${
      ofFile
        ? run.errors.map(({ message }) => html`<p dir="auto">${showPlainError(locale, message)}</p> `)
        : showErrorGroups(groups, run.num_errors, locale)
    }
  </section>`;
}

function sourceCrumbs(locale: PageLocale, page: Pick<RunPage, "name" | "label" | "source">): readonly Crumb[] {
  const { source } = page;
  return [
    ...sourcesCrumbs(locale, page),
    { label: locale.fill(locale.words.loads.sources.crumb, { id: String(source.id) }), url: source.html_url },
  ];
}

/** Write the facts of a load in words: its times, its rows and what became of them, and the totals after it. */
function showRunFacts({ run, name }: RunPage, locale: PageLocale): Html {
  const { words, fillHtml, numbers } = locale;
  const { count, money } = numbers;
  const { run: texts } = words.loads;
  const { facts } = texts;
  const time = (iso: string): Html => html`<time datetime="${iso}">${locale.dates.minute(iso)}</time>`;
  const rows: readonly (readonly [label: Html | string, fact: Html | string | null])[] = [
    [facts.dataset, html`<a href="${locale.href(`${locale.origin}/${name}`)}">${name}</a>`],
    [facts.operation, texts.operations[run.operation]],
    [facts.ordered, time(run.time_queued)],
    [facts.began, run.time_start === null ? null : time(run.time_start)],
    [facts.ended, run.time_end === null ? null : time(run.time_end)],
    [facts.read, count(run.rows_read)],
    [facts.blank, some(run.rows_blank, count)],
    [facts.rejected, some(run.rows_rejected, count)],
    [facts.created, some(run.entries_created, count)],
    [facts.updated, some(run.entries_updated, count)],
    [facts.repeated, some(run.rows_repeated, count)],
    [facts.entries, run.num_entries === null ? null : count(run.num_entries)],
    ...Object.entries(run.totals ?? {}).map(
      ([measure, total]) =>
        [
          fillHtml(facts.total, { measure: html`<bdi translate="no">${measure}</bdi>` }),
          money(null).exact(total),
        ] as const,
    ),
  ];
  return html`<section aria-labelledby="facts">
    <h2 id="facts">${texts.details}</h2>
    <dl class="facts">
      ${rows.map(([label, fact]) =>
        fact === null
          ? null
          : html`<dt>${label}</dt>
              <dd>${fact}</dd> `,
      )}
    </dl>
  </section>`;
}

/** Return a count as text; `null` for none. */
function some(number: number, count: (n: number) => string): string | null {
  return number === 0 ? null : count(number);
}
