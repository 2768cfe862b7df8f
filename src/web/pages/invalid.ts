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
import type { PageLocale } from "./parts/page-locale.js";
import { searchForm } from "./entries/search-form.js";

/** Maximum number of choices in the form of a page with errors, which the server's own thread writes. */
const MAX_CHOICES = 300;

export function invalidDatasetsPage(page: InvalidDatasetsPage, locale: PageLocale): LayoutContent {
  const labels = Object.fromEntries(listFacets(locale).map(({ parameter, title }) => [parameter, title]));
  const errors = sortFormErrors(locale, page.invalid, {}, labels);
  return {
    title: locale.words.frame.datasets,
    crumbs: [],
    ...showAgain(errors, datasetsForm(page, locale, errors), [
      [locale.words.frame.allDatasets, locale.href(DATASETS_PATH)],
    ]),
  };
}

export function invalidEntriesPage(page: InvalidEntriesPage, locale: PageLocale): LayoutContent {
  const { dataset, url, invalid, dimensions, measures } = page;
  const { lists, entries } = locale.words;
  const { form } = entries;
  const links: Links = [
    [form.allEntries, locale.href(url)],
    [dataset.label, locale.href(dataset.html_url)],
  ];
  const head = entriesHead(locale, page);
  if (dimensions.length + measures.length > MAX_CHOICES) return { ...head, ...withoutForm(locale, invalid, links) };
  const errors = sortFormErrors(locale, invalid, entriesFields(page, locale), {
    filter: lists.filters,
    fq: form.query,
    order: form.order,
    columns: form.columns,
    page: form.page,
    pagesize: form.pagesize,
  });
  const columns = errors.hasErrors("columns") ? [] : chooseFields(page);
  return { ...head, ...showAgain(errors, entriesForm(page, locale, columns, errors), links) };
}

export function invalidExplorerPage(page: InvalidExplorerPage, locale: PageLocale): LayoutContent {
  const { dataset, invalid } = page;
  const url = locale.href(dataset.html_url);
  const links: Links = [
    [locale.words.search.form.again, `${url}/explore`],
    [dataset.label, url],
  ];
  const errors = sortFormErrors(locale, ofField(invalid), exploreFields(locale), { cut: locale.words.lists.filters });
  const isLarge = countChoices(page) > MAX_CHOICES;
  return {
    title: locale.fill(locale.words.explore.title, { dataset: isolate(dataset.label) }),
    crumbs: [datasetsCrumb(locale), crumbOf(dataset)],
    ...(isLarge
      ? withoutForm(locale, invalid, links)
      : showAgain(errors, exploreForm(page, locale, null, errors), links)),
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

export function invalidSearchPage(page: InvalidSearchPage, locale: PageLocale): LayoutContent {
  const { search, entries, datasets } = locale.words;
  const fields = { q: { id: "q", label: entries.form.words } };
  const errors = sortFormErrors(locale, page.invalid, fields, {
    dataset: datasets.title,
    category: search.form.category,
    page: entries.form.page,
  });
  return {
    title: search.title,
    crumbs: [],
    ...showAgain(errors, searchForm(page, locale, errors), [
      [search.form.again, locale.href("/search")],
      [locale.words.frame.allDatasets, locale.href(DATASETS_PATH)],
    ]),
    q: page.q,
  };
}

type Links = readonly (readonly [label: string, href: string])[];

/** Write the errors alone, where the form would be larger than all else. */
function withoutForm(locale: PageLocale, invalid: InvalidInput, links: Links): ReturnType<typeof showAgain> {
  return showAgain(sortFormErrors(locale, invalid, {}), html``, links);
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
