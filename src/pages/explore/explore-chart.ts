import type { Exploration } from "../../api/pages/explore.js";
import { chartOf, type ChartStyle, drawFigure, figureChart, leftOutOf } from "../figures/figure-chart.js";
import type { Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { intoRow } from "./explore-links.js";
import type { PageReader } from "../parts/reader.js";

/** Write the title of a state: the dataset, how it is split, and its filters. */
export function titleOfState({ dataset, figure, cutLabels }: Exploration): string {
  const by = figure.columns.map(({ label }) => isolate(label)).join(" and ");
  return [`${isolate(dataset.label)}${by === "" ? "" : ` by ${by}`}`, ...cutLabels.map(isolate)].join(", ");
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

/** Draw the chart of a state as one image to save, without links. */
export function explorePicture(reader: PageReader, page: Exploration): Html | null {
  const style = styleOf(reader, page);
  return style && drawFigure(reader, page.lines ?? page.figure, { ...style, hrefOf: () => null }, false);
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
