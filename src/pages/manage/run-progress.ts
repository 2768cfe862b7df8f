import type { RunDescription } from "../../api/loads/describe-run.js";
import { html, type Html } from "../parts/html.js";
import type { Reader } from "../parts/reader.js";

type Progress = Pick<RunDescription, "status" | "percent" | "rows_read">;

/** How far a load has come, as far as that is known. */
export function showProgress({ numbers }: Reader, { status, percent, rows_read: rows }: Progress): Html {
  if (status === "queued") return html`Waiting for its turn`;
  const read = `${numbers.count(rows)} ${rows === 1 ? "row" : "rows"} read`;
  return html`<progress max="100" value="${percent}" aria-label="Read">${percent}%</progress> ${percent}%, ${read}`;
}

/** Seconds after which a page without scripts is asked for again. */
const AGAIN = 5;

/** For the head of a page that tells of what is going on: without scripts it is loaded again and again. */
export const LOADED_AGAIN: Html = html`<noscript><meta http-equiv="refresh" content="${AGAIN}" /></noscript>`;
