import type { DatasetPage } from "../../api/resources/dataset.js";
import type { Flows } from "../../api/pages/flows.js";
import { html, type Html } from "../parts/html.js";
import { shortAmount } from "../parts/amounts.js";
import type { KeyFact } from "../parts/key-facts.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";
import { hasAmounts, hasTotal } from "./added-members.js";
import { flowColumns } from "./flow-columns.js";
import { changeFrom } from "./change.js";
import { allNotes, footnotes, markNotes } from "./note-marks.js";

/** The amounts of a page by year, and those of the year that head it. */
type HeadedPage = Pick<DatasetPage, "years" | "flows" | "year">;

/**
 * Write the amounts of one year that head a page: of each direction and their balance, or of each measure with the
 * change on the year before. They are of all years only if these were asked for.
 */
export function headline(reader: PageReader, page: HeadedPage, money: Money): readonly KeyFact[] {
  const { years, flows, year } = page;
  const when = year.headed ?? (year.years.length > 1 ? "all years" : null);
  const labelOf = (label: string): string => (when === null ? label : `${label}, ${when}`);
  if (flows) return hasAmounts(flows.figure) ? headFlows(flows, year.headed, labelOf, money) : [];
  if (!hasAmounts(years)) return [];
  const at = years.rows.findIndex(({ keys }) => keys[0]!.value === year.headed);
  const amounts = year.headed !== null ? years.rows[at]!.amounts : hasTotal(years) ? years.totals : [];
  const mark = markNotes(years, notesOfHead(page));
  const change = year.headed === null || years.measures.length > 1 ? null : changeFrom(reader, years, at);
  return [
    ...amounts.map((amount, measure) => ({
      label: labelOf(years.measures[measure]!.label),
      value: html`${shortAmount(money, amount)}${mark}`,
    })),
    ...(change === null ? [] : [{ label: `Change on ${Number(year.headed) - 1}`, value: change }]),
  ];
}

/** Write the notes on the amounts that head a page. */
export function notesUnderHead(page: HeadedPage): readonly Html[] {
  return footnotes(page.flows?.figure ?? page.years, notesOfHead(page));
}

/** List the ids of the notes on the amounts that head a page. */
function notesOfHead({ years, flows, year }: HeadedPage): readonly number[] {
  if (!hasAmounts(flows?.figure ?? years)) return [];
  const rows = (flows?.figure ?? years).rows.filter(({ keys }) => keys[0]!.value === year.headed);
  return year.headed === null ? allNotes(years) : rows.flatMap(({ notes }) => notes);
}

function headFlows(
  flows: Flows,
  headed: string | null,
  labelOf: (label: string) => string,
  money: Money,
): readonly KeyFact[] {
  const sums = headed === null ? flows.all : flows.years.find(({ year }) => year === headed);
  if (!sums) return [];
  return flowColumns(flows).flatMap(({ label, amountOf, notesOf }) => {
    const amount = amountOf(sums);
    const mark = markNotes(flows.figure, notesOf(sums));
    return amount === null ? [] : [{ label: labelOf(label), value: html`${shortAmount(money, amount)}${mark}` }];
  });
}
