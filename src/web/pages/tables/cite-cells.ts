import type { PageTable } from "../../../calls/views/pages/page-table.js";
import {
  NO_FIGURES,
  type ParsedAgainst,
  printAgainst,
  printFigures,
} from "../../../core/query/aggregate/figure-request.js";
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

/** Part of a cell in one direction of its table: a member, or `null` for a missing value. */
type CitedKey = { readonly field: string } & (
  | { readonly value: string | null }
  /** All but these. */
  | { readonly others: readonly (string | null)[] }
);

/** Cell that an amount is of. */
export interface CitedCell {
  /** Cuts of its table. */
  readonly cuts: readonly CutClause[];
  /** Parts that its row and its column are of. */
  readonly keys: readonly CitedKey[];
  readonly measure: string;
  /** The other side of a comparison that the figure is of; absent for figures of one side. */
  readonly against?: ParsedAgainst | null;
  /** Parameters of its table, for a row that no cuts select; absent for others. */
  readonly table?: Pairs;
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
export function citeAmount(cells: CitedCells | undefined, cell: CitedCell | null, shown: Html): Html {
  const href = cells && cell ? hrefOfCited(cells, cell) : null;
  return href === null ? shown : html`<a href="${href}">${shown}</a>`;
}

/** Return the address of the citation of an amount; `null` for one that is too long. */
function hrefOfCited(
  { explorer, pairs }: CitedCells,
  { cuts, keys, measure, against, table }: CitedCell,
): string | null {
  if (table) return unlessTooLong(`${explorer}${queryOf([...table, ...pairs, ["chart", "table"]])}#cite`);
  const compared = against ? printAgainst(against) : null;
  const query = queryOf([
    ["cut", printCuts(cutsOfCell(cuts, keys))],
    ["measure", measure],
    ["against", compared],
    ...pairs,
    ["chart", "table"],
  ]);
  return unlessTooLong(`${explorer}${query}&drilldown=#cite`);
}

/** Range of every value: no entry without one is in it. */
const ANY = { is: "range", from: null, to: null } as const;

/** List the cuts that select exactly the entries of a cell. */
export function cutsOfCell(cuts: readonly CutClause[], keys: readonly CitedKey[]): readonly CutClause[] {
  // A member is one of those that its own field is cut to; all others are not, so that these cuts stay.
  const fields = new Set(keys.flatMap((key) => ("others" in key ? [] : [nameOfField(key.field)])));
  const kept = cuts.filter(({ field }) => !fields.has(nameOfField(field)));
  return [...kept, ...keys.flatMap(cutsOfKey)];
}

/** Return the same text for a dimension and for its names. */
function nameOfField(field: string): string {
  return field.replace(/\.name$/, "");
}

function cutsOfKey(key: CitedKey): readonly CutClause[] {
  const { field } = key;
  if (!("others" in key)) return key.value === null ? [without(field, ANY)] : [{ field, value: key.value }];
  const named = key.others.flatMap((value) => (value === null ? [] : [without(field, value)]));
  // Exclusions keep entries without a value.
  return named.length < key.others.length ? [{ field, value: ANY }, ...named] : named;
}

function without(field: string, value: CutClause["value"]): CutClause {
  return { field, value, excluded: true };
}

/** Describe the cell of a line; `null` for lines that no cuts select. */
export function cellOfLine(figure: PageTable, line: TableLine, measure: string): CitedCell | null {
  const { request, measures } = figure;
  if (request.q !== null || request.fq.length > 0) return null;
  const { cuts } = request;
  if (line.kind === "rest" && request.drilldown.length > 1) {
    // No cuts exclude pairs of members: the row is cited with its table.
    const table = measures.some(({ name }) => name === measure) ? tableOfRest(figure) : null;
    return table && { cuts, keys: [], measure, table };
  }
  const keys = keysOfLine(figure, line);
  return keys && { cuts, keys, measure };
}

/** Return the parameters of a table whose only row of several cells is the rest; `null` if its rows cannot be named so. */
function tableOfRest({ request, rows, measures, adjusted }: PageTable): Pairs | null {
  const isCompared = "against" in request && request.against !== null;
  if (isCompared || rows.length === 0 || adjusted?.unvalued.length || rows.some(({ contained = 0 }) => contained > 0)) {
    return null;
  }
  const all = request.measures.length > 0 ? request.measures : measures.map(({ name }) => name);
  const figures = { ...NO_FIGURES, ...request, measures: all, top: String(rows.length), adjust: null };
  return printFigures({ ...figures, page: NO_FIGURES.page, pagesize: NO_FIGURES.pagesize });
}

function keysOfLine(figure: PageTable, { kind, row }: TableLine): readonly CitedKey[] | null {
  const { drilldown } = figure.request;
  if (kind === "total") return [];
  if (row) return row.contained ? null : drilldown.map((field, at) => ({ field, value: row.keys[at]!.value }));
  const [field] = drilldown;
  // No cuts tell the cells that meet conditions from those that do not.
  const isMixed = figure.rest.cells > 0 && (figure.terms?.leftOut?.cells ?? 0) > 0;
  if (field === undefined || drilldown.length > 1 || isMixed) return null;
  const shown = [...figure.rows, ...figure.rest.negative, ...(figure.adjusted?.unvalued ?? [])];
  return [{ field, others: shown.map(({ keys }) => keys[0]!.value) }];
}

/** True for a figure that only its place among those of other cells gives: a share, a rank, a change from the one before. */
export function isBesideOthers(term: string): boolean {
  return /@|\.(?:share|rank|change|difference|against|running)/.test(term);
}
