import type { Dashboard, ManagedDataset } from "../../../calls/views/pages/dashboard.js";
import type { RunWithErrors } from "../../../calls/publishing/loads/describe-run.js";
import { shortAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { plainMessage } from "./plain-message.js";
import { RELOAD_TAG, showProgress } from "./run-progress.js";
import { screenContent } from "../parts/screen.js";
import { table } from "../parts/table.js";

/** The datasets and loads of a user. */
export interface DashboardPage {
  readonly kind: "dashboard";
  readonly origin: string;
  /** Name of the user. */
  readonly name: string;
  readonly dashboard: Dashboard;
}

export function dashboardPage({ name, dashboard }: DashboardPage, reader: PageReader): LayoutContent {
  const { href } = reader;
  const { isAll, coming, failed, count } = dashboard;
  const isGoingOn = coming.length > 0;
  const main = html`<p class="actions">
      <a class="button" href="${href("/settings")}" data-plain="">Settings</a>
    </p>
    <p>
      You are signed in as <bdi>${name}</bdi>${isAll ? ", an administrator, and can manage every dataset" : null}.
      <a href="${href("/logout")}" data-plain="">Sign out</a>
    </p>
    <p><a href="${href("/datasets/new")}" data-plain="">Publish data</a></p>
    <div${isGoingOn ? html` data-poll=""` : null}>
      ${isGoingOn ? showComing(reader, coming) : null} ${failed.length > 0 ? showFailed(reader, failed) : null}
    </div>
    <section aria-labelledby="datasets">
      <h2 id="datasets">Datasets</h2>
      ${
        count === 0
          ? html`<p>You do not manage any dataset yet. You will manage each dataset that you publish.</p>`
          : table(
              "Datasets",
              ["Dataset", "", "Entries", "Years", "Total", "Last loaded", ""],
              dashboard.datasets.map((each) => datasetRow(reader, each)),
            )
      }
      ${pager(reader, dashboard)}
    </section>`;
  return screenContent({
    title: "Your datasets",
    errors: [],
    main,
    ...(isGoingOn ? { head: RELOAD_TAG } : {}),
  });
}

function showComing(reader: PageReader, coming: readonly RunWithErrors[]): Html {
  return html`<section aria-labelledby="coming">
    <h2 id="coming">Loads in progress</h2>
    ${table(
      "Loads in progress",
      ["Dataset", "Source", "Progress"],
      coming.map(
        (run) =>
          html`<tr>
            <th scope="row">${run.dataset}</th>
            <td><a href="${reader.href(run.html_url)}">Load ${run.id} of source ${run.source}</a></td>
            <td>${showProgress(reader, run)}</td>
          </tr> `,
      ),
    )}
  </section>`;
}

function showFailed(reader: PageReader, failed: readonly RunWithErrors[]): Html {
  return html`<section aria-labelledby="failed">
    <h2 id="failed">Failed loads</h2>
    ${table(
      "Failed loads",
      ["Dataset", "Source", "When", "Reason"],
      failed.map(
        (run) =>
          html`<tr>
            <th scope="row">${run.dataset}</th>
            <td><a href="${reader.href(run.html_url)}">Load ${run.id} of source ${run.source}</a></td>
            <td>${when(reader, run.time_end ?? run.time_queued)}</td>
            <td dir="auto">${whyFailed(reader, run)}</td>
          </tr> `,
      ),
    )}
  </section>`;
}

function whyFailed({ numbers }: PageReader, { errors: [first], num_errors: count }: RunWithErrors): string {
  if (!first) return "";
  const place = first.row === null ? "" : `Row ${first.row}: `;
  return `${place}${plainMessage(first.message)}${count > 1 ? ` … and ${numbers.count(count - 1)} more` : ""}`;
}

function datasetRow(reader: PageReader, { dataset, years, measure, total, loaded }: ManagedDataset): Html {
  const url = reader.href(dataset.html_url);
  const span = years.length > 1 ? `${years[0]} – ${years.at(-1)}` : (years[0] ?? "");
  return html`<tr>
    <th scope="row"><a href="${url}" dir="auto">${dataset.label}</a></th>
    <td>${dataset.private ? "private" : "public"}</td>
    <td class="number">${reader.numbers.count(dataset.num_entries)}</td>
    <td class="number">${span}</td>
    <td class="number" title="${measure.label}">${shortAmount(reader.numbers.money(dataset.currency), total)}</td>
    <td class="number">${loaded === null ? null : when(reader, loaded)}</td>
    <td>
      <a href="${url}/sources">Sources<span class="hidden"> of ${dataset.label}</span></a>
      <a href="${url}/editor" data-plain="">Manage<span class="hidden"> ${dataset.label}</span></a>
    </td>
  </tr> `;
}

function when({ dates }: PageReader, iso: string): Html {
  return html`<time datetime="${iso}">${dates.minute(iso)}</time>`;
}

function pager({ href }: PageReader, { page, pages }: Dashboard): Html | null {
  if (pages === 1) return null;
  const link = (to: number, text: string): Html => html`<a href="${href(`/dashboard?page=${to}`)}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? link(page - 1, "Previous") : null} <span>Page ${page} of ${pages}</span>
    ${page < pages ? link(page + 1, "Next") : null}
  </nav>`;
}
