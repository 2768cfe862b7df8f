import type { DatasetsForm } from "../../calls/views/pages/forms.js";
import { type FormErrors, NO_ERRORS } from "./parts/form-errors.js";
import { html, type Html } from "./parts/html.js";
import type { PageReader } from "./parts/reader.js";

/** Facets of the list of datasets: the title and the URL parameter of each. */
export const FACET_FIELDS: Readonly<Record<string, { readonly title: string; readonly parameter: string }>> = {
  territories: { title: "Territories", parameter: "territories" },
  languages: { title: "Languages", parameter: "languages" },
  categories: { title: "Categories", parameter: "category" },
  years: { title: "Years", parameter: "year" },
};

/** Write the form that searches the list of datasets. */
export function datasetsForm(
  { q, chosen, url }: DatasetsForm,
  reader: PageReader,
  errors: FormErrors = NO_ERRORS,
): Html {
  const hidden = Object.entries(chosen)
    .filter(([name]) => !errors.hasErrors(name))
    .flatMap(([name, codes]) => codes.map((code) => html`<input type="hidden" name="${name}" value="${code}" />`));
  return html`<form class="find" role="search" aria-label="Datasets" action="${reader.href(url)}" data-finds="found">
    <label for="q">Search datasets</label>
    <input id="q" type="search" name="q" value="${q}" />
    ${hidden} ${errors.others}
    <button>Find</button>
  </form>`;
}
