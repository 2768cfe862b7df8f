import { showError } from "../parts/show-error.js";
import type { Clash } from "../../../calls/publishing/manage/edit-model.js";
import {
  type EditField,
  type FormPlace,
  type ModelEditForm,
  printShown,
  type Texts,
} from "../../../calls/publishing/manage/model-form.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import { drawRows, REFERENCES_ID } from "./model-row-fields.js";
import { partOfPlace, readItemRows } from "./model-rows.js";
import { showControl } from "./model-control.js";
import { splitErrors } from "./place-errors.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { screenContent } from "../parts/screen.js";
import { table } from "../parts/table.js";
import type { EnglishWords } from "../../words/english.js";

/** A submission that was not saved. */
export interface Unsaved {
  readonly errors: readonly string[];
  /** The edits of other users at the same places. */
  readonly clashes: readonly Clash[];
  /** The typed texts; at other places the current ones. */
  readonly texts: Texts;
  /** Number of empty rows for new items of each part; absent: one. */
  readonly blanks?: number;
}

interface View {
  readonly blanks: number;
  readonly locale: PageLocale;
  readonly form: ModelEditForm;
  readonly places: ReadonlyMap<string, FormPlace & { readonly id: string }>;
  readonly texts: Texts;
  readonly errors: ReadonlyMap<string, readonly string[]>;
}

/** Data of the form that edits the texts of a dataset's model. */
export interface ModelEditorPage {
  readonly kind: "model editor";
  readonly origin: string;
  readonly token: string;
  readonly form: ModelEditForm;
  readonly unsaved: Unsaved | null;
}

export function modelEditorPage({ token, form, unsaved }: ModelEditorPage, locale: PageLocale): LayoutContent {
  const { dataset, places, fields } = form;
  const now = new Map(places.map(({ name, text }) => [name, text]));
  // Names of places may contain characters that an id cannot have.
  const known = new Map(places.map((place, at) => [place.name, { ...place, id: `place-${at}` }]));
  const { beside, others } = splitErrors(unsaved?.errors ?? [], new Set(known.keys()));
  const view: View = {
    locale,
    form,
    places: known,
    texts: unsaved?.texts ?? now,
    errors: beside,
    blanks: unsaved?.blanks ?? 1,
  };
  const url = `${locale.href(dataset.html_url)}/editor`;
  const { words, fill } = locale;
  const { manage } = words;
  const main = html`${listClashes(unsaved?.clashes ?? [], locale)} ${linkErrors(view)}
    <p class="lead">${manage.model.lead} ${countEdited(places, locale)}</p>
    <form method="post" action="${url}/model" class="model">
      <button class="hidden" tabindex="-1" aria-hidden="true">${manage.model.save}</button>
      ${tokenField(token)} <input type="hidden" name="blanks" value="${view.blanks}" /> ${listReferences(fields)}
      <input type="hidden" name="shown" value="${printShown(now)}" />
      ${section("dataset", manage.dataset.title, datasetControls(view))}
      ${section(
        "fields",
        manage.fields.title,
        fields.map((field) => fieldControls(view, field)),
      )}
      ${section("derived", manage.derived.title, derivedControl(view))}
      ${section("views", manage.views.title, viewsControl(view))}
      ${section("hierarchies", manage.hierarchies.title, hierarchiesControl(view))}
      ${section("notes", manage.notes.title, notesControl(view))}
      ${section("formulas", manage.formulas.title, formulasControl(view))}
      ${section("references", manage.references.title, referencesControl(view))}
      <p class="actions"><button>${manage.model.save}</button></p>
    </form>`;
  return screenContent(locale, {
    title: fill(manage.model.title, { dataset: dataset.label }),
    crumbs: [
      datasetsCrumb(locale),
      { label: dataset.label, url: dataset.html_url },
      { label: manage.model.manage, url },
    ],
    errors: others,
    main,
  });
}

function countEdited(places: readonly FormPlace[], { words, fill }: PageLocale): string | null {
  const count = places.filter(({ text, asLoaded }) => text !== asLoaded).length;
  return count === 0 ? null : fill(words.manage.model.edited, { count });
}

function listClashes(clashes: readonly Clash[], locale: PageLocale): Html | null {
  const { clashes: texts } = locale.words.manage.model;
  if (clashes.length === 0) return null;
  const text = (written: string | null): Html =>
    written === null
      ? html`<td>${texts.deleted}</td>`
      : html`<td class="text" dir="auto">${written || texts.empty}</td>`;
  const row = ({ place, shown, now, typed }: Clash): Html =>
    html`<tr>
      <th scope="row">${nameOf(place, locale)}</th>
      ${text(shown)} ${text(now)} ${text(typed)}
    </tr> `;
  return table(texts.title, [texts.field, texts.before, texts.now, texts.yours], clashes.map(row));
}

