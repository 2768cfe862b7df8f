import { shortestDecimal } from "#src/core/model/values/decimal.js";
import { TOTAL } from "#src/core/query/aggregate/request.js";
import type { PageTable, PageTableRow } from "#src/calls/views/pages/page-table.js";
import { createLocale, type PageLocale } from "#src/web/pages/parts/page-locale.js";

export const LOCALE: PageLocale = createLocale("en-GB", "https://money.example");

/** A member and its amount. */
export type Cell = readonly [label: string, amount: number];

/** Build a figure split by one dimension. @param left cells that are not shown, and their total */
export function figureOf(
  cells: readonly Cell[],
  {
    reference = "part",
    left = [],
    negative = [],
  }: { readonly reference?: string; readonly left?: readonly Cell[]; readonly negative?: readonly Cell[] } = {},
): PageTable {
  const sum = (list: readonly Cell[]): number => list.reduce((total, [, amount]) => total + amount, 0);
  return {
    request: { ...TOTAL, drilldown: [reference] },
    query: "dataset=town",
    columns: [{ reference, label: "Part", dimension: "part", part: null, isDate: false, isOfDate: false }],
    measures: [{ name: "amount", label: "Amount" }],
    rows: cells.map(rowOf),
    totals: [shortestDecimal(sum([...cells, ...left]))],
    numEntries: cells.length + left.length,
    numCells: cells.length + left.length,
    added: [],
    notes: [],
    rest: {
      cells: left.length,
      amounts: [shortestDecimal(sum(left))],
      numEntries: left.length,
      negative: negative.map(rowOf),
    },
  };
}

function rowOf([label, amount]: Cell): PageTableRow {
  const value = label.toLowerCase();
  const key = { value, label, url: `https://money.example/town/part/${encodeURIComponent(value)}`, color: null };
  return { keys: [key], amounts: [shortestDecimal(amount)], numEntries: 1, notes: [] };
}

/** Build many members with the same amount. */
export function manyCells(count: number, amount: (at: number) => number): readonly Cell[] {
  return Array.from({ length: count }, (_, at) => [`Member ${at}`, amount(at)] as const);
}
