import type { RunDescription } from "../../api/loads/describe-run.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

type Progress = Pick<RunDescription, "status" | "percent" | "rows_read">;

/** Show the progress of a load. */
export function showProgress({ numbers }: PageReader, { status, percent, rows_read: rows }: Progress): Html {
  if (status === "queued") return html`Waiting in the queue`;
  const read = `${numbers.count(rows)} ${rows === 1 ? "row" : "rows"} read`;
  return html`<progress max="100" value="${percent}" aria-label="Read">${percent}%</progress> ${percent}%, ${read}`;
}

/** Seconds between reloads of a page without scripts. */
const RELOAD_S = 5;

/** Element for the head of a page with running work: without scripts, the browser reloads the page. */
export const RELOAD_TAG: Html = html`<noscript><meta http-equiv="refresh" content="${RELOAD_S}" /></noscript>`;
