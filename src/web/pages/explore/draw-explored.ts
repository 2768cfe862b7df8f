import type { Exploration } from "../../../calls/views/pages/explore.js";
import { drawDots } from "../charts/dots.js";
import { drawFlow } from "../charts/flow.js";
import { drawIcicle } from "../charts/icicle.js";
import { drawMultiples } from "../charts/multiples.js";
import { drawNestedTreemap } from "../charts/nested-treemap.js";
import { drawStack } from "../charts/stack.js";
import type { DrawingStyle } from "../charts/svg.js";
import type { Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { PageReader } from "../parts/reader.js";
import { hasAmounts } from "../tables/added-members.js";
import { type ChartStyle, type ExploredKind, MAX_BARS } from "../tables/chart-kind.js";
import { drawFigure, drawSeries, NARROW, NARROW_LINE, WIDE, WIDE_LINE } from "../tables/figure-chart.js";
import { colorBars } from "../tables/figure-colors.js";
import { rowParts, sidesOf } from "../tables/figure-parts.js";
import { gridSeries } from "../tables/grid-series.js";
import { nestedParts, numberIn } from "../tables/nested-parts.js";
import { extremesOf, panelsOf } from "../tables/panels.js";
import { flowOf } from "../tables/flow-parts.js";
import { drawPlaces } from "../tables/draw-map.js";
import { explainDots, explainFlow, explainNest, explainStack } from "./explain-chart.js";
import { intoPart } from "./explore-links.js";

/** Columns are taller than lines: their parts need room. */
const STACK_HEIGHT = 330;
/** Levels that stand beside each other. */
const MAX_LEVELS = { wide: 4, narrow: 3 };

/** A kind of chart with its style. */
export interface ExploredStyle extends Omit<ChartStyle, "kind"> {
  readonly kind: ExploredKind;
}

/** Draw the chart of a page for one width of screens. @returns `null` if there is nothing to draw */
export function drawExplored(
  reader: PageReader,
  page: Exploration,
  style: ExploredStyle,
  isNarrow: boolean,
): Html | null {
  const { grid, figure, nest } = page;
  const { kind, label, heading, footnotes, canvas } = style;
  const frame = { label, heading, footnotes, canvas, className: `chart ${kind} ${isNarrow ? "narrow" : "wide"}` };
  switch (kind) {
    case "stacked":
    case "stacked-share":
      return drawStacked(reader, page, style, frame, isNarrow);
    case "multiples":
      return drawPanels(reader, page, style, frame, isNarrow);
    case "dots":
      return drawSides(reader, page, style, frame, isNarrow);
    case "icicle":
      return drawLevels(reader, page, style, frame, isNarrow);
    case "map":
      return page.map && drawPlaces(reader, figure, page.map, style, { ...frame, className: "chart map" });
    case "flow":
      return drawBands(reader, page, style, frame, isNarrow);
    case "treemap":
      if (nest) return drawLevels(reader, page, style, frame, isNarrow);
      return drawFigure(reader, figure, { ...style, kind }, isNarrow);
    default:
      if (grid?.isTimed && kind === "line") {
        const series = hasAmounts(grid) ? gridSeries(reader, grid, page.precisions) : { series: [], labels: [] };
        return drawSeries(series, { ...style, kind }, isNarrow);
      }
      return drawFigure(reader, figure, { ...style, kind }, isNarrow);
  }
}

type Draw = (
  reader: PageReader,
  page: Exploration,
  style: ExploredStyle,
  frame: DrawingStyle,
  isNarrow: boolean,
) => Html | null;

const drawStacked: Draw = (reader, { grid, precisions }, style, frame, isNarrow) => {
  if (!grid || !hasAmounts(grid)) return null;
  const { series, labels } = gridSeries(reader, grid, precisions);
  const { money, hrefOfCell } = style;
  const { width } = isNarrow ? NARROW_LINE : WIDE_LINE;
  return drawStack(series, labels, {
    ...frame,
    description: explainStack(reader, grid, precisions, money),
    size: { width, height: STACK_HEIGHT },
    isOfShares: style.kind === "stacked-share",
    short: style.write ?? money.short,
    exact: style.writeExact ?? money.exact,
    share: (part) => reader.fill(reader.words.charts.share, { share: reader.numbers.share(part) }),
    hrefOf: (row, column) => (row === null ? null : (hrefOfCell?.(row, column) ?? null)),
  });
};

const drawPanels: Draw = (reader, { grid, precisions }, style, frame, isNarrow) => {
  if (!grid?.down || !hasAmounts(grid)) return null;
  const { money } = style;
  const panels = panelsOf(reader, grid, {
    precisions,
    hrefOfRow: style.hrefOfRow ?? (() => null),
    hrefOfCell: style.hrefOfCell ?? (() => null),
    writeExact: style.writeExact ?? style.write ?? money.exact,
  });
  const [most, least] = extremesOf(panels);
  const { charts } = reader.words;
  const count = panels.panels.length;
  const description =
    most && least
      ? reader.fill(charts.multiplesEnds, {
          count,
          most: isolate(most.name),
          mostAmount: most.exact,
          least: isolate(least.name),
          leastAmount: least.exact,
        })
      : reader.fill(charts.multiples, { count });
  return drawMultiples(panels.panels, {
    ...frame,
    description,
    width: (isNarrow ? NARROW : WIDE).width,
    places: panels.places,
    isTimed: grid.isTimed,
    short: style.write ?? money.short,
  });
};

const drawSides: Draw = (reader, { figure }, style, frame, isNarrow) => {
  const sides = sidesOf(reader, figure);
  if (!sides || !hasAmounts(figure)) return null;
  const rows = rowParts(reader, figure, { ...style, kind: "bars" }, colorBars(figure)).slice(0, MAX_BARS);
  if (rows.length === 0) return null;
  const description = explainDots(reader, rows, sides);
  return drawDots(rows, { ...frame, description, width: (isNarrow ? NARROW : WIDE).width, sides });
};

const drawBands: Draw = (reader, { grid }, style, frame, isNarrow) => {
  if (!grid?.down || !hasAmounts(grid)) return null;
  const flow = flowOf(reader, grid, style);
  if (flow.bands.length === 0) return null;
  const heads = [grid.down.label, grid.across.label] as const;
  const description = explainFlow(reader, flow, heads);
  return drawFlow(flow, heads, { ...frame, description, width: (isNarrow ? NARROW : WIDE).width });
};

const drawLevels: Draw = (reader, page, style, frame, isNarrow) => {
  const { nest, figure } = page;
  if (!nest || !hasAmounts(nest)) return null;
  const hrefOf = style.hrefOfRow ? intoPart(page, reader, nest) : () => null;
  const parts = nestedParts(reader, nest, {
    money: style.money,
    precisions: style.precisions,
    places: figure.places,
    hrefOf,
  });
  if (parts.length === 0) return null;
  const described = { ...frame, description: explainNest(nest, parts, reader, numberIn(nest.root)) };
  const size = isNarrow ? NARROW : WIDE;
  const most = isNarrow ? MAX_LEVELS.narrow : MAX_LEVELS.wide;
  return style.kind === "treemap"
    ? drawNestedTreemap(parts, size, described)
    : drawIcicle(parts, Math.min(most, nest.columns.length), size, described);
};
