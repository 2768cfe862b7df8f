import { isPlainCut } from "../../query/syntax/cut-clause.js";
import type { Exploration } from "../../api/pages/explore.js";
import { hasTotal } from "../figures/added-members.js";
import { shortAmount } from "../parts/amounts.js";
import type { KeyFact } from "../parts/key-facts.js";
import type { ChartKind } from "../figures/chart-kind.js";
import { leftOutOf, reasonAgainst } from "../figures/chart-notes.js";
import { chartOf, type ChartStyle, drawFigure, figureChart } from "../figures/figure-chart.js";
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

/** The chart of a state. */
export interface ExploreChart {
  /** `null` if only the table is wanted. */
  readonly chart: Html | null;
  /** The kind that is drawn. */
  readonly kind: ChartKind | null;
  /** Notes about what it omits. */
  readonly notes: readonly string[];
}

/** Draw the chart of a state for wide and narrow screens, and note what it omits. */
export function exploreChart(reader: PageReader, page: Exploration): ExploreChart {
  const style = styleOf(reader, page);
  const left = leftOutNote(reader, page);
  if (style === null) return { chart: null, kind: null, notes: left };
  const figure = page.lines ?? page.figure;
  const kind = reasonAgainst(reader, figure, style.kind) === null ? style.kind : "bars";
  return { chart: figureChart(reader, figure, style), kind, notes: [...notesOf(reader, page, style), ...left] };
}

/** Say what the conditions of a state leave out, and what it comes to. */
function leftOutNote(reader: PageReader, { figure, dataset }: Exploration): readonly string[] {
  const leftOut = figure.terms?.leftOut;
  if (!leftOut || leftOut.cells === 0) return [];
  const { count, share, money } = reader.numbers;
  const { cells, amounts } = leftOut;
  const [total, amount] = [figure.totals[0]!, amounts[0]!];
  const part = total > 0 && amount >= 0 ? ` (${share(amount / total)} of the total)` : "";
  const sum = hasTotal(figure) ? `, together ${money(dataset.currency).short(amount)}${part}` : "";
  return [`${count(cells)} ${cells === 1 ? "is" : "are"} left out${sum}.`];
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
  const kind = state.chart ?? chartOf(reader, figure) ?? "table";
  if (kind === "table" || kind === "pivot") return null;
  const money = reader.numbers.money(dataset.currency);
  return { kind, label: titleOfState(page), money, precisions, hrefOf: intoRow(page, reader) };
}

function notesOf(reader: PageReader, { figure, lines }: Exploration, { kind, money }: ChartStyle): readonly string[] {
  if (lines === null) {
    const reason = reasonAgainst(reader, figure, kind);
    const bars = reason === null ? [] : [`Bars instead of a treemap: ${reason}.`];
    return [...bars, ...leftOutOf(reader, figure, reason === null ? kind : "bars", money)];
  }
  const drawn = new Set(lines.rows.map(({ keys }) => keys[0]?.value)).size;
  if (lines.columns.length < 2 || drawn >= figure.numCells) return [];
  return [`Shows the ${reader.numbers.count(drawn)} largest of ${reader.numbers.count(figure.numCells)}.`];
}
