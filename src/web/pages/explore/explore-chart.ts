import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import type { ChartName } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { hasTotal } from "../tables/added-members.js";
import type { ChartKind, ExploredKind } from "../tables/chart-kind.js";
import { yearsOfDays } from "../tables/calendar-parts.js";
import { leftOutOf } from "../tables/chart-notes.js";
import { chartOf } from "../tables/figure-chart.js";
import { MAX_LINES } from "../tables/grid-series.js";
import { creditShapes, explainMap } from "../tables/draw-map.js";
import { countBelowZero } from "../tables/nested-parts.js";
import { writeTerm } from "../tables/term-cells.js";
import { nameNoted, raiseNotes } from "../tables/note-marks.js";
import type { Size } from "../charts/svg.js";
import { html, type Html } from "../parts/html.js";
import { nameYear } from "../tables/year-name.js";
import { chooseKind, isCrosstab } from "./chart-reasons.js";
import { drawCrosstab, leftOutOfCrosstab } from "./draw-crosstab.js";
import { drawExplored, type ExploredStyle } from "./draw-explored.js";
import { intoCell, intoGridRow, intoRow, stateQuery } from "./explore-links.js";
import { factsOfState } from "./state-facts.js";
import { titleOfState } from "./title.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate } from "../parts/enumerate.js";

const IS_YEAR = /^(?:time\.)?year$/;

/** The chart of a state. */
export interface ExploreChart {
  /** `null` if only the table is wanted. */
  readonly chart: Html | null;
  /** The kind that is drawn. */
  readonly kind: ExploredKind | null;
  /** Notes about what it omits. */
  readonly notes: readonly string[];
}

/** Draw the chart of a state for wide and narrow screens, and note what it omits. */
export function exploreChart(locale: PageLocale, page: Exploration): ExploreChart {
  const style = styleOf(locale, page);
  const left = notesOfTable(locale, page);
  if (style === null) return { chart: null, kind: null, notes: left };
  const notes = [...notesOf(locale, page, style), ...creditsOf(locale, page, style), ...left];
  // One drawing for all screens: its shapes are too many bytes to be written twice.
  if (style.kind === "map") return { chart: drawExplored(locale, page, style, false), kind: style.kind, notes };
  const [wide, narrow] = [false, true].map((isNarrow) => drawExplored(locale, page, style, isNarrow));
  return { chart: wide && narrow ? html`${wide}${narrow}` : null, kind: style.kind, notes };
}

/** List what is to be said of a state beside its chart. */
export function notesOfTable(locale: PageLocale, page: Exploration): readonly string[] {
  return [...leftOutNote(locale, page), ...partNote(locale, page)];
}

/** Say what the conditions of a state leave out, and what it comes to. */
function leftOutNote(locale: PageLocale, { figure, dataset, adjusting }: Exploration): readonly string[] {
  const leftOut = figure.terms?.leftOut;
  if (!leftOut || leftOut.cells === 0) return [];
  const { share, money } = locale.numbers;
  const { fill } = locale;
  const words = locale.words.charts;
  const { cells, amounts } = leftOut;
  const amount = amounts[0]!;
  const [whole, out] = [decimalNumber(figure.totals[0]!), decimalNumber(amount)];
  if (!hasTotal(figure)) return [fill(words.leftOut, { count: cells })];
  const sum = { count: cells, amount: money(dataset.currency, adjusting.unit).of(figure.measures[0]).short(amount) };
  return [
    whole > 0 && out >= 0
      ? fill(words.leftOutShare, { ...sum, share: share(out / whole) })
      : fill(words.leftOutSum, sum),
  ];
}

/**
 * Draw the chart of a state as one image to save, without links: with its title, unit, notes, source and licence.
 * @param canvas size to fit it into; by default its own
 */
export function explorePicture(locale: PageLocale, page: Exploration, canvas?: Size): Html | null {
  if (page.grid && isCrosstab(page)) {
    return drawCrosstab(locale, page.grid, page, {
      label: titleOfState(page, locale),
      direction: locale.direction,
      className: "chart pivot wide",
      heading: headingOf(locale, page),
      footnotes: footOf(locale, page, null),
      canvas,
    });
  }
  const style = styleOf(locale, page);
  if (!style) return null;
  const { hrefOfRow: _row, hrefOfCell: _cell, ...unlinked } = style;
  const alone = {
    ...unlinked,
    heading: headingOf(locale, page),
    footnotes: footOf(locale, page, style),
    canvas,
    hrefOf: () => null,
  };
  return drawExplored(locale, page, alone, false);
}

function headingOf(locale: PageLocale, page: Exploration): readonly string[] {
  const { figure } = page;
  const { currency } = page.adjusting.unit;
  const { words, fill } = locale;
  const all = factsOfState(page, locale).map(({ label, text }) => fill(words.explore.fact, { label, value: text }));
  const facts = enumerate(locale, all.length > 0 ? all : figure.measures.map(({ label }) => label));
  return [titleOfState(page, locale), currency === null ? facts : fill(words.charts.picture.unit, { facts, currency })];
}

