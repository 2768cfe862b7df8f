import { type Draft, isUnreadable } from "../api/drafts/draft.js";
import { showCheck } from "./draft-check.js";
import { showColumns } from "./draft-columns.js";
import { showDraftProgress } from "./draft-progress.js";
import { tokenField } from "./form.js";
import { html, type Html } from "./html.js";
import { createReader, type Reader } from "./reader.js";
import { LOADED_AGAIN } from "./run-progress.js";
import { renderScreen } from "./screen.js";

export interface DraftForm {
  readonly origin: string;
  /** In which numbers are written. */
  readonly language: string;
  readonly token: string;
  /** Of the draft. */
  readonly path: string;
  /** Of what was asked for last. */
  readonly faults: readonly string[];
  readonly draft: Draft;
}

/** What was found in a table, its model to correct, and what loading it would come to. */
export function renderDraft(form: DraftForm): string {
  const { origin, language, faults, draft } = form;
  const reader = createReader(language, origin);
  const { work, name } = draft;
  return renderScreen(reader, {
    title: `Publish ${name}`,
    crumbs: [{ label: "Publish data", url: "/datasets/new" }],
    faults: [...new Set([...faults, ...draft.faults])],
    main: work ? showDraftProgress(reader, draft, work, reader.href(form.path), form.token) : showDraft(form, reader),
    ...(work ? { head: LOADED_AGAIN } : {}),
  });
}

function showDraft(form: DraftForm, reader: Reader): Html {
  const { draft } = form;
  if (isUnreadable(draft)) return showUnreadable(form, reader);
  const { check, analysis, sources, run } = draft;
  return html`${run === null ? null : html`<p><a href="${reader.href(run)}">The run that was to load it</a></p>`}
    ${check ? showCheck(check, reader) : null}
    <section>
      <h2>What is in it</h2>
      ${
        analysis
          ? showColumns(analysis, reader)
          : html`<p>A data package, which describes its tables itself:</p>
              <ul>
                ${sources.map(({ from, url }) => html`<li dir="auto">${from ?? url}</li> `)}
              </ul>`
      }
    </section>
    ${showModel(form, reader)}`;
}

/** Nothing came of looking through it: it can be done again. */
function showUnreadable({ draft, token, path }: DraftForm, reader: Reader): Html {
  return html`<form method="post" action="${reader.href(path)}">
      ${tokenField(token)}
      <p class="actions">
        <button name="do" value="read">${draft.url === null ? "Look through it again" : "Fetch it again"}</button>
        <button name="do" value="discard">Discard it</button>
      </p>
    </form>
    <p><a href="${reader.href("/datasets/new")}">Send another file</a></p>`;
}

function showModel({ draft, token, path }: DraftForm, reader: Reader): Html {
  const { model, isPrivate, skipInvalid } = draft;
  return html`<section>
    <h2>What it means</h2>
    <p>
      This model is proposed from the file. <code>dataset</code> names the data; <code>mapping</code> says what each
      column is: <code>amount</code> is what is added up, <code>time</code> the date, and a field with
      <code>"key": true</code> tells rows apart.
    </p>
    <form method="post" action="${reader.href(path)}">
      ${tokenField(token)}
      <p>
        <label for="model">Model</label>
        <textarea id="model" name="model" rows="24" spellcheck="false" dir="ltr">${model}</textarea>
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
}

function tick(name: string, label: string, isTicked: boolean): Html {
  const checked = isTicked ? html`checked` : null;
  return html`<p>
    <input id="${name}" type="checkbox" name="${name}" value="yes" ${checked} /> <label for="${name}">${label}</label>
  </p> `;
}
