import { showError } from "../parts/show-error.js";
import type { FormPlace } from "../../../calls/publishing/manage/model-form.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { markWrong } from "../parts/mark-wrong.js";

/** An input for one place of a model. */
export interface ModelControl {
  readonly place: FormPlace;
  /** Unique on the page. */
  readonly id: string;
  readonly label: Html | string;
  /** The text shown in it. */
  readonly text: string;
  /** The errors of the last submission. */
  readonly errors: readonly string[];
  /** The allowed values, with their labels; without them any text is allowed. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
}

/** Write a control with its label, its errors, and the text of the model file if it differs. */
export function showControl(control: ModelControl, locale: PageLocale): Html {
  const { place, id, label, errors } = control;
  const input = inputOf(control, locale);
  const named = html`<label for="${id}">${label}</label>`;
  return html`<div class="${place.kind}">
    ${place.kind === "flag" ? html`${input} ${named}` : html`${named} ${input}`} ${showErrors(locale, id, errors)}
    ${showFile(place, locale)}
  </div> `;
}

function inputOf({ place: { name, kind }, id, text, errors, choices }: ModelControl, { words }: PageLocale): Html {
  const wrong = errors.length === 0 ? null : markWrong(`${id}-error`);
  if (kind === "flag") {
    const checked = text === "true" ? html`checked=""` : null;
    return html`<input id="${id}" type="checkbox" name="${name}" value="true" ${checked} ${wrong} />`;
  }
  if (choices) {
    const option = ([choice, shown]: readonly [value: string, label: string]): Html =>
      html`<option value="${choice}" ${choice === text ? html`selected=""` : null}>${shown}</option> `;
    return html`<select id="${id}" name="${name}" ${wrong}>
      ${[["", words.manage.model.none] as const, ...Object.entries(choices)].map(option)}
    </select>`;
  }
  if (kind === "line" || kind === "codes") {
    const direction = kind === "codes" ? "ltr" : "auto";
    return html`<input id="${id}" name="${name}" value="${text}" dir="${direction}" autocomplete="off" ${wrong} />`;
  }
  // Browsers drop a line break right after the tag, so one is added.
  const [rows, more] = kind === "json" ? [rowsFor(text), html`spellcheck="false" dir="ltr"`] : [2, html`dir="auto"`];
  return html`<textarea id="${id}" name="${name}" rows="${rows}" ${more} ${wrong}>${`\n${text}`}</textarea>`;
}

/** Minimum and maximum number of lines that a field for JSON has room for. */
const LEAST_ROWS = 3;
const MOST_ROWS = 16;

function rowsFor(json: string): number {
  return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, json.split("\n").length + 1));
}

function showErrors(locale: PageLocale, id: string, errors: readonly string[]): Html | null {
  if (errors.length === 0) return null;
  return html`<div id="${id}-error">
    ${errors.map((error) => html`<p class="beside-field" dir="auto">${showError(locale, error)}</p> `)}
  </div>`;
}

function showFile({ kind, text, asLoaded }: FormPlace, { words, fillHtml }: PageLocale): Html | null {
  if (text === asLoaded) return null;
  const { file } = words.manage.model;
  if (kind === "flag") return html`<small>${asLoaded === "true" ? file.yes : file.no}</small>`;
  if (asLoaded === "") return html`<small>${file.nothing}</small>`;
  if (kind !== "json") return html`<small>${fillHtml(file.text, { text: html`<bdi>${asLoaded}</bdi>` })}</small>`;
  return html`<details>
    <summary>${file.json}</summary>
    <pre dir="ltr">${asLoaded}</pre>
  </details>`;
}