function footOf(locale: PageLocale, page: Exploration, style: ExploredStyle | null): readonly string[] {
  const { dataset, figure, grid } = page;
  const own = style ? notesOf(locale, page, style) : grid ? leftOutOfCrosstab(locale, grid) : [];
  const notes = [...own, ...notesOfTable(locale, page)].join(" ");
  const { fill } = locale;
  const { picture } = locale.words.charts;
  const marks = figure.notes.map(({ id, on, text }) =>
    fill(picture.mark, { mark: raiseNotes(figure, [id]), on: nameNoted(locale, on), text }),
  );
  const series = page.adjusting.used.map(({ label, name, licence }) =>
    licence
      ? fill(picture.seriesLicensed, { label, name, licence: licence.name })
      : fill(picture.series, { label, name }),
  );
  const address = [...series, `${dataset.html_url}/explore${stateQuery(page)}`].join(" ");
  const source =
    dataset.licence === null
      ? fill(picture.source, { dataset: dataset.label, address })
      : fill(picture.sourceLicensed, { dataset: dataset.label, licence: dataset.licence.name, address });
  return [...(notes === "" ? [] : [notes]), ...marks, ...(style ? creditsOf(locale, page, style) : []), source];
}

/** Credit what a chart is drawn on. */
function creditsOf(locale: PageLocale, { map }: Exploration, { kind }: ExploredStyle): readonly string[] {
  return map && kind === "map" ? [creditShapes(locale, map.layer)] : [];
}

function styleOf(locale: PageLocale, page: Exploration): ExploredStyle | null {
  const { figure, grid, dataset, precisions, adjusting } = page;
  const { kind } = chooseKind(page, locale, () => chartOf(locale, figure));
  if (kind === null) return null;
  const money = locale.numbers.money(dataset.currency, adjusting.unit).of(figure.measures[0]);
  const isMoney = grid === null || grid.term.format === "amount";
  const write = (shown: Decimal): string =>
    grid ? writeTerm(locale, grid.term.format, shown, money) : money.short(shown);
  return {
    kind,
    label: titleOfState(page, locale),
    money,
    precisions,
    hrefOf: intoRow(page, locale),
    hrefOfRow: grid?.down ? intoGridRow(page, locale, grid.down) : () => null,
    hrefOfCell: grid ? intoCell(page, locale, grid) : () => null,
    write,
    ...(isMoney && { writeExact: money.exact }),
  };
}

function notesOf(locale: PageLocale, page: Exploration, { kind, money }: ExploredStyle): readonly string[] {
  const { figure, grid, state, nest } = page;
  const { fill } = locale;
  const words = locale.words.charts;
  const { reason } = chooseKind(page, locale, () => chartOf(locale, figure));
  const instead = reason === null ? [] : [insteadOf(locale, state.chart!, kind, reason)];
  if (page.map && kind === "map") {
    const { per, shareOf } = page.adjusting.unit;
    return [...instead, ...explainMap(locale, page.map, figure, per !== null || shareOf !== null)];
  }
  const below = nest && (kind === "icicle" || kind === "treemap") ? countBelowZero(nest.root) : 0;
  if (below > 0) {
    return [...instead, fill(words.negative, { count: below })];
  }
  if (nest && (kind === "icicle" || kind === "treemap")) return instead;
  const days = kind === "calendar" && grid ? yearsOfDays(grid) : null;
  if (days) return [...instead, fill(words.calendar.latest, days)];
  if (kind === "flow" || kind === "calendar") return instead;
  if (grid === null || kind === "bars" || kind === "treemap" || kind === "dots") {
    return [...instead, ...leftOutOf(locale, figure, kind === "dots" ? "bars" : (kind as ChartKind), money)];
  }
  const shown = kind === "multiples" ? grid.rows.length : MAX_LINES;
  if (grid.numRows <= shown) return instead;
  const hasRest = kind === "multiples" ? grid.rest : grid.fewRest;
  const named = { shown, all: grid.numRows };
  if (hasRest) return [...instead, fill(grid.isTimed ? words.largestOverTimeAndRest : words.largestAndRest, named)];
  return [...instead, fill(grid.isTimed ? words.largestOverTime : words.largest, named)];
}

/** Say why another chart is drawn than the one that is requested. */
function insteadOf({ words, fill }: PageLocale, requested: ChartName, kind: ExploredKind, reason: string): string {
  const { charts } = words;
  if (requested === "line") return charts.noLine;
  const drawn = kind === "bars" ? charts.drawnBars : charts.names[kind];
  return fill(charts.instead, { drawn, requested: charts.requested[requested], reason });
}

/** Say which of the years that a state tells apart are there in part only: their amounts compare with no others. */
function partNote(locale: PageLocale, { figure, grid, parts }: Exploration): readonly string[] {
  const shown = new Set(grid && IS_YEAR.test(grid.across.reference) ? grid.columns.map(({ value }) => value) : []);
  for (const [at, { reference }] of figure.columns.entries()) {
    if (IS_YEAR.test(reference)) for (const { keys } of figure.rows) shown.add(keys[at]!.value);
  }
  const named = [...parts.keys()].filter((year) => shown.has(year)).map((year) => nameYear(locale, year, parts));
  if (named.length === 0) return [];
  return [locale.fill(locale.words.charts.partYear, { count: named.length, years: enumerate(locale, named) })];
}
