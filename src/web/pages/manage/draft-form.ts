import { listYears } from "../../../sources/analysis/choose-time.js";
import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import type { Draft } from "../../../calls/publishing/drafts/draft.js";
import { isLeader } from "../../../calls/publishing/drafts/form/column-choice.js";
import type { DatasetFields } from "../../../calls/publishing/drafts/form/dataset-fields.js";
import { ADDED_COLUMNS } from "../../../calls/publishing/drafts/form/added-columns.js";
import { findErrors, type DraftErrors, placeErrors } from "../../../calls/publishing/drafts/form/find-errors.js";
import type { ModelForm } from "../../../calls/publishing/drafts/form/model-form.js";
import { listSplits } from "../../../calls/publishing/drafts/form/page-choice.js";
import { partsOf, readForm, suggestionsFor } from "../../../calls/publishing/drafts/form/read-form.js";
import { showColumnRow } from "./draft-column-row.js";
import { showPageChoice } from "./draft-page-choice.js";
import { showSuggestions } from "./draft-suggestions.js";
import { numberOptions, option } from "./format-options.js";
import { html, type Html } from "../parts/html.js";
import { markWrong } from "../parts/mark-wrong.js";
import { datasetField, TIME_BEFORE_FIELD, TIME_FIELD } from "./model-form-fields.js";
import type { PageReader } from "../parts/reader.js";

/** Return the model of a draft as a form. @returns `null` if the model is not JSON */
export function formOf({ model, typed, analysis, date }: Draft): ModelForm | null {
  if (typed) return typed;
  try {
    return readForm(JSON.parse(model), analysis, date);
  } catch {
    return null;
  }
}

/** Assign errors to the fields of a form. While the form is not a valid model, columns show the errors that prevent it. */
export function errorsIn(form: ModelForm, draft: Draft, errors: readonly string[]): DraftErrors {
  const placed = placeErrors(errors, form);
  return draft.typed ? { ...placed, columns: findErrors(form.columns).columns } : placed;
}

/** Write the form of a model: the fields of the dataset, a row for each column of the table, and the suggestions. */
export function showDraftForm(
  form: ModelForm,
  { analysis, model }: Draft,
  errors: DraftErrors,
  reader: PageReader,
): Html {
  const document: unknown = JSON.parse(model);
  const found = new Map(analysis?.columns.map((column) => [column.heading, column]));
  return html`<section>
      <h2>The dataset</h2>
      ${showDataset(form.dataset, errors)}
    </section>
    <section>
      <h2>The columns</h2>
      <p>
        Choose what each column means. A code and its label belong together: give both the same name, for example
        <code>office</code>. A further detail of a code has a name such as <code>office.city</code>. Tick <b>Key</b> for
        the columns that identify a row, alone or together: of rows with the same key, only the last is kept. Tick
        <b>Filter</b> to let readers filter the entries by the values of a column.
      </p>
      ${askTime(form, analysis)}
      ${form.columns.map((choice, at) =>
        showColumnRow(
          {
            at,
            choice,
            isLeader: isLeader(form.columns, choice),
            analysis: found.get(choice.column),
            about: found.has(choice.column) ? null : aboutAdded(choice.column, form.date, errors.date),
            errors: errors.columns.get(at) ?? [],
          },
          reader,
        ),
      )}
    </section>
    ${showSuggestions(suggestionsFor(document, analysis, form.date), form.suggestions ?? [])}
    ${form.pages ? showPageChoice(form.pages, listSplits(partsOf(document).mapping)) : null}`;
}

/** Ask which of several columns of years is that of the amounts; `null` if there is no doubt. */
function askTime({ columns }: ModelForm, analysis: TableAnalysis | null): Html | null {
  const time = columns.find(({ role }) => role === "time")?.column ?? "";
  const years = listYears(analysis?.columns ?? [], time);
  if (years.length === 0) return null;
  return html`<p>
    <label for="${TIME_FIELD}">Which year is that of the amounts?</label>
    <select id="${TIME_FIELD}" name="${TIME_FIELD}">
      ${years.map(({ heading, samples }) => option([heading, `${heading}: ${samples.slice(0, 4).join(", ")}`], time))}
    </select>
    <input type="hidden" name="${TIME_BEFORE_FIELD}" value="${time}" />
  </p>`;
}

/** Describe a column that spendcube adds to the table; `null` for other columns. */
function aboutAdded(column: string, date: string, errors: readonly string[]): Html | null {
  if (column === ADDED_COLUMNS.rowNumber) return html`1 is the first row after the header.`;
  return column === ADDED_COLUMNS.fileDate ? showDate(date, errors) : null;
}

/** Write the input for the date of all rows. */
export function showDate(date: string, errors: readonly string[]): Html {
  return html`<label for="date">Date of all rows</label>
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
  ["name", "Name in web addresses"],
  ["currency", "Currency of the amounts, such as EUR"],
  ["languages", "Languages, such as en, de"],
  ["territories", "Countries, such as GB, DE"],
  ["licence_name", "Licence"],
  ["licence_url", "Web address of the licence"],
];

function showDataset(dataset: DatasetFields, { dataset: errors }: DraftErrors): Html {
  const place = (key: keyof DatasetFields, label: string, make: (attributes: Html) => Html): Html => {
    const wrong = errors.get(key) ?? [];
    const id = datasetField(key);
    const described = wrong.length > 0 ? markWrong(`${id}-faults`) : null;
    return html`<div>
      <label for="${id}">${label}</label>
      ${make(html`id="${id}" name="${id}" ${described}`)}
      ${key === "currency" && dataset.currency === "" ? html`<p class="note">Neither the cells nor the headings name one.</p>` : null}
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
      ${select("category", "Category", html`${categories.map((each) => option(each, dataset.category))}`)}
      ${select("numbers", "Number format", numberOptions(dataset.numbers))}
    </div>
    ${place(
      "description",
      "Description: what the data is, and where it comes from",
      (attributes) => html`<textarea class="prose" ${attributes} rows="3">${dataset.description}</textarea>`,
    )}`;
}
