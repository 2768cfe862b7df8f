import type { Draft, CurrentWork } from "../../../calls/publishing/drafts/draft.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

const DOING: Readonly<Record<CurrentWork["what"], string>> = {
  read: "Analysing the file …",
  check: "Checking the whole file …",
  load: "Loading the file …",
};

/** Show the work that runs on a draft, and its progress. @param url of the draft's page */
export function showDraftProgress(
  reader: PageReader,
  { run }: Pick<Draft, "run">,
  { what, isWaiting, progress }: CurrentWork,
  url: string,
  token: string,
): Html {
  const { count } = reader.numbers;
  const percent = progress && Math.floor((100 * progress.bytesRead) / Math.max(1, progress.bytesTotal));
  const rows = progress && `${count(progress.rows)} ${progress.rows === 1 ? "row" : "rows"} read`;
  return html`<div data-poll="">
      <p class="lead" role="status">${DOING[what]}</p>
      ${
        isWaiting && what !== "load"
          ? html`<p>Waiting in the queue.</p>`
          : progress
            ? html`<p>
                <progress max="100" value="${percent}" aria-label="Read">${percent}%</progress> ${percent}%, ${rows}
              </p>`
            : null
      }
      ${what === "load" && run !== null ? html`<p><a href="${reader.href(run)}">Show the progress</a></p>` : null}
    </div>
    ${
      what === "load"
        ? null
        : html`<form method="post" action="${url}">
            ${tokenField(token)}
            <p class="actions">
              <button name="do" value="stop">Stop</button> <button name="do" value="discard">Discard the file</button>
            </p>
          </form>`
    }`;
}
