import { showErrorsBeside } from "../parts/show-error.js";
import { listTimes } from "../../../sources/analysis/choose-time.js";
import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import type { Draft } from "../../../calls/publishing/drafts/draft.js";
import { groupsIn } from "../../../calls/publishing/drafts/draft-check.js";
import { isLeader } from "../../../calls/publishing/drafts/form/column-choice.js";
import type { DatasetFields } from "../../../calls/publishing/drafts/form/dataset-fields.js";
import { ADDED_COLUMNS } from "../../../calls/publishing/drafts/form/added-columns.js";
import { findErrors, type DraftErrors, placeErrors } from "../../../calls/publishing/drafts/form/find-errors.js";
import type { ModelForm } from "../../../calls/publishing/drafts/form/model-form.js";
import { listSplits } from "../../../calls/publishing/drafts/form/page-choice.js";
import { partsOf, readForm, suggestionsFor } from "../../../calls/publishing/drafts/form/read-form.js";
import { type ColumnRow, nameDraftColumn, needsAnswer, showColumnRow } from "./draft-column-row.js";
import { showPageChoice } from "./draft-page-choice.js";
import { showSuggestions } from "./draft-suggestions.js";
import { numberOptions, option } from "./format-options.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { markWrong } from "../parts/mark-wrong.js";
import { datasetField, TIME_BEFORE_FIELD, TIME_FIELD } from "./model-form-fields.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate } from "../parts/enumerate.js";

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

/** Write the form of a model: the suggestions, the fields of the dataset, and a row for each column, those with a question first. */
export function showDraftForm(
  form: ModelForm,
  { analysis, model, check }: Draft,
  errors: DraftErrors,
  locale: PageLocale,
): Html {
  const document: unknown = JSON.parse(model);
  const { dataset, columns: texts } = locale.words.drafts;
  const found = new Map(analysis?.columns.map((column) => [column.heading, column]));
  const wrong = new Set(check ? groupsIn(check).map(({ first }) => first[0]!.column) : []);
  const rows = form.columns.map((choice, at) => ({
    at,
    choice,
    isLeader: isLeader(form.columns, choice),
    analysis: found.get(choice.column),
    about: found.has(choice.column) ? null : aboutAdded(choice.column, form.date, errors.date, locale),
    errors: errors.columns.get(at) ?? [],
    hasWrongCells: wrong.has(choice.column),
  }));
  return html`${showSuggestions(suggestionsFor(document, analysis, form.date), form.suggestions ?? [], locale)}
    <section>
      <h2>${dataset.title}</h2>
      ${showDataset(form.dataset, errors, locale)}
    </section>
    <section>
      <h2>${texts.title}</h2>
      <p>
        ${locale.fillHtml(texts.lead, {
          first: html`<code>office</code>`,
          second: html`<code>office.city</code>`,
          b: (inner) => html`<b>${inner}</b>`,
        })}
      </p>
      ${askTime(form, analysis, locale)} ${showRows(rows, locale)}
    </section>
    ${form.pages ? showPageChoice(form.pages, listSplits(partsOf(document).mapping), locale) : null}`;
}

/** Write the rows of columns: those with a question first, and those that are left out folded together, last. */
function showRows(rows: readonly ColumnRow[], locale: PageLocale): Html {
  const rest = rows.filter((row) => !needsAnswer(row));
  const isOut = ({ choice }: ColumnRow): boolean => choice.role === "none";
  const show = (row: ColumnRow): Html => showColumnRow(row, locale);
  const out = rest.filter(isOut);
  const { roles } = locale.words.drafts.columns;
  const names = enumerate(
    locale,
    out.map(({ choice }) => isolate(nameDraftColumn(choice.column, locale))),
  );
  return html`${rows.filter(needsAnswer).map(show)} ${rest.filter((row) => !isOut(row)).map(show)}
  ${
    out.length < 2
      ? out.map(show)
      : html`<details class="choices">
          <summary>${locale.fill(locale.words.said.named, { name: roles.none, text: names })}</summary>
          ${out.map(show)}
        </details>`
  }`;
}

