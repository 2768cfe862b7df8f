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
import { showControl } from "./model-control.js";
import { splitErrors } from "./place-errors.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { screenContent } from "../parts/screen.js";
import { table } from "../parts/table.js";

/** A submission that was not saved. */
export interface Unsaved {
  readonly errors: readonly string[];
  /** The edits of other users at the same places. */
  readonly clashes: readonly Clash[];
  /** The typed texts; at other places the current ones. */
  readonly texts: Texts;
}

interface View {
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

export function modelEditorPage({ token, form, unsaved }: ModelEditorPage, reader: PageReader): LayoutContent {
  const { dataset, places, fields } = form;
  const now = new Map(places.map(({ name, text }) => [name, text]));
  // Names of places may contain characters that an id cannot have.
  const known = new Map(places.map((place, at) => [place.name, { ...place, id: `place-${at}` }]));
  const { beside, others } = splitErrors(unsaved?.errors ?? [], new Set(known.keys()));
  const view: View = { form, places: known, texts: unsaved?.texts ?? now, errors: beside };
  const url = `${reader.href(dataset.html_url)}/editor`;
  const main = html`${listClashes(unsaved?.clashes ?? [])} ${linkErrors(view)}
    <p class="lead">
      Edit what readers see: titles, descriptions, filters, derived dimensions, views, hierarchies, notes, formulas and
      series. The entries do not change. Your edits stay when data is loaded again, except where the model file has
      changed. ${countEdited(places)}
    </p>
    <form method="post" action="${url}/model" class="model">
      ${tokenField(token)} <input type="hidden" name="shown" value="${printShown(now)}" />
      ${section("dataset", "The dataset", datasetControls(view))}
      ${section(
        "fields",
        "The fields",
        fields.map((field) => fieldControls(view, field)),
      )}
      ${section("derived", "Derived dimensions", derivedControl(view))} ${section("views", "Views", viewsControl(view))}
      ${section("hierarchies", "Hierarchies", hierarchiesControl(view))}
      ${section("notes", "Notes", notesControl(view))} ${section("formulas", "Formulas", formulasControl(view))}
      ${section("references", "Prices, people and currencies", referencesControl(view))}
      <p class="actions"><button>Save</button></p>
    </form>`;
  return screenContent({
    title: `Edit the texts of ${dataset.label}`,
    crumbs: [datasetsCrumb(reader), { label: dataset.label, url: dataset.html_url }, { label: "Manage", url }],
    errors: others,
    main,
  });
}

function countEdited(places: readonly FormPlace[]): string | null {
  const count = places.filter(({ text, asLoaded }) => text !== asLoaded).length;
  if (count === 0) return null;
  return count === 1 ? "One setting differs from the model file." : `${count} settings differ from the model file.`;
}

function listClashes(clashes: readonly Clash[]): Html | null {
  if (clashes.length === 0) return null;
  const text = (written: string | null): Html =>
    written === null ? html`<td>(deleted)</td>` : html`<td class="text" dir="auto">${written || "(empty)"}</td>`;
  const row = ({ place, shown, now, typed }: Clash): Html =>
    html`<tr>
      <th scope="row">${nameOf(place)}</th>
      ${text(shown)} ${text(now)} ${text(typed)}
    </tr> `;
  return table("Changed by others meanwhile", ["Field", "Before", "Now", "Yours"], clashes.map(row));
}

function linkErrors({ places, errors }: View): Html | null {
  if (errors.size === 0) return null;
  const links = [...errors.keys()].map(
    (name) =>
      html`<li>
        <a href="#${places.get(name)!.id}">${nameOf(name)}</a>
      </li> `,
  );
  return html`<div role="alert">
    <p class="fault">Nothing was saved. Correct these first:</p>
    <ul>
      ${links}
    </ul>
  </div>`;
}

/** Return the label of a place. */
function nameOf(place: string): string {
  const [, field, key = ""] = /^mapping\.([^.]+)\.(.+)$/.exec(place) ?? [];
  if (field === undefined) return LABELS.get(place) ?? place;
  const [, attribute] = /^attributes\.(.+)\.facet$/.exec(key) ?? [];
  return `${field}: ${attribute === undefined ? key : `filter by ${attribute}`}`;
}

function section(id: string, title: string, content: Html | readonly Html[]): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

/** Labels of the places of the dataset, in the order of the form. */
const DATASET_LABELS = {
  "dataset.label": "Title",
  "dataset.description": "Description: what the data is, and where it comes from",
  "dataset.currency": "Currency, such as EUR",
  "dataset.category": "Category",
  "dataset.default_time": "Year that is shown first",
  "dataset.languages": "Languages, such as en, de",
  "dataset.territories": "Countries, such as GB, FR",
  "dataset.licence.name": "Licence",
  "dataset.licence.url": "Web address of the licence",
  "dataset.doi": "DOI, such as 10.5281/zenodo.1234",
  "dataset.serp_title": "Title for search engines",
  "dataset.serp_teaser": "Description for search engines",
};

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...DATASET_LABELS,
    mapping: "Derived dimensions",
    views: "Views",
    hierarchies: "Hierarchies",
    notes: "Notes",
    formulas: "Formulas",
    references: "Prices, people and currencies",
  }),
);

function datasetControls(view: View): Html {
  const { categories } = view.form;
  const controls = Object.entries(DATASET_LABELS).map(([name, label]) =>
    control(view, name, label, name === "dataset.category" ? categories : undefined),
  );
  return html`<div class="places">${controls}</div>`;
}

