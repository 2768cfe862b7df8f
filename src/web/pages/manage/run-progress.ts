import type { RunDescription } from "../../../calls/publishing/loads/describe-run.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

type Progress = Pick<RunDescription, "status" | "percent" | "rows_read">;

/** Show the progress of a load in words, with a bar once a part of the file has been read. */
export function showProgress(
  { words, fill, numbers }: PageLocale,
  { status, percent, rows_read: rows }: Progress,
): Html {
  const { progress } = words.loads;
  if (status === "queued") return html`${progress.waiting}`;
  if (rows === 0) return html`${progress.starting}`;
  if (percent === 0) return html`${fill(progress.read, { count: rows })}`;
  if (percent >= ALL_READ) return html`${fill(progress.totals, { count: rows })}`;
  const share = numbers.percent(percent);
  return html`<progress max="100" value="${percent}" aria-label="${progress.bar}">${share}</progress>
    ${fill(progress.part, { count: rows, share })}`;
}

/** Write the state of a load as a chip. */
export function showStatus({ words }: PageLocale, { status }: Pick<RunDescription, "status">): Html {
  return html`<span class="state ${status}">${words.loads.status[status]}</span>`;
}

/** Write the first cells of a load's row: when it was asked for, with a link to it, and its state. */
export function beginRunRow(
  locale: PageLocale,
  run: Pick<RunDescription, "html_url" | "time_queued" | "status">,
): Html {
  return html`<th scope="row">
      <a href="${locale.href(run.html_url)}"
        ><time datetime="${run.time_queued}">${locale.dates.minute(run.time_queued)}</time></a
      >
    </th>
    <td>${showStatus(locale, run)}</td>`;
}

/** Percentage shown when the whole file has been read and the table is built. */
const ALL_READ = 99;

/** Seconds between reloads of a page without scripts. */
const RELOAD_S = 5;

/** Element for the head of a page with running work: without scripts, the browser reloads the page. */
export const RELOAD_TAG: Html = html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}" /></noscript>`;