function linkErrors({ locale, places, errors }: View): Html | null {
  if (errors.size === 0) return null;
  const links = [...errors.keys()].map(
    (name) =>
      html`<li>
        <a href="#${places.get(name)!.id}">${nameOf(name, locale)}</a>
      </li> `,
  );
  return html`<div role="alert">
    <p class="error">${locale.words.manage.model.wrong}</p>
    <ul>
      ${links}
    </ul>
  </div>`;
}

/** Return the label of a place. */
function nameOf(place: string, { words, fill }: PageLocale): string {
  const { manage } = words;
  const [, field, key = ""] = /^mapping\.([^.]+)\.(.+)$/.exec(place) ?? [];
  if (field === undefined) {
    if (isOfDataset(place)) return manage.dataset.labels[DATASET_PLACES[place]];
    return isOwnSection(place) ? manage[SECTIONS_OF_PLACES[place]].title : place;
  }
  const [, attribute] = /^attributes\.(.+)\.facet$/.exec(key) ?? [];
  return attribute === undefined
    ? fill(manage.fields.at, { field, attribute: key })
    : fill(manage.fields.filterBy, { field, attribute });
}

/** Places that have a section of the form to themselves, with the words of it. */
const SECTIONS_OF_PLACES = {
  mapping: "derived",
  views: "views",
  hierarchies: "hierarchies",
  notes: "notes",
  formulas: "formulas",
  references: "references",
} as const;

function isOwnSection(place: string): place is keyof typeof SECTIONS_OF_PLACES {
  return Object.hasOwn(SECTIONS_OF_PLACES, place);
}

function section(id: string, title: string, content: Html | readonly Html[]): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

/** Places of the dataset, in the order of the form, with the keys of their labels. */
const DATASET_PLACES = {
  "dataset.label": "label",
  "dataset.description": "description",
  "dataset.currency": "currency",
  "dataset.category": "category",
  "dataset.default_time": "defaultTime",
  "dataset.languages": "languages",
  "dataset.territories": "territories",
  "dataset.licence.name": "licenceName",
  "dataset.licence.url": "licenceUrl",
  "dataset.doi": "doi",
  "dataset.serp_title": "searchTitle",
  "dataset.serp_teaser": "searchDescription",
} as const satisfies Readonly<Record<string, keyof EnglishWords["manage"]["dataset"]["labels"]>>;

function isOfDataset(place: string): place is keyof typeof DATASET_PLACES {
  return Object.hasOwn(DATASET_PLACES, place);
}

function datasetControls(view: View): Html {
  const { categories: named } = view.locale.words.drafts.dataset;
  const categories = { budget: named.budget, spending: named.spending, other: named.neither };
  const { labels } = view.locale.words.manage.dataset;
  const controls = (Object.keys(DATASET_PLACES) as (keyof typeof DATASET_PLACES)[]).map((name) =>
    control(view, name, labels[DATASET_PLACES[name]], name === "dataset.category" ? categories : undefined),
  );
  return html`<div class="places">${controls}</div>`;
}

function fieldControls(view: View, { name, kind, attributes }: EditField): Html {
  const { words, fill, fillHtml } = view.locale;
  const { fields: texts } = words.manage;
  const at = (key: string, label: Html | string, choices?: Readonly<Record<string, string>>): Html | null =>
    control(view, `mapping.${name}.${key}`, label, choices);
  const facets = attributes.map((attribute) => at(`attributes.${attribute}.facet`, html`<code>${attribute}</code>`));
  return html`<fieldset>
    <legend>${fillHtml(texts.named, { name: html`<code>${name}</code>`, kind: texts.kinds[kind] })}</legend>
    <div class="places">
      ${at("label", texts.label)} ${at("description", texts.description)}
      ${at("labels", fillHtml(texts.labels, { example: html`<code>fr: Fonction</code>` }))}
    </div>
    ${kind === "measure" ? html`<div class="places">${at("phase", texts.phase)} ${at("unit", texts.unit)}</div>` : null}
    ${at("facet", texts.facet)} ${kind === "measure" ? null : meaningControls(view, name)}
    ${
      kind === "date"
        ? html`<div class="places">${at("precision", texts.precision, texts.precisions)}</div>
            ${rowsControl(view, `mapping.${name}.fiscal_year`, fillHtml(texts.fiscalYear, { example: html`<code>{"starts": "04-01", "named": "both"}</code>` }))}`
        : null
    }
    ${
      facets.every((facet) => facet === null)
        ? null
        : html`<div class="flags" role="group" aria-label="${fill(texts.facetsOf, { name })}">
            <span>${texts.facets}</span> ${facets}
          </div>`
    }
  </fieldset> `;
}