/** Ask which of several columns of years or dates is that of the amounts; `null` if there is no doubt. */
function askTime({ columns }: ModelForm, analysis: TableAnalysis | null, { words, fill }: PageLocale): Html | null {
  const time = columns.find(({ role }) => role === "time")?.column ?? "";
  const times = listTimes(analysis?.columns ?? [], time);
  const [first] = times;
  if (!first) return null;
  const { columns: texts } = words.drafts;
  const named = (name: string, samples: readonly string[]): string =>
    fill(texts.timeOption, { name, examples: enumerate({ words, fill }, samples.slice(0, 4)) });
  return html`<p>
    <label for="${TIME_FIELD}">${first.type.precision === "day" ? texts.date : texts.time}</label>
    <select id="${TIME_FIELD}" name="${TIME_FIELD}">
      ${times.map(({ heading, samples }) => option([heading, named(heading, samples)], time))}
    </select>
    <input type="hidden" name="${TIME_BEFORE_FIELD}" value="${time}" />
  </p>`;
}

/** Describe a column that spendcube adds to the table; `null` for other columns. */
function aboutAdded(column: string, date: string, errors: readonly string[], locale: PageLocale): Html | null {
  if (column === ADDED_COLUMNS.rowNumber) return html`${locale.words.drafts.columns.rowNumber}`;
  return column === ADDED_COLUMNS.fileDate ? showDate(date, errors, locale) : null;
}

/** Write the input for the date of all rows. */
export function showDate(date: string, errors: readonly string[], locale: PageLocale): Html {
  return html`<label for="date">${locale.words.drafts.columns.fileDate}</label>
    <input
      id="date"
      name="date"
      value="${date}"
      size="10"
      placeholder="2014"
      autocomplete="off"
      ${errors.length > 0 ? markWrong("date-errors") : null}
    />
    ${errors.length > 0 ? html`<span class="beside-field" id="date-errors" dir="auto">${showErrorsBeside(locale, errors)}</span>` : null}`;
}

/** Fields with a line of text, in the order of the form: those that every dataset has, and those that are folded. */
const LINES = ["label", "name", "currency"] as const;
const MORE_LINES = ["languages", "territories", "licence_name", "licence_url"] as const;
const FOLDED = [...MORE_LINES, "category", "numbers"] as const;

function showDataset(dataset: DatasetFields, { dataset: errors }: DraftErrors, locale: PageLocale): Html {
  const { dataset: texts } = locale.words.drafts;
  const { fields } = texts;
  const place = (key: keyof typeof fields, make: (attributes: Html) => Html): Html => {
    const wrong = errors.get(key) ?? [];
    const id = datasetField(key);
    const described = wrong.length > 0 ? markWrong(`${id}-errors`) : null;
    return html`<div>
      <label for="${id}">${fields[key]}</label>
      ${make(html`id="${id}" name="${id}" ${described}`)}
      ${key === "currency" && dataset.currency === "" ? html`<p class="note">${texts.noCurrency}</p>` : null}
      ${wrong.length > 0 ? html`<p class="beside-field" id="${id}-errors" dir="auto">${showErrorsBeside(locale, wrong)}</p>` : null}
    </div> `;
  };
  const input = (key: (typeof LINES | typeof MORE_LINES)[number]): Html =>
    place(key, (attributes) => html`<input ${attributes} value="${dataset[key]}" autocomplete="off" />`);
  const select = (key: keyof typeof fields, options: Html): Html =>
    place(
      key,
      (attributes) =>
        html`<select ${attributes}>
          ${options}
        </select>`,
    );
  const categories = [
    ["", "–"],
    ["budget", texts.categories.budget],
    ["spending", texts.categories.spending],
    ["other", texts.categories.neither],
  ] as const;
  return html`<div class="fields-form">${LINES.map(input)}</div>
    ${place(
      "description",
      (attributes) => html`<textarea class="prose" ${attributes} rows="2">${dataset.description}</textarea>`,
    )}
    <details ${FOLDED.some((key) => errors.has(key)) ? html`open` : null}>
      <summary>
        ${enumerate(
          locale,
          FOLDED.map((key) => fields[key]),
        )}
      </summary>
      <div class="fields-form">
        ${MORE_LINES.map(input)}
        ${select("category", html`${categories.map((each) => option(each, dataset.category))}`)}
        ${select("numbers", numberOptions(locale, dataset.numbers))}
      </div>
    </details>`;
}
