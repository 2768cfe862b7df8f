import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import { isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import type { Exploration } from "../../../calls/views/pages/explore.js";
import { hasAmounts, hasTotal } from "../tables/added-members.js";
import { shortAmount } from "../parts/amounts.js";
import type { KeyFact } from "../parts/key-facts.js";
import type { ChartKind, ChartStyle } from "../tables/chart-kind.js";
import { leftOutOf, reasonAgainst } from "../tables/chart-notes.js";
import { chartOf, drawFigure, drawSeries, figureChart, seriesChart } from "../tables/figure-chart.js";
import { gridSeries, MAX_LINES, type TimeSeries } from "../tables/grid-series.js";
import { writeTerm } from "../tables/term-cells.js";
import type { Grid } from "../../../calls/views/pages/grid.js";
import { allNotes, markNotes, raiseNotes } from "../tables/note-marks.js";
import type { Size } from "../charts/svg.js";
import { html, type Html } from "../parts/html.js";
import { partNote } from "./part-note.js";
import { nameYear } from "../tables/year-name.js";
import { intoRow, stateQuery } from "./explore-links.js";
import { isolate } from "../parts/isolate.js";
import { ALL_YEARS, isOfTime, sumsYears, titleOfState } from "./title.js";
import type { PageReader } from "../parts/reader.js";

/** A total, also as plain text. */
interface StateFact extends KeyFact {
  readonly text: string;
}

/** List the totals of a state and their year. Years that the state tells apart are not added up. */
export function factsOfState(page: Exploration, reader: PageReader): readonly StateFact[] {
  const { state, figure, dataset, years } = page;
  const money = reader.numbers.money(dataset.currency);
  const cuts = state.cuts.filter(({ field }) => isOfTime(field));
  const [cut] = cuts;
  const isOneYear = cuts.length === 1 && isPlainCut(cut!) && /^(time\.)?year$/.test(cut!.field);
  const period = isOneYear ? nameYear(reader, String(cut!.value), page.parts) : sumsYears(page) ? ALL_YEARS : null;
  const isTimed = page.grid?.hasRowTotals === false || figure.columns.some(({ reference }) => isOfTime(reference));
  const tellsYears = !isOneYear && years.length > 1 && isTimed;
  const totals = hasTotal(figure) && !tellsYears ? figure.totals : [];
  return totals.map((total, at) => {
    const { label } = figure.measures[at]!;
    return {
      label: period === null ? label : `${isolate(label)}, ${period}`,
      value: html`${shortAmount(money, total)}${markNotes(figure, allNotes(figure))}`,
      text: money.short(total),
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
  const left = [...leftOutNote(reader, page), ...partNote(reader, page)];
  if (style === null) return { chart: null, kind: null, notes: left };
  const { figure, grid } = page;
  const notes = [...notesOf(reader, page, style), ...left];
  if (grid !== null) return { chart: seriesChart(seriesOf(reader, page, grid), style), kind: "line", notes };
  const kind = reasonAgainst(reader, figure, style.kind) === null ? style.kind : "bars";
  return { chart: figureChart(reader, figure, style), kind, notes };
}

/** Say what the conditions of a state leave out, and what it comes to. */
function leftOutNote(reader: PageReader, { figure, dataset }: Exploration): readonly string[] {
  const leftOut = figure.terms?.leftOut;
  if (!leftOut || leftOut.cells === 0) return [];
  const { count, share, money } = reader.numbers;
  const { cells, amounts } = leftOut;
  const amount = amounts[0]!;
  const [whole, out] = [decimalNumber(figure.totals[0]!), decimalNumber(amount)];
  const part = whole > 0 && out >= 0 ? ` (${share(out / whole)} of the total)` : "";
  const sum = hasTotal(figure) ? `, together ${money(dataset.currency).short(amount)}${part}` : "";
  return [`${count(cells)} ${cells === 1 ? "is" : "are"} left out${sum}.`];
}

/**
 * Draw the chart of a state as one image to save, without links: with its title, unit, notes, source and licence.
 * @param canvas size to fit it into; by default its own
 */
export function explorePicture(reader: PageReader, page: Exploration, canvas?: Size): Html | null {
  const style = styleOf(reader, page);
  const { figure, grid } = page;
  if (!style) return null;
  const alone = {
    ...style,
    heading: headingOf(reader, page),
    footnotes: footOf(reader, page, style),
    canvas,
    hrefOf: () => null,
  };
  return grid === null
    ? drawFigure(reader, figure, alone, false)
    : drawSeries(seriesOf(reader, page, grid), alone, false);
}

function headingOf(reader: PageReader, page: Exploration): readonly string[] {
  const { dataset, figure } = page;
  const unit = dataset.currency === null ? "" : ` in ${dataset.currency}`;
  const facts = factsOfState(page, reader).map(({ label, text }) => `${label}: ${text}`);
  const shown = facts.length > 0 ? facts.join(", ") : figure.measures.map(({ label }) => label).join(", ");
  return [titleOfState(page), `${shown}${unit}`];
}

function footOf(reader: PageReader, page: Exploration, style: ChartStyle): readonly string[] {
  const { dataset, figure } = page;
  const notes = [...notesOf(reader, page, style), ...leftOutNote(reader, page), ...partNote(reader, page)].join(" ");
  const marks = figure.notes.map(({ id, on, text }) => `${raiseNotes(figure, [id])} ${on}: ${text}`);
  const licence = dataset.licence === null ? "" : `. Licence: ${dataset.licence.name}`;
  const source = `Source: ${dataset.label}${licence}. ${dataset.html_url}/explore${stateQuery(page)}`;
  return [...(notes === "" ? [] : [notes]), ...marks, source];
}

function seriesOf(reader: PageReader, { precisions }: Exploration, grid: Grid): TimeSeries {
  return hasAmounts(grid) ? gridSeries(reader, grid, precisions) : { series: [], labels: [] };
}

function styleOf(reader: PageReader, page: Exploration): ChartStyle | null {
  const { state, figure, grid, dataset, precisions } = page;
  if (state.chart === "table" || state.chart === "pivot" || (page.tree && state.chart === null)) return null;
  const chosen = state.chart === "line" && grid === null ? null : state.chart;
  const kind = grid ? "line" : (chosen ?? chartOf(reader, figure));
  if (kind === null) return null;
  const money = reader.numbers.money(dataset.currency);
  const isMoney = grid === null || grid.term.format === "amount";
  const write = (shown: Decimal): string =>
    grid ? writeTerm(reader, grid.term.format, shown, money) : money.short(shown);
  return {
    kind,
    label: titleOfState(page),
    money,
    precisions,
    hrefOf: intoRow(page, reader),
    write,
    ...(isMoney && { writeExact: money.exact }),
  };
}

function notesOf(reader: PageReader, page: Exploration, { kind, money }: ChartStyle): readonly string[] {
  const { figure, grid, state } = page;
  const { count } = reader.numbers;
  if (grid === null) {
    const reason = reasonAgainst(reader, figure, kind);
    const bars = reason === null ? [] : [`Bars instead of a treemap: ${reason}.`];
    const line = state.chart === "line" && kind !== "line" ? ["There is one year only: no line."] : [];
    return [...line, ...bars, ...leftOutOf(reader, figure, reason === null ? kind : "bars", money)];
  }
  if (grid.numRows <= MAX_LINES) return [];
  const others = grid.fewRest ? ", and the others together" : "";
  return [`Shows the ${count(MAX_LINES)} largest of ${count(grid.numRows)} over all periods${others}.`];
}