const KINDS: Readonly<Record<EditField["kind"], string>> = {
  compound: "members with attributes",
  date: "a date",
  attribute: "a value",
  measure: "an amount to add up",
};

function fieldControls(view: View, { name, kind, attributes }: EditField): Html {
  const at = (key: string, label: string, choices?: readonly string[]): Html | null =>
    control(view, `mapping.${name}.${key}`, label, choices);
  const facets = attributes.map((attribute) => at(`attributes.${attribute}.facet`, attribute));
  return html`<fieldset>
    <legend><code>${name}</code> ${KINDS[kind]}</legend>
    <div class="places">${at("label", "Label")} ${at("description", "Description")}</div>
    ${
      kind === "measure"
        ? html`<div class="places">
            ${at("phase", "Phase that it is of, such as approved")} ${at("unit", "Unit, unless it is money: people")}
          </div>`
        : null
    }
    ${at("facet", "Offer it as a filter for the entries")} ${kind === "measure" ? null : meaningControls(view, name)}
    ${
      kind === "date"
        ? html`<div class="places">
            ${at("precision", "Precision, where the dates are no days", ["year", "month"])}
            ${at("fiscal_year", 'Fiscal year, such as {"starts": "04-01", "named": "both"}')}
          </div>`
        : null
    }
    ${
      facets.every((facet) => facet === null)
        ? null
        : html`<div class="flags" role="group" aria-label="Attributes of ${name} offered as filters">
            <span>Offer these attributes as filters:</span> ${facets}
          </div>`
    }
  </fieldset> `;
}

function meaningControls(view: View, name: string): Html {
  const at = (key: string, label: string, choices?: readonly string[]): Html | null =>
    control(view, `mapping.${name}.${key}`, label, choices);
  return html`<details>
    <summary>What its members mean</summary>
    <div class="places">
      ${at("role", "Role", view.form.roles)} ${at("additive", "Sums over its members make sense", ["true", "false"])}
      ${at("default", "Member to show if none is chosen")} ${at("order", "Order of its members, one in each line")}
    </div>
  </details>`;
}

function derivedControl(view: View): Html {
  return html`<p class="note">
      A derived dimension puts the values of another one together: <code>values</code> gives each value its member,
      <code>prefix</code> takes the first characters of a code, <code>through</code> and <code>to</code> look values up
      in a dimension of another dataset; <code>labels</code> names the members. For example:
      <code
        >{"direction": {"type": "derived", "from": "flow", "values": {"E": "expenditure", "R": "revenue"}}, "area":
        {"type": "derived", "from": "program.name", "prefix": 1, "labels": {"1": "Public services"}}}</code
      >
    </p>
    ${control(view, "mapping", "Derived dimensions, as a JSON object")}`;
}

function viewsControl(view: View): Html {
  return html`<p class="note">
      A view splits the dataset, or a member of one of its dimensions. The view named <code>default</code> is shown
      first; <code>cuts</code> filters the entries of a view. Without a <code>drilldown</code> it shows their total. For
      example:
      <code>[{"name": "default", "label": "By time", "dimension": "dataset", "drilldown": "time"}]</code>
    </p>
    ${control(view, "views", "Views, as a JSON list")}`;
}

function hierarchiesControl(view: View): Html {
  return html`<p class="note">
      A hierarchy leads from large groups to the smaller ones in them: its <code>levels</code> are dimensions, or
      attributes of them, from the top. For example:
      <code>{"functional": {"label": "What for", "levels": ["function", "subfunction"]}}</code>
    </p>
    ${view.form.warnings.map((warning) => html`<p class="fault" dir="auto">${warning}</p> `)}
    ${control(view, "hierarchies", "Hierarchies, as a JSON object")}`;
}

function notesControl(view: View): Html {
  return html`<p class="note">
      A note stands beside all figures of the entries that <code>on</code> cuts out. Its <code>kind</code> is
      <code>break</code>, <code>provisional</code> or <code>note</code>. For example:
      <code>[{"on": "year:2010", "kind": "break", "text": "Plans, not what was spent."}]</code>
    </p>
    ${control(view, "notes", "Notes, as a JSON list")}`;
}

function formulasControl(view: View): Html {
  return html`<p class="note">
      A formula is a name for a <code>term</code> that aggregates may ask for, with a <code>label</code> and a
      <code>format</code>: <code>amount</code>, <code>number</code> or <code>percent</code>. For example:
      <code>{"per_entry": {"term": "amount/num_entries", "label": "Per entry", "format": "amount"}}</code>
    </p>
    ${control(view, "formulas", "Formulas, as a JSON object")}`;
}

function referencesControl(view: View): Html {
  return html`<p class="note">
      Series are datasets, too: of <code>prices</code>, of rates of currencies (<code>in</code>), and of people or GDP
      (<code>per</code>). Name those that fit these amounts. For example:
      <code>{"prices": "uk-deflator", "in": "ecb-rates", "per": ["uk-population"]}</code>
    </p>
    ${control(view, "references", "Series, as a JSON object")}`;
}

/** Write the control of a place. @returns `null` if there is no such place */
function control(view: View, name: string, label: string, choices?: readonly string[]): Html | null {
  const place = view.places.get(name);
  if (!place) return null;
  const [text, errors] = [view.texts.get(name) ?? "", view.errors.get(name) ?? []];
  return showControl({ place, id: place.id, label, text, errors, choices });
}