function meaningControls(view: View, name: string): Html {
  const { fields: texts } = view.locale.words.manage;
  const at = (key: string, label: string, choices?: Readonly<Record<string, string>>): Html | null =>
    control(view, `mapping.${name}.${key}`, label, choices);
  return html`<details>
    <summary>${texts.meaning}</summary>
    <div class="places">
      ${at("role", texts.role, texts.roles)} ${at("additive", texts.additive, texts.additives)}
      ${at("default", texts.default)} ${at("order", texts.order)} ${at("corrections", texts.corrections)}
    </div>
  </details>`;
}

function derivedControl(view: View): Html {
  const texts = view.locale.words.manage.derived;
  const example = html`<code
    >{"direction": {"type": "derived", "from": "flow", "values": {"E": "expenditure", "R": "revenue"}}, "area": {"type":
    "derived", "from": "program.name", "prefix": 1, "labels": {"1": "Public services"}}}</code
  >`;
  return html`<p class="note">${view.locale.fillHtml(texts.about, { code: writeKey, example })}</p>
    ${control(view, "mapping", texts.label)}`;
}

function viewsControl(view: View): Html {
  const texts = view.locale.words.manage.views;
  const example = html`<code
    >[{"name": "default", "label": "By time", "dimension": "dataset", "drilldown": "time"}]</code
  >`;
  return html` ${rowsControl(view, "views", texts.label, html`<p class="note">${view.locale.fillHtml(texts.about, { code: writeKey, example })}</p>`)}`;
}

function hierarchiesControl(view: View): Html {
  const texts = view.locale.words.manage.hierarchies;
  const example = html`<code>{"functional": {"label": "What for", "levels": ["function", "subfunction"]}}</code>`;
  return html`${view.form.warnings.map((warning) => html`<p class="error" dir="auto">${showError(view.locale, warning)}</p> `)}
  ${rowsControl(view, "hierarchies", texts.label, html`<p class="note">${view.locale.fillHtml(texts.about, { code: writeKey, example })}</p>`)}`;
}

function notesControl(view: View): Html {
  const texts = view.locale.words.manage.notes;
  const example = html`<code>[{"on": "year:2010", "kind": "break", "text": "Plans, not what was spent."}]</code>`;
  return html` ${rowsControl(view, "notes", texts.label, html`<p class="note">${view.locale.fillHtml(texts.about, { code: writeKey, example })}</p>`)}`;
}

function formulasControl(view: View): Html {
  const texts = view.locale.words.manage.formulas;
  const example = html`<code
    >{"per_entry": {"term": "amount/num_entries", "label": "Per entry", "format": "amount"}}</code
  >`;
  return html`<p class="note">${view.locale.fillHtml(texts.about, { code: writeKey, example })}</p>
    ${control(view, "formulas", texts.label)}`;
}

function referencesControl(view: View): Html {
  const texts = view.locale.words.manage.references;
  const preset = { prices: "uk-deflator", in: "ecb-rates", per: ["uk-population"] };
  const example = html`<code>${JSON.stringify(view.form.fitting ?? preset)}</code>`;
  return html`<p class="note">${view.locale.fillHtml(texts.about, { code: writeKey, example })}</p>
    ${control(view, "references", texts.label)}`;
}

/** Write a key of the model. */
function writeKey(inner: Html): Html {
  return html`<code>${inner}</code>`;
}

/** Write the rows of a place, each with its fields, and its JSON. */
function rowsControl(view: View, name: string, label: Html | string, about: Html | null = null): Html | null {
  const { locale, blanks } = view;
  const place = view.places.get(name);
  const part = partOfPlace(name);
  if (!place || !part) return null;
  const [text, errors] = [view.texts.get(name) ?? "", view.errors.get(name) ?? []];
  const rows = readItemRows(part, text);
  const facts = { place: name, part, text, blanks, errors, id: place.id };
  const { drawn, others } = rows ? drawRows({ ...facts, rows }, locale) : { drawn: null, others: errors };
  const isOpen = !rows || others.length > 0;
  return html`${drawn}
    <details ${isOpen ? html`open=""` : null}>
      <summary>${locale.words.manage.rows.json}</summary>
      ${about} ${showControl({ place, id: place.id, label, text, errors: others }, locale)}
    </details>`;
}

/** List the dimensions that fields propose. */
function listReferences(fields: readonly EditField[]): Html {
  const names = ["dataset", ...fields.filter(({ kind }) => kind !== "measure").map(({ name }) => name)];
  return html`<datalist id="${REFERENCES_ID}">
    ${names.map((name) => html`<option value="${name}"></option> `)}
  </datalist>`;
}

/** Write the control of a place. @returns `null` if there is no such place */
function control(
  view: View,
  name: string,
  label: Html | string,
  choices?: Readonly<Record<string, string>>,
): Html | null {
  const place = view.places.get(name);
  if (!place) return null;
  const [text, errors] = [view.texts.get(name) ?? "", view.errors.get(name) ?? []];
  return showControl({ place, id: place.id, label, text, errors, choices }, view.locale);
}
