import type { DatasetsForm } from "../../calls/views/pages/forms.js";
import { type FormErrors, NO_ERRORS } from "./parts/form-errors.js";
import { html, type Html } from "./parts/html.js";
import type { PageLocale } from "./parts/page-locale.js";

/** URL parameters of the facets of the list of datasets. */
const PARAMETERS = {
  territories: "territories",
  languages: "languages",
  categories: "category",
  years: "year",
} as const;

/** A facet of the list of datasets. */
interface FacetField {
  readonly name: string;
  readonly title: string;
  /** Its URL parameter. */
  readonly parameter: string;
}

/** List the facets of the list of datasets. */
export function listFacets({ words }: PageLocale): readonly FacetField[] {
  const names = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[];
  return names.map((name) => ({ name, title: words.datasets.facets[name], parameter: PARAMETERS[name] }));
}

/** Write the form that searches the list of datasets. */
export function datasetsForm(
  { q, chosen, url }: DatasetsForm,
  locale: PageLocale,
  errors: FormErrors = NO_ERRORS,
): Html {
  const hidden = Object.entries(chosen)
    .filter(([name]) => !errors.hasErrors(name))
    .flatMap(([name, codes]) => codes.map((code) => html`<input type="hidden" name="${name}" value="${code}" />`));
  const { form } = locale.words.datasets;
  return html`<form
    class="find"
    role="search"
    aria-label="${form.name}"
    action="${locale.href(url)}"
    data-finds="found"
  >
    <label for="q">${form.label}</label>
    <input id="q" type="search" name="q" value="${q}" />
    ${hidden} ${errors.others}
    <button>${form.button}</button>
  </form>`;
}
