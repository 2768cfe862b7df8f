import type { SearchForm } from "../../../calls/views/pages/forms.js";
import { type FormErrors, NO_ERRORS } from "../parts/form-errors.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Write the form that searches several datasets. */
export function searchForm(
  { q, named, category }: SearchForm,
  locale: PageLocale,
  errors: FormErrors = NO_ERRORS,
): Html {
  const { form } = locale.words.search;
  return html`<form class="find" role="search" aria-label="${form.name}" action="${locale.href("/search")}">
    <label for="q">${form.label}</label>
    <input id="q" type="search" name="q" value="${q}" ${errors.mark("q")} />
    ${errors.hasErrors("dataset") ? null : html`${named.map((each) => html`<input type="hidden" name="dataset" value="${each}" />`)}`}
    ${category === "" || errors.hasErrors("category") ? null : html`<input type="hidden" name="category" value="${category}" />`}
    <button>${form.button}</button>
    ${errors.beside("q")} ${errors.others}
  </form>`;
}
