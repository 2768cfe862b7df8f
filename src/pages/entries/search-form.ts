import type { SearchForm } from "../../api/pages/forms.js";
import { type FormFaults, NO_FAULTS } from "../parts/faults.js";
import { html, type Html } from "../parts/html.js";
import type { Reader } from "../parts/reader.js";

/** The form that searches several datasets. */
export function searchForm({ q, named, category }: SearchForm, reader: Reader, faults: FormFaults = NO_FAULTS): Html {
  return html`<form class="find" role="search" aria-label="Entries" action="${reader.href("/search")}">
    <label for="q">Entries with the words</label>
    <input id="q" type="search" name="q" value="${q}" ${faults.mark("q")} />
    ${faults.isFaulty("dataset") ? null : html`${named.map((each) => html`<input type="hidden" name="dataset" value="${each}" />`)}`}
    ${category === "" || faults.isFaulty("category") ? null : html`<input type="hidden" name="category" value="${category}" />`}
    <button>Search</button>
    ${faults.beside("q")} ${faults.others}
  </form>`;
}
