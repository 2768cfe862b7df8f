import { type ExploreState, printState } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { fieldsToCut } from "./form-options.js";
import { makeSound } from "./sound-state.js";

/** Write a small form that goes to a state with one more choice. */
function partForm(page: Exploration, locale: PageLocale, changes: Partial<ExploreState>, fields: Html): Html {
  const names = page.measures.map(({ name }) => name);
  // An address with neither a split nor a cut would show the default view.
  const pairs = printState(names, makeSound(page, { ...page.state, ...changes }));
  return html`<form class="part-form" action="${locale.href(`${page.dataset.html_url}/explore`)}">
    ${pairs.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)} ${fields}
    <button>${locale.words.explore.form.button}</button>
  </form>`;
}

/** Write a form that finds a member of a dimension: for a cut, or for the other side of a comparison. */
export function findForm(
  page: Exploration,
  locale: PageLocale,
  changes: Partial<ExploreState>,
  { id, dimension, as }: { readonly id: string; readonly dimension: string; readonly as: "cut" | "side" },
): Html {
  const field = fieldsToCut(page, locale).find(({ value }) => value.split(".")[0] === dimension);
  if (!field) return html``;
  const [name, value] = as === "cut" ? ["field", "value"] : ["side", "other"];
  const { href, words, fill } = locale;
  const within = field.within ? `?cut=${encodeURIComponent(field.within)}` : "";
  const url = `${href(`${page.dataset.html_url}/${encodeURIComponent(dimension)}.distinct.json`)}${within}`;
  return partForm(
    page,
    locale,
    changes,
    html`<input type="hidden" name="${name}" value="${field.value}" />
      <label for="${id}">${fill(words.explore.sentence.find, { dimension: field.label })}</label>
      <input id="${id}" name="${value}" autocomplete="off" data-suggest="${url}" />`,
  );
}

/** Write a form that cuts any dimension to a member. */
export function filterForm(page: Exploration, locale: PageLocale, id: string): Html {
  const { form } = locale.words.explore;
  return partForm(
    page,
    locale,
    {},
    html`<label for="${id}-field">${form.onlyWhere}</label>
      <select id="${id}-field" name="field">
        ${fieldsToCut(page, locale).map(({ value, label, within }) => html`<option value="${value}" ${within ? html`data-within="${within}"` : null}>${label}</option>`)}
      </select>
      <label for="${id}-value">${form.is}</label>
      <input
        id="${id}-value"
        name="value"
        autocomplete="off"
        data-suggest-for="${id}-field"
        data-base="${locale.href(page.dataset.html_url)}"
      />`,
  );
}

/** Write a form that cuts to a range of years. */
export function yearsForm(page: Exploration, locale: PageLocale, changes: Partial<ExploreState>, id: string): Html {
  const { firstYear, lastYear } = locale.words.explore.sentence;
  const { years } = page;
  const list = (name: string, label: string, chosen: string | undefined): Html =>
    html`<label for="${id}-${name}">${label}</label>
      <select id="${id}-${name}" name="${name}">
        ${years.map((year) => html`<option value="${year}" ${year === chosen ? html`selected=""` : null}>${locale.year(year)}</option>`)}
      </select>`;
  return partForm(
    page,
    locale,
    changes,
    html`${list("from", firstYear, years[0])} ${list("to", lastYear, years.at(-1))}`,
  );
}
