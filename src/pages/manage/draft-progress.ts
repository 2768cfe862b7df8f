import type { Draft, CurrentWork } from "../../api/drafts/draft.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import type { Reader } from "../parts/reader.js";

const DOING: Readonly<Record<CurrentWork["what"], string>> = {
  read: "Looking through it …",
  check: "Checking all of it …",
  load: "Loading it …",
};

/** What is being done with a draft, and how far that has come. @param url of the draft's page */
export function showDraftProgress(
  reader: Reader,
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
          ? html`<p>It waits for its turn.</p>`
          : progress
            ? html`<p>
                <progress max="100" value="${percent}" aria-label="Read">${percent}%</progress> ${percent}%, ${rows}
              </p>`
            : null
      }
      ${what === "load" && run !== null ? html`<p><a href="${reader.href(run)}">How far it has come</a></p>` : null}
    </div>
    ${
      what === "load"
        ? null
        : html`<form method="post" action="${url}">
            ${tokenField(token)}
            <p class="actions">
              <button name="do" value="stop">Stop</button> <button name="do" value="discard">Discard it</button>
            </p>
          </form>`
    }`;
}
