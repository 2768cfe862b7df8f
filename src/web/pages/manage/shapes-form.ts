import type { ShapesError, ShapesField, TypedShapes } from "../../../calls/publishing/manage/shapes-editor.js";
import { tokenField } from "../parts/form.js";
import { NO_ERRORS, sortFormErrors } from "../parts/form-errors.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

interface ShapesForm {
  readonly action: string;
  readonly token: string;
  /** True for a form with a field for the name. */
  readonly isNew: boolean;
  readonly typed: TypedShapes | null;
  readonly errors: readonly ShapesError[];
}

/** Draw the form of a file of shapes, each error beside its field. */
export function shapesForm(locale: PageLocale, { action, token, isNew, typed, errors }: ShapesForm): Html {
  const labels = labelsOf(locale);
  const sentences = errors.map(({ field, error }) => (field === null ? error : `${field}: ${error}`));
  const values = Object.fromEntries(Object.entries(typed ?? {}).map(([name, text]) => [name, [text]]));
  const places = Object.entries(labels).map(([name, label]) => [name, { id: `shapes-${name}`, label }]);
  const { summary, mark, beside } =
    errors.length === 0
      ? NO_ERRORS
      : sortFormErrors(locale, { errors: sentences, typed: values }, Object.fromEntries(places));
  const place = (name: ShapesField, input: Html): Html =>
    html`<div><label for="shapes-${name}">${labels[name]}</label> ${input} ${beside(name)}</div> `;
  const line = (name: keyof TypedShapes): Html =>
    place(
      name,
      html`<input
        id="shapes-${name}"
        name="${name}"
        value="${typed?.[name] ?? ""}"
        dir="auto"
        autocomplete="off"
        ${mark(name)}
      />`,
    );
  const file = html`<input
    id="shapes-file"
    name="file"
    type="file"
    accept=".geojson,.topojson,.json"
    ${mark("file")}
  />`;
  return html`${summary}
    <form class="model" method="post" action="${action}" enctype="multipart/form-data">
      ${tokenField(token)} <input type="hidden" name="change" value="check" />
      <div class="places">${place("file", file)}</div>
      <div class="places">${isNew ? line("name") : null} ${line("label")} ${line("id")} ${line("taxonomy")}</div>
      <div class="places">${line("licence")} ${line("source")}</div>
      <p><button>${locale.words.shapes.editor.check}</button></p>
    </form>`;
}

function labelsOf({ words, fill }: PageLocale): Readonly<Record<ShapesField, string>> {
  const { shapes, collections } = words;
  const { fields } = shapes.editor;
  return {
    file: fields.file,
    name: fill(fields.name, { example: "spain-provinces" }),
    label: collections.editor.fields.label,
    id: fill(fields.id, { example: "NUTS_ID" }),
    taxonomy: fill(collections.editor.fields.taxonomy, { example: "nuts-1" }),
    licence: shapes.licence,
    source: shapes.source,
  };
}
