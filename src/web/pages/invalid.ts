import type {
  InvalidInput,
  InvalidDatasetsPage,
  InvalidEntriesPage,
  InvalidExplorerPage,
  InvalidSearchPage,
} from "../../calls/views/pages/invalid-pages.js";
import { crumbOf, datasetsCrumb, DATASETS_PATH } from "./parts/crumbs.js";
import { datasetsForm, listFacets } from "./datasets-form.js";
import { chooseFields, entriesHead } from "./entries/entries.js";
import { entriesFields, entriesForm } from "./entries/entries-form.js";
import { exploreFields, exploreForm } from "./explore/explore-form.js";
import { type FormErrors, sortFormErrors } from "./parts/form-errors.js";
import { html, type Html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";
import { searchForm } from "./entries/search-form.js";

/** Maximum number of choices in the form of a page with errors, which the server's own thread writes. */
const MAX_CHOICES = 300;

export function invalidDatasetsPage(page: InvalidDatasetsPage, reader: PageReader): LayoutContent {
  const labels = Object.fromEntries(listFacets(reader).map(({ parameter, title }) => [parameter, title]));
  const errors = sortFormErrors(reader, page.invalid, {}, labels);
  return {
    title: reader.words.frame.datasets,
    crumbs: [],
    ...showAgain(errors, datasetsForm(page, reader, errors), [
      [reader.words.frame.allDatasets, reader.href(DATASETS_PATH)],
    ]),
  };
}

export function invalidEntriesPage(page: InvalidEntriesPage, reader: PageReader): LayoutContent {
  const { dataset, url, invalid, dimensions, measures } = page;
  const { lists, entries } = reader.words;
  const { form } = entries;
  const links: Links = [
    [form.allEntries, reader.href(url)],
    [dataset.label, reader.href(dataset.html_url)],
  ];
  const head = entriesHead(reader, page);
  if (dimensions.length + measures.length > MAX_CHOICES) return { ...head, ...withoutForm(reader, invalid, links) };
  const errors = sortFormErrors(reader, invalid, entriesFields(page, reader), {
    filter: lists.filters,
    fq: form.query,
    order: form.order,
    columns: form.columns,
    page: form.page,
    pagesize: form.pagesize,
  });
  const columns = errors.hasErrors("columns") ? [] : chooseFields(page);
  return { ...head, ...showAgain(errors, entriesForm(page, reader, columns, errors), links) };
}

export function invalidExplorerPage(page: InvalidExplorerPage, reader: PageReader): LayoutContent {
  const { dataset, invalid } = page;
  const url = reader.href(dataset.html_url);
  const links: Links = [
    [reader.words.search.form.again, `${url}/explore`],
    [dataset.label, url],
  ];
  const errors = sortFormErrors(reader, ofField(invalid), exploreFields(reader), { cut: reader.words.lists.filters });
  const isLarge = countChoices(page) > MAX_CHOICES;
  return {
    title: reader.fill(reader.words.explore.title, { dataset: isolate(dataset.label) }),
    crumbs: [datasetsCrumb(reader), crumbOf(dataset)],
    ...(isLarge
      ? withoutForm(reader, invalid, links)
      : showAgain(errors, exploreForm(page, reader, null, errors), links)),
    licence: dataset.licence,
  };
}

/** Count the choices of the form: each dimension is in the lists of parts, of fields and of orders. */
function countChoices({ dimensions, measures, typed }: InvalidExplorerPage): number {
  const lists = Math.max(2, typed.drilldown.length) + 2;
  return dimensions.length * lists + measures.length;
}

/** Name an invalid cut "field" if it was typed as field and value, that is, if the URL has no other cut. */
function ofField({ errors, typed }: InvalidInput): InvalidInput {
  const isCutGiven = (typed["cut"] ?? []).length > 0;
  return { typed, errors: isCutGiven ? errors : errors.map((error) => error.replace(/^cut: /, "field: ")) };
}

export function invalidSearchPage(page: InvalidSearchPage, reader: PageReader): LayoutContent {
  const { search, entries, datasets } = reader.words;
  const fields = { q: { id: "q", label: entries.form.words } };
  const errors = sortFormErrors(reader, page.invalid, fields, {
    dataset: datasets.title,
    category: search.form.category,
    page: entries.form.page,
  });
  return {
    title: search.title,
    crumbs: [],
    ...showAgain(errors, searchForm(page, reader, errors), [
      [search.form.again, reader.href("/search")],
      [reader.words.frame.allDatasets, reader.href(DATASETS_PATH)],
    ]),
    q: page.q,
  };
}

type Links = readonly (readonly [label: string, href: string])[];

/** Write the errors alone, where the form would be larger than all else. */
function withoutForm(reader: PageReader, invalid: InvalidInput, links: Links): ReturnType<typeof showAgain> {
  return showAgain(sortFormErrors(reader, invalid, {}), html``, links);
}

/** Write the errors of a page, its form below them, and links to pages without errors. */
export function showAgain(
  errors: FormErrors,
  form: Html,
  links: Links,
): Pick<LayoutContent, "main" | "data" | "isInvalid"> {
  const main = html`${errors.summary} ${form}
    <p>
      ${links.map(([label, href], at) => html`${at === 0 ? "" : " · "}<a href="${href}" dir="auto">${label}</a>`)}
    </p>`;
  return { main, data: [], isInvalid: true };
}
