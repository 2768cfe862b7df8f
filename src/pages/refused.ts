import type {
  Refused,
  RefusedDatasets,
  RefusedEntries,
  RefusedExplorer,
  RefusedSearch,
  RefusedTax,
} from "../api/pages/rejected-pages.js";
import { crumbOf, DATASETS } from "./parts/crumbs.js";
import { datasetsForm, FACETS } from "./datasets-form.js";
import { chooseFields, entriesHead } from "./entries/entries.js";
import { entriesFields, entriesForm } from "./entries/entries-form.js";
import { exploreFields, exploreForm } from "./explore/explore-form.js";
import { type FormFaults, sortFaults } from "./parts/faults.js";
import { html, type Html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { Content } from "./parts/layout.js";
import type { Reader } from "./parts/reader.js";
import { searchForm } from "./entries/search-form.js";
import { TAX_FIELDS, taxForm } from "./tax-form.js";

export function refusedDatasetsPage(page: RefusedDatasets, reader: Reader): Content {
  const labels = Object.fromEntries(Object.values(FACETS).map(({ parameter, title }) => [parameter, title]));
  const faults = sortFaults(page.refused, {}, labels);
  return {
    title: DATASETS.label,
    crumbs: [],
    ...again(faults, datasetsForm(page, reader, faults), [["All datasets", reader.href(DATASETS.url)]]),
  };
}

export function refusedEntriesPage(page: RefusedEntries, reader: Reader): Content {
  const { dataset, url, refused } = page;
  const faults = sortFaults(refused, entriesFields(page), {
    filter: "Only those with",
    fq: "Only those that match",
    order: "Order",
    columns: "Columns",
    page: "Page",
    pagesize: "Entries on a page",
  });
  const columns = faults.isFaulty("columns") ? [] : chooseFields(page);
  return {
    ...entriesHead(page),
    ...again(faults, entriesForm(page, reader, columns, faults), [
      ["All entries", reader.href(url)],
      [dataset.label, reader.href(dataset.html_url)],
    ]),
  };
}

export function refusedExplorerPage(page: RefusedExplorer, reader: Reader): Content {
  const { dataset, refused } = page;
  const url = reader.href(dataset.html_url);
  const faults = sortFaults(ofField(refused), exploreFields(page), { measure: "Measure", cut: "Cuts" });
  return {
    title: `Explore ${isolate(dataset.label)}`,
    crumbs: [DATASETS, crumbOf(dataset)],
    ...again(faults, exploreForm(page, reader, faults), [
      ["Start anew", `${url}/explore`],
      [dataset.label, url],
    ]),
    licence: dataset.licence,
  };
}

/** Without any other cut it is the one that was typed in two parts. */
function ofField({ faults, typed }: Refused): Refused {
  const isCutGiven = (typed["cut"] ?? []).length > 0;
  return { typed, faults: isCutGiven ? faults : faults.map((fault) => fault.replace(/^cut: /, "field: ")) };
}

export function refusedSearchPage(page: RefusedSearch, reader: Reader): Content {
  const fields = { q: { id: "q", label: "Words" } };
  const faults = sortFaults(page.refused, fields, { dataset: "Datasets", category: "Kind of datasets", page: "Page" });
  return {
    title: "Search",
    crumbs: [],
    ...again(faults, searchForm(page, reader, faults), [
      ["Start anew", reader.href("/search")],
      ["All datasets", reader.href(DATASETS.url)],
    ]),
    q: page.q,
  };
}

export function refusedTaxPage({ refused, answers }: RefusedTax, reader: Reader): Content {
  const faults = sortFaults(refused, TAX_FIELDS);
  return {
    title: "What do you pay in taxes?",
    crumbs: [],
    ...again(faults, taxForm(answers, reader, faults), [["Start anew", reader.href("/explore/tax")]]),
  };
}

/** The form below what is wrong with it, and the ways back to something that is right. */
function again(
  faults: FormFaults,
  form: Html,
  ways: readonly (readonly [label: string, href: string])[],
): Pick<Content, "main" | "data" | "isRefused"> {
  const main = html`${faults.summary} ${form}
    <p>${ways.map(([label, href], at) => html`${at === 0 ? "" : " · "}<a href="${href}" dir="auto">${label}</a>`)}</p>`;
  return { main, data: [], isRefused: true };
}
