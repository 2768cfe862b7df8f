import type { RunDescription } from "../../../calls/publishing/loads/describe-run.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

type Progress = Pick<RunDescription, "status" | "percent" | "rows_read">;

/** Show the progress of a load in words, with a bar once a part of the file has been read. */
export function showProgress({ numbers }: PageReader, { status, percent, rows_read: rows }: Progress): Html {
  if (status === "queued") return html`Waiting in the queue`;
  if (rows === 0) return html`Starting to read the file`;
  const read = `${numbers.count(rows)} ${rows === 1 ? "row" : "rows"} read`;
  if (percent === 0) return html`${read}`;
  if (percent >= ALL_READ) return html`${read}; the totals are being prepared`;
  return html`<progress max="100" value="${percent}" aria-label="Read">${percent}%</progress> ${read}, about ${percent}%
    of the file`;
}

/** Percentage shown when the whole file has been read and the table is built. */
const ALL_READ = 99;

/** Seconds between reloads of a page without scripts. */
const RELOAD_S = 5;

/** Element for the head of a page with running work: without scripts, the browser reloads the page. */
export const RELOAD_TAG: Html = html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}" /></noscript>`;
