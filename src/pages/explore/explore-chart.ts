import { isPlainCut } from "../../query/syntax/cut-clause.js";
import type { Exploration } from "../../api/pages/explore.js";
import { hasTotal } from "../figures/added-members.js";
import { shortAmount } from "../parts/amounts.js";
import type { KeyFact } from "../parts/key-facts.js";
import { chartOf, type ChartStyle, drawFigure, figureChart, leftOutOf } from "../figures/figure-chart.js";
import { allNotes, markNotes, raiseNotes } from "../figures/note-marks.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { intoRow } from "./explore-links.js";
import type { PageReader } from "../parts/reader.js";

/** Write the title of a state: the dataset, how it is split, its filters, and if it sums up years. */
export function titleOfState(page: Exploration): string {
  const { dataset, figure, cutLabels } = page;
  const by = figure.columns.map(({ label }) => isolate(label)).join(" and ");
  const title = `${isolate(dataset.label)}${by === "" ? "" : ` by ${by}`}`;
  return [title, ...cutLabels.map(isolate), ...(sumsYears(page) ? [ALL_YEARS] : [])].join(", ");
}

const ALL_YEARS = "all years";

/** True if each cell is a sum of several years. */
function sumsYears({ state, figure, years }: Exploration): boolean {
  const isTimed = [...figure.columns.map(({ reference }) => reference), ...state.cuts.map(({ field }) => field)].some(
    isOfTime,
  );
  return years.length > 1 && !isTimed;
}

function isOfTime(reference: string): boolean {
  return /^(year|month|time)$|^time\./.test(reference);
}

/** List the totals of a state and their year. Years that the state tells apart are not added up. */
export function factsOfState(page: Exploration, reader: PageReader): readonly KeyFact[] {
  const { state, figure, dataset, years } = page;
  const money = reader.numbers.money(dataset.currency);
  const cuts = state.cuts.filter(({ field }) => isOfTime(field));
  const [cut] = cuts;
  const isOneYear = cuts.length === 1 && isPlainCut(cut!) && /^(time\.)?year$/.test(cut!.field);
  const period = isOneYear ? String(cut!.value) : sumsYears(page) ? ALL_YEARS : null;
  const tellsYears = !isOneYear && years.length > 1 && figure.columns.some(({ reference }) => isOfTime(reference));
  const totals = hasTotal(figure) && !tellsYears ? figure.totals : [];
  return totals.map((total, at) => {
    const { label } = figure.measures[at]!;
    return {
      label: period === null ? label : `${label}, ${period}`,
      value: html`${shortAmount(money, total)}${markNotes(figure, allNotes(figure))}`,
    };
  });
}

/**
 * Draw the chart of a state for wide and narrow screens, and note what it omits. The chart is `null` if only the table
 * is wanted.
 */
export function exploreChart(reader: PageReader, page: Exploration): { chart: Html | null; notes: readonly string[] } {
  const style = styleOf(reader, page);
  if (style === null) return { chart: null, notes: [] };
  const figure = page.lines ?? page.figure;
  return { chart: figureChart(reader, figure, style), notes: notesOf(reader, page, style) };
}

/** Draw the chart of a state as one image to save, without links, with its notes below. */
export function explorePicture(reader: PageReader, page: Exploration): Html | null {
  const style = styleOf(reader, page);
  const figure = page.lines ?? page.figure;
  if (!style) return null;
  const footnotes = figure.notes.map(({ id, on, text }) => `${raiseNotes(figure, [id])} ${on}: ${text}`);
  return drawFigure(reader, figure, { ...style, footnotes, hrefOf: () => null }, false);
}

function styleOf(reader: PageReader, page: Exploration): ChartStyle | null {
  const { state, figure, dataset, precisions } = page;
  const kind = state.chart ?? chartOf(figure) ?? "table";
  if (kind === "table") return null;
  const money = reader.numbers.money(dataset.currency);
  return { kind, label: titleOfState(page), money, precisions, hrefOf: intoRow(page, reader) };
}

function notesOf(reader: PageReader, { figure, lines }: Exploration, { kind, money }: ChartStyle): readonly string[] {
  if (lines === null) return leftOutOf(reader, figure, kind, money);
  const drawn = new Set(lines.rows.map(({ keys }) => keys[0]?.value)).size;
  if (lines.columns.length < 2 || drawn >= figure.numCells) return [];
  return [`Shows the ${reader.numbers.count(drawn)} largest of ${reader.numbers.count(figure.numCells)}.`];
}
