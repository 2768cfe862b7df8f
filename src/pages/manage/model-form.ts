import type { Clash } from "../../api/manage/edit-model.js";
import {
  type EditField,
  type FormPlace,
  type ModelEditForm,
  printShown,
  type Texts,
} from "../../api/manage/model-form.js";
import { DATASETS } from "../parts/crumbs.js";
import { tokenField } from "../parts/form.js";
import { html, type Html } from "../parts/html.js";
import { showControl } from "./model-control.js";
import { splitErrors } from "./place-errors.js";
import type { LayoutContent } from "../parts/layout.js";
import type { Reader } from "../parts/reader.js";
import { screenContent } from "../parts/screen.js";
import { table } from "./sources.js";

/** What was sent and not saved. */
export interface Unsaved {
  readonly errors: readonly string[];
  /** What others wrote at the same places. */
  readonly clashes: readonly Clash[];
  /** What was typed, and what is there now where nothing was. */
  readonly texts: Texts;
}

interface View {
  readonly form: ModelEditForm;
  readonly places: ReadonlyMap<string, FormPlace & { readonly id: string }>;
  readonly texts: Texts;
  readonly errors: ReadonlyMap<string, readonly string[]>;
}

/** The form that edits the texts of a dataset's model. */
export interface ModelEditorPage {
  readonly kind: "model editor";
  readonly origin: string;
  readonly token: string;
  readonly form: ModelEditForm;
  readonly unsaved: Unsaved | null;
}

export function modelEditorPage({ token, form, unsaved }: ModelEditorPage, reader: Reader): LayoutContent {
  const { dataset, places, fields } = form;
  const now = new Map(places.map(({ name, text }) => [name, text]));
  // Names of places may have what an id may not.
  const known = new Map(places.map((place, at) => [place.name, { ...place, id: `place-${at}` }]));
  const { beside, others } = splitErrors(unsaved?.errors ?? [], new Set(known.keys()));
  const view: View = { form, places: known, texts: unsaved?.texts ?? now, errors: beside };
  const url = `${reader.href(dataset.html_url)}/editor`;
  const main = html`${listClashes(unsaved?.clashes ?? [])} ${linkErrors(view)}
    <p class="lead">
      What people see of the entries, and nothing of how rows become entries. It stays when data is loaded again, except
      where the model file says something new. ${countEdited(places)}
    </p>
    <form method="post" action="${url}/model" class="model">
      ${tokenField(token)} <input type="hidden" name="shown" value="${printShown(now)}" />
      ${section("dataset", "The dataset", datasetControls(view))}
      ${section(
        "fields",
        "The fields",
        fields.map((field) => fieldControls(view, field)),
      )}
      ${section("views", "Views", viewsControl(view))}
      <p class="actions"><button>Save</button></p>
    </form>`;
  return screenContent({
    title: `Describe ${dataset.label}`,
    crumbs: [DATASETS, { label: dataset.label, url: dataset.html_url }, { label: "Manage", url }],
    errors: others,
    main,
  });
}

function countEdited(places: readonly FormPlace[]): string | null {
  const count = places.filter(({ text, asLoaded }) => text !== asLoaded).length;
  if (count === 0) return null;
  return count === 1 ? "One place differs from the file now." : `${count} places differ from the file now.`;
}

function listClashes(clashes: readonly Clash[]): Html | null {
  if (clashes.length === 0) return null;
  const text = (written: string | null): Html =>
    written === null ? html`<td>(it is gone)</td>` : html`<td class="text" dir="auto">${written || "(nothing)"}</td>`;
  const row = ({ place, shown, now, typed }: Clash): Html =>
    html`<tr>
      <th scope="row">${nameOf(place)}</th>
      ${text(shown)} ${text(now)} ${text(typed)}
    </tr> `;
  return table("Changed meanwhile", ["Place", "Was", "Is now", "Yours"], clashes.map(row));
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
    <p class="fault">Nothing was saved. What has to be put right first:</p>
    <ul>
      ${links}
    </ul>
  </div>`;
}

/** What people call a place. */
function nameOf(place: string): string {
  const [, field, key = ""] = /^mapping\.([^.]+)\.(.+)$/.exec(place) ?? [];
  if (field === undefined) return LABELS.get(place) ?? place;
  const [, attribute] = /^attributes\.(.+)\.facet$/.exec(key) ?? [];
  return `${field}: ${attribute === undefined ? key : `${attribute} as a facet`}`;
}

function section(id: string, title: string, content: Html | readonly Html[]): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

/** In the order of their places. */
const DATASET_LABELS = {
  "dataset.label": "Title",
  "dataset.description": "Description: what it is, and where it is from",
  "dataset.currency": "Currency, as EUR",
  "dataset.category": "Category",
  "dataset.default_time": "Year that is shown first",
  "dataset.languages": "Languages, as en, de",
  "dataset.territories": "Territories, as GB, FR",
  "dataset.licence.name": "Licence",
  "dataset.licence.url": "Address of the licence",
  "dataset.serp_title": "Title for search engines",
  "dataset.serp_teaser": "Description for search engines",
};

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries({ ...DATASET_LABELS, views: "Views" }));

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
  measure: "a number that is added up",
};

function fieldControls(view: View, { name, kind, attributes }: EditField): Html {
  const at = (key: string, label: string): Html | null => control(view, `mapping.${name}.${key}`, label);
  const facets = attributes.map((attribute) => at(`attributes.${attribute}.facet`, attribute));
  return html`<fieldset>
    <legend><code>${name}</code> ${KINDS[kind]}</legend>
    <div class="places">${at("label", "Label")} ${at("description", "Description")}</div>
    ${at("facet", "A facet: entries can be narrowed down by it")}
    ${
      facets.every((facet) => facet === null)
        ? null
        : html`<div class="flags" role="group" aria-label="Attributes of ${name} that are facets">
            <span>Attributes that are facets:</span> ${facets}
          </div>`
    }
  </fieldset> `;
}

function viewsControl(view: View): Html {
  return html`<p class="note">
      Ways to split the dataset, or a member of one of its dimensions. The one that is called <code>default</code> is
      shown first; <code>cuts</code> narrows one down. For example:
      <code>[{"name": "default", "label": "By time", "dimension": "dataset", "drilldown": "time"}]</code>
    </p>
    ${control(view, "views", "A list of views as JSON")}`;
}

/** `null` where there is no such place. */
function control(view: View, name: string, label: string, choices?: readonly string[]): Html | null {
  const place = view.places.get(name);
  if (!place) return null;
  const [text, errors] = [view.texts.get(name) ?? "", view.errors.get(name) ?? []];
  return showControl({ place, id: place.id, label, text, errors, choices });
}
