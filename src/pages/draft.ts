import type { DraftCheck } from "../api/drafts/check-draft.js";
import type { Draft } from "../api/drafts/drafts.js";
import { showCheck } from "./draft-check.js";
import { showColumns } from "./draft-columns.js";
import { renderForm, tokenField } from "./form.js";
import { html, type Html } from "./html.js";
import { createReader } from "./reader.js";

export interface DraftForm {
  readonly origin: string;
  readonly token: string;
  /** Of the draft. */
  readonly path: string;
  readonly faults: readonly string[];
  readonly draft: Pick<Draft, "fileName" | "analysis" | "model">;
  readonly isPrivate: boolean;
  readonly skipInvalid: boolean;
  /** Where the whole file has been checked. */
  readonly check: DraftCheck | undefined;
}

/** What was found in a file, its model to correct, and what loading it would come to. */
export function renderDraft(form: DraftForm): string {
  const { origin, token, path, faults, draft, isPrivate, skipInvalid, check } = form;
  const reader = createReader("en", origin);
  const main = html`${check ? showCheck(check, reader) : null}
    <section>
      <h2>What is in the file</h2>
      ${showColumns(draft.analysis, reader)}
    </section>
    <section>
      <h2>What it means</h2>
      <p>
        This model is proposed from the file. <code>dataset</code> names the data; <code>mapping</code> says what each
        column is: <code>amount</code> is what is added up, <code>time</code> the date, and a field with
        <code>"key": true</code> tells rows apart.
      </p>
      <form method="post" action="${origin}${path}">
        ${tokenField(token)}
        <p>
          <label for="model">Model</label>
          <textarea id="model" name="model" rows="24" spellcheck="false" dir="ltr">${draft.model}</textarea>
        </p>
        ${tick("private", "Keep it private: only you and administrators see it", isPrivate)}
        ${tick("skip_invalid", "Leave out the rows that have errors", skipInvalid)}
        <p class="actions">
          <button name="do" value="check">Check the whole file</button>
          <button name="do" value="load">Publish</button>
          <button name="do" value="discard">Discard the file</button>
        </p>
      </form>
    </section>`;
  return renderForm(origin, `Publish ${draft.fileName}`, faults, main);
}

function tick(name: string, label: string, isTicked: boolean): Html {
  const checked = isTicked ? html`checked` : null;
  return html`<p>
    <input id="${name}" type="checkbox" name="${name}" value="yes" ${checked} /> <label for="${name}">${label}</label>
  </p> `;
}
