import { FILE_DATE, ROW_NUMBER } from "../../analysis/generated-columns.js";
import type { Draft } from "../../api/drafts/draft.js";
import { isLeader } from "../../api/drafts/form/column-choice.js";
import type { DatasetFields } from "../../api/drafts/form/dataset-fields.js";
import { findErrors, type DraftErrors, placeErrors } from "../../api/drafts/form/find-errors.js";
import type { ModelForm } from "../../api/drafts/form/model-form.js";
import { readForm } from "../../api/drafts/form/read-form.js";
import { showColumnRow } from "./draft-column-row.js";
import { numberOptions, option } from "./format-options.js";
import { html, type Html } from "../parts/html.js";
import { markWrong } from "../parts/mark-wrong.js";
import { datasetField } from "./model-form-fields.js";
import type { Reader } from "../parts/reader.js";

/** The form that the model of a draft is. @returns `null` for what is no JSON */
export function formOf({ model, typed, analysis, date }: Draft): ModelForm | null {
  if (typed) return typed;
  try {
    return readForm(JSON.parse(model), analysis, date);
  } catch {
    return null;
  }
}

/** Put errors beside what they are about; those that keep what was typed from being a model come first. */
export function errorsIn(form: ModelForm, draft: Draft, errors: readonly string[]): DraftErrors {
  const placed = placeErrors(errors, form);
  return draft.typed ? { ...placed, columns: findErrors(form.columns).columns } : placed;
}

/** The fields of a model: of its dataset, and a row for each column of the table. */
export function showDraftForm(form: ModelForm, { analysis }: Draft, errors: DraftErrors, reader: Reader): Html {
  const found = new Map(analysis?.columns.map((column) => [column.heading, column]));
  return html`<section>
      <h2>The dataset</h2>
      ${showDataset(form.dataset, errors)}
    </section>
    <section>
      <h2>The columns</h2>
      <p>
        Say what each column is. A code and its label are one dimension: give both the same name; what else tells of it
        is written <code>dimension.name</code>. Tick <b>Key</b> where values, alone or together, tell rows apart: of
        rows with the same key only the last is kept. <b>Filter</b> offers the values beside the entries.
      </p>
      ${form.columns.map((choice, at) =>
        showColumnRow(
          {
            at,
            choice,
            isLeader: isLeader(form.columns, choice),
            analysis: found.get(choice.column),
            about: found.has(choice.column) ? null : aboutMade(choice.column, form.date, errors.date),
            errors: errors.columns.get(at) ?? [],
          },
          reader,
        ),
      )}
    </section>`;
}

/** What a column is that no table has. */
function aboutMade(column: string, date: string, errors: readonly string[]): Html | null {
  if (column === ROW_NUMBER) return html`1 is the first row after the header.`;
  return column === FILE_DATE ? showDate(date, errors) : null;
}

/** The date of all rows. */
export function showDate(date: string, errors: readonly string[]): Html {
  return html`<label for="date">All rows are of</label>
    <input
      id="date"
      name="date"
      value="${date}"
      size="10"
      placeholder="2014"
      autocomplete="off"
      ${errors.length > 0 ? markWrong("date-faults") : null}
    />
    ${errors.length > 0 ? html`<span class="beside-field" id="date-faults">${errors.join(" ")}</span>` : null}`;
}

const LABELS: readonly (readonly [keyof DatasetFields, string])[] = [
  ["label", "Title"],
  ["name", "Name in addresses"],
  ["currency", "Currency, such as EUR"],
  ["languages", "Languages, such as en, de"],
  ["territories", "Countries, such as GB, DE"],
  ["licence_name", "Licence"],
  ["licence_url", "Address of the licence"],
];

function showDataset(dataset: DatasetFields, { dataset: errors }: DraftErrors): Html {
  const place = (key: keyof DatasetFields, label: string, make: (attributes: Html) => Html): Html => {
    const wrong = errors.get(key) ?? [];
    const id = datasetField(key);
    const described = wrong.length > 0 ? markWrong(`${id}-faults`) : null;
    return html`<div>
      <label for="${id}">${label}</label>
      ${make(html`id="${id}" name="${id}" ${described}`)}
      ${wrong.length > 0 ? html`<p class="beside-field" id="${id}-faults" dir="auto">${wrong.join(" ")}</p>` : null}
    </div> `;
  };
  const input = ([key, label]: (typeof LABELS)[number]): Html =>
    place(key, label, (attributes) => html`<input ${attributes} value="${dataset[key]}" autocomplete="off" />`);
  const select = (key: keyof DatasetFields, label: string, options: Html): Html =>
    place(
      key,
      label,
      (attributes) =>
        html`<select ${attributes}>
          ${options}
        </select>`,
    );
  const categories = [
    ["", "–"],
    ["budget", "Budget"],
    ["spending", "Spending"],
    ["other", "Other"],
  ] as const;
  return html`<div class="fields-form">
      ${LABELS.map(input)}
      ${select("category", "Kind", html`${categories.map((each) => option(each, dataset.category))}`)}
      ${select("numbers", "Numbers are written", numberOptions(dataset.numbers))}
    </div>
    ${place(
      "description",
      "What it is, and where it is from",
      (attributes) => html`<textarea class="prose" ${attributes} rows="3">${dataset.description}</textarea>`,
    )}`;
}
