import type { RunDescription } from "../../../calls/publishing/loads/describe-run.js";
import type { RunPage, RunsPage } from "../../../calls/views/resources/sources.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent, Crumb } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { showErrorGroups } from "./error-groups-table.js";
import { showControlSums } from "./control.js";
import { plainMessage } from "./plain-message.js";
import { RELOAD_TAG, showProgress } from "./run-progress.js";
import { table } from "../parts/table.js";
import { isolate } from "../parts/isolate.js";
import { nameSource } from "../parts/source-name.js";
import { RUN_STATUS, sourcesCrumbs } from "./sources.js";

const OPERATIONS: Readonly<Record<RunPage["run"]["operation"], string>> = {
  load: "The rows of this source were loaded",
  replace: "All earlier rows were replaced",
  remove: "The rows of this source were removed",
};

export function runsPage(page: RunsPage, reader: PageReader): LayoutContent {
  const { label, source, runs } = page;
  const row = (run: RunDescription): Html =>
    html`<tr>
      <th scope="row">
        <a href="${reader.href(run.html_url)}"
          ><time datetime="${run.time_queued}">${reader.dates.minute(run.time_queued)}</time></a
        >
      </th>
      <td>${RUN_STATUS[run.status]}</td>
      <td class="number">${reader.numbers.count(run.rows_read)}</td>
      <td class="number">${reader.numbers.count(run.num_errors)}</td>
    </tr> `;
  return {
    title: `Load history of source ${source.id} of ${isolate(label)}`,
    crumbs: sourceCrumbs(reader, page),
    main: table("Load history", ["Load", "Result", "Rows read", "Errors"], runs.map(row)),
    data: [resourceLink("Load history", page)],
    alternates: alternatesOf(page),
  };
}

export function runPage(page: RunPage, reader: PageReader): LayoutContent {
  const { source, run, groups, draft, cancel } = page;
  const crumbs = [...sourceCrumbs(reader, page), { label: "Load history", url: `${source.html_url}/runs` }];
  const isGoingOn = run.status === "queued" || run.status === "running";
  const main = html`<div${isGoingOn ? html` data-poll=""` : null}>
      <p class="lead">${showState(reader, page)}</p>
      ${
        cancel === null
          ? null
          : html`<form method="post" action="${reader.href(run.html_url)}">
              ${tokenField(cancel)}
              <p><button>Cancel the load</button></p>
            </form>`
      }
      ${
        draft === null
          ? null
          : html`<p class="actions">
              <a class="button" href="${reader.href(draft)}" data-plain="">Correct it and publish again</a>
            </p>`
      }
      ${
        run.warnings.length === 0
          ? null
          : html`<div class="faults">${run.warnings.map((warning) => html`<p dir="auto">${warning}</p> `)}</div>`
      }
      ${showControlSums(run.control, null)}
      ${run.notes.map((note) => html`<p dir="auto">${plainMessage(note)}</p> `)}
    </div>
    ${showErrors(page, reader, groups)} ${showRunFacts(page, reader)}`;
  return {
    title: `Load ${run.id} of ${isolate(nameSource(source.url))}`,
    crumbs,
    main,
    data: [resourceLink("This load", page)],
    alternates: alternatesOf(page),
    ...(isGoingOn ? { head: RELOAD_TAG } : {}),
  };
}

function showState(reader: PageReader, { run, source, isPublic }: RunPage): Html {
  const { count } = reader.numbers;
  if (run.status === "failed") {
    return html`Nothing was loaded: ${count(run.num_errors)} ${run.num_errors === 1 ? "error" : "errors"}.`;
  }
  if (run.status !== "complete") return showProgress(reader, run);
  const url = reader.href(`${reader.origin}/${run.dataset}`);
  const file = html`<bdi>${nameSource(source.url)}</bdi>`;
  const page = html`<a href="${url}">See the page</a>.`;
  if (run.operation === "remove") return html`Removed: the entries from ${file}. ${page}`;
  const numEntries = run.entries_created + run.entries_updated;
  const entries = html`${count(numEntries)} ${numEntries === 1 ? "entry" : "entries"} from ${file}`;
  return html`${isPublic ? "Published" : "Loaded"}: ${entries}. ${page}`;
}

/** Write the errors: sentences about the file as a whole, and the others grouped. */
function showErrors({ run }: RunPage, reader: PageReader, groups: RunPage["groups"]): Html | null {
  if (run.num_errors === 0 || groups.length === 0) return null;
  const ofFile = groups.every(({ first }) => first.every(({ row }) => row === null));
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    ${
      ofFile
        ? run.errors.map(({ message }) => html`<p dir="auto">${plainMessage(message)}</p> `)
        : showErrorGroups(groups, run.num_errors, reader)
    }
  </section>`;
}

function sourceCrumbs(reader: PageReader, page: Pick<RunPage, "name" | "label" | "source">): readonly Crumb[] {
  const { source } = page;
  return [...sourcesCrumbs(reader, page), { label: `Source ${source.id}`, url: source.html_url }];
}

/** Write the facts of a load in words: its times, its rows and what became of them, and the totals after it. */
function showRunFacts({ run, name }: RunPage, reader: PageReader): Html {
  const { count, money } = reader.numbers;
  const time = (iso: string): Html => html`<time datetime="${iso}">${reader.dates.minute(iso)}</time>`;
  const rows: readonly (readonly [label: string, fact: Html | string | null])[] = [
    ["Dataset", html`<a href="${reader.href(`${reader.origin}/${name}`)}">${name}</a>`],
    ["What was done", OPERATIONS[run.operation]],
    ["Ordered", time(run.time_queued)],
    ["Began", run.time_start === null ? null : time(run.time_start)],
    ["Ended", run.time_end === null ? null : time(run.time_end)],
    ["Rows read", count(run.rows_read)],
    ["Blank or left out", some(run.rows_blank, count)],
    ["Rows with errors", some(run.rows_rejected, count)],
    ["New entries", some(run.entries_created, count)],
    ["Entries replaced", some(run.entries_updated, count)],
    ["Rows with the key of a later row", some(run.rows_repeated, count)],
    ["Entries in the dataset now", run.num_entries === null ? null : count(run.num_entries)],
    ...Object.entries(run.totals ?? {}).map(
      ([measure, total]) => [`Total of ${measure}`, money(null).exact(total)] as const,
    ),
  ];
  return html`<section aria-labelledby="facts">
    <h2 id="facts">Details</h2>
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
