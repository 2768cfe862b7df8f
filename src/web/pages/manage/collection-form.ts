import type { TypedCollection } from "../../../calls/publishing/manage/collection-editor.js";
import type { CollectionField } from "../../../calls/publishing/manage/collections.js";
import { tokenField } from "../parts/form.js";
import { type FormErrors, NO_ERRORS, sortFormErrors } from "../parts/form-errors.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

/** A form of a collection that was refused. */
export interface RefusedCollection {
  readonly typed: TypedCollection;
  /** Errors with the field that each is of; `null` for the whole form. */
  readonly errors: readonly { readonly field: CollectionField | null; readonly error: string }[];
}

interface CollectionForm {
  readonly action: string;
  readonly token: string;
  /** A hash of the collection as it was shown; `null` in the form of a new one. */
  readonly seen: string | null;
  readonly shown: TypedCollection | null;
  readonly refused: RefusedCollection | null;
  readonly button: string;
}

/** Draw the form of a collection, each error beside its field. */
export function collectionForm(locale: PageLocale, form: CollectionForm): Html {
  const { editor: words } = locale.words.collections;
  const { action, token, seen, refused } = form;
  const typed = refused?.typed ?? form.shown;
  const errors = refused ? sortErrors(locale, refused) : NO_ERRORS;
  const control = controlsOf(locale, typed, errors);
  return html`${errors.summary}
    <form class="model" method="post" action="${action}">
      ${tokenField(token)} <input type="hidden" name="change" value="save" />
      ${seen === null ? null : html`<input type="hidden" name="seen" value="${seen}" />`}
      <div class="places">${control.line("name")} ${control.line("label")}</div>
      <div class="places">${control.lines("description", "auto")}</div>
      <fieldset>
        <legend>${words.members}</legend>
        <p class="note">${words.either}</p>
        <div class="places">${control.lines("datasets", "ltr")}</div>
        <div class="places">
          ${control.line("territory")} ${control.categories()} ${control.line("taxonomy")} ${control.line("tag")}
        </div>
      </fieldset>
      <div class="places">${control.lines("crosswalks", "ltr")}</div>
      <p><button>${form.button}</button></p>
    </form>`;
}

interface Controls {
  readonly line: (field: CollectionField) => Html;
  readonly lines: (field: CollectionField, direction: "auto" | "ltr") => Html;
  readonly categories: () => Html;
}

function controlsOf(locale: PageLocale, typed: TypedCollection | null, { mark, beside }: FormErrors): Controls {
  const labels = labelsOf(locale);
  const place = (field: CollectionField, input: Html): Html =>
    html`<div><label for="collection-${field}">${labels[field]}</label> ${input} ${beside(field)}</div> `;
  const about = (field: CollectionField): Html => html`id="collection-${field}" name="${field}" ${mark(field)}`;
  const textOf = (field: CollectionField): string => typed?.[field] ?? "";
  const option = (code: string, label: string): Html =>
    html`<option value="${code}" ${code === textOf("category") ? html`selected=""` : null}>${label}</option> `;
  const { budget, spending, others } = locale.words.figures.card.categories;
  return {
    line: (field) =>
      place(field, html`<input ${about(field)} value="${textOf(field)}" dir="auto" autocomplete="off" />`),
    // Browsers drop a line break right after the tag, so one is added.
    lines: (field, direction) =>
      place(
        field,
        html`<textarea ${about(field)} rows="4" dir="${direction}" spellcheck="false">
${`\n${textOf(field)}`}</textarea>`,
      ),
    categories: () =>
      place(
        "category",
        html`<select ${about("category")}>
          ${option("", "–")} ${option("budget", budget)} ${option("spending", spending)} ${option("other", others)}
        </select>`,
      ),
  };
}

function sortErrors(locale: PageLocale, { typed, errors }: RefusedCollection): FormErrors {
  const sentences = errors.map(({ field, error }) => (field === null ? error : `${field}: ${error}`));
  const values = Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, [text]]));
  const labels = Object.entries(labelsOf(locale)).map(([field, label]) => [
    field,
    { id: `collection-${field}`, label },
  ]);
  return sortFormErrors(locale, { errors: sentences, typed: values }, Object.fromEntries(labels));
}

function labelsOf({ words, fill }: PageLocale): Readonly<Record<CollectionField, string>> {
  const { fields } = words.collections.editor;
  return {
    ...fields,
    name: fill(fields.name, { example: "spain" }),
    territory: fill(fields.territory, { example: "ES" }),
    taxonomy: fill(fields.taxonomy, { example: "cofog" }),
    crosswalks: fill(fields.crosswalks, { example: "town.program=town-to-cofog.cofog" }),
  };
}
