import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { type CutClause, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { queryOf, unlessTooLong } from "../parts/query.js";
import { type KeptState, type Pairs, printAll } from "./choice-links.js";
import type { TableLine } from "./table-lines.js";

/** Place where the amounts of a table are cited: the explorer of its dataset, with exactly their cell. */
export interface CitedCells {
  /** Address of the explorer. */
  readonly explorer: string;
  /** Parameters that every cell keeps: what amounts are adjusted by, and what is not cut to its preset. */
  readonly pairs: Pairs;
}

/** Cell that an amount is of. */
interface CitedCell {
  /** Cuts of its table. */
  readonly cuts: readonly CutClause[];
  /** The members of its row and its column; `null` for a missing value. */
  readonly keys: readonly { readonly field: string; readonly value: string | null }[];
  readonly measure: string;
}

/** Say where the amounts of a page are cited. @returns `undefined` unless the reader wants to cite one */
export function citeCells(
  locale: PageLocale,
  { dataset, choices, adjusting }: KeptState & { readonly dataset: { readonly html_url: string } },
): CitedCells | undefined {
  if (!locale.isCiting) return undefined;
  return {
    explorer: locale.href(`${dataset.html_url}/explore`),
    pairs: [...printAll(choices), ...adjusting.pairs],
  };
}

/** Link an amount to where it is cited, if there is such a place. */
export function citeAmount(cells: CitedCells | undefined, cell: CitedCell, shown: Html): Html {
  const href = cells ? hrefOfCited(cells, cell) : null;
  return href === null ? shown : html`<a href="${href}">${shown}</a>`;
}

/** Return the address of the citation of an amount; `null` for one that no cuts select. */
function hrefOfCited({ explorer, pairs }: CitedCells, { cuts, keys, measure }: CitedCell): string | null {
  const fields = new Set(keys.map(({ field }) => field));
  const own = keys.flatMap(({ field, value }) => (value === null ? [] : [{ field, value }]));
  // No cut selects missing values.
  if (own.length < keys.length) return null;
  const all = [...cuts.filter(({ field }) => !fields.has(field)), ...own];
  const query = queryOf([["cut", printCuts(all)], ["measure", measure], ...pairs, ["chart", "table"]]);
  return unlessTooLong(`${explorer}${query}&drilldown=#cite`);
}

/** Describe the cell of a line; `null` for lines that no cuts select. */
export function cellOfLine({ request }: PageTable, { kind, row }: TableLine, measure: string): CitedCell | null {
  const isFound = request.q !== null || request.fq.length > 0;
  if (isFound || (kind !== "row" && kind !== "total") || (row?.contained ?? 0) > 0) return null;
  const keys = row ? request.drilldown.map((field, at) => ({ field, value: row.keys[at]!.value })) : [];
  return { cuts: request.cuts, keys, measure };
}
