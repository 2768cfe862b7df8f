import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { cellErrorRow } from "../parts/cell-error-row.js";
import { describe } from "../parts/describe.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent, Crumb } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { RELOAD_TAG, showProgress } from "./run-progress.js";
import { sourcesCrumbs, table } from "./sources.js";
import type { RunPage, RunsPage } from "../../api/resources/sources.js";

export function runsPage(page: RunsPage, reader: PageReader): LayoutContent {
  const { name, source, runs } = page;
  const main = html`${runs.map(
    (run) =>
      html`<section>
        <h2><a href="${reader.href(run.html_url)}">${run.time_queued}: ${run.status}</a></h2>
        <div class="fields">${describe(run)}</div>
      </section> `,
  )}`;
  return {
    title: `Load history of source ${source.id} of ${name}`,
    crumbs: sourceCrumbs(name, source),
    main,
    data: [resourceLink("Load history", page)],
    alternates: alternatesOf(page),
  };
}

export function runPage(page: RunPage, reader: PageReader): LayoutContent {
  const { name, source, run } = page;
  const crumbs = [...sourceCrumbs(name, source), { label: "Load history", url: `${source.html_url}/runs` }];
  const { errors, ...rest } = run;
  const isGoingOn = run.status === "queued" || run.status === "running";
  const main = html`<div${isGoingOn ? html` data-poll=""` : null}>
      <p class="lead">${showState(reader, run)}</p>
      ${
        run.warnings.length === 0
          ? null
          : html`<div class="faults">${run.warnings.map((warning) => html`<p dir="auto">${warning}</p> `)}</div>`
      }
      ${run.notes.map((note) => html`<p dir="auto">${note}</p> `)}
    </div>
    ${errors.length === 0 ? null : showErrors(reader, run)}
    <div class="fields">${describe(rest)}</div>`;
  return {
    title: `Load ${run.id} of source ${source.id} of ${name}`,
    crumbs,
    main,
    data: [resourceLink("This load", page)],
    alternates: alternatesOf(page),
    ...(isGoingOn ? { head: RELOAD_TAG } : {}),
  };
}

function showState(reader: PageReader, run: RunPage["run"]): Html {
  const { count } = reader.numbers;
  if (run.status === "failed") {
    return html`Nothing was loaded: ${count(run.num_errors)} ${run.num_errors === 1 ? "error" : "errors"}.`;
  }
  if (run.status !== "complete") return showProgress(reader, run);
  const url = reader.href(`${reader.origin}/${run.dataset}`);
  const now = run.num_entries === null ? null : html`, which has ${count(run.num_entries)} entries now`;
  return html`Done: ${count(run.rows_read)} rows were read into <a href="${url}">${run.dataset}</a>${now}.`;
}

function showErrors({ numbers }: PageReader, { errors, num_errors: all }: RunPage["run"]): Html {
  return html`<h2>Errors</h2>
    ${all > errors.length ? html`<p>Shows the first ${numbers.count(errors.length)} of ${numbers.count(all)}.</p>` : null}
    ${table("Errors", ["Row", "Column", "Attribute", "Cell", "What is wrong"], errors.map(cellErrorRow))}`;
}

function sourceCrumbs(name: string, source: RunPage["source"]): readonly Crumb[] {
  return [...sourcesCrumbs(name), { label: `Source ${source.id}`, url: source.html_url }];
}
