import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { drawBudget } from "../charts/budget-flow.js";
import { drawCalendar } from "../charts/calendar.js";
import { drawDots } from "../charts/dots.js";
import { drawFlow } from "../charts/flow.js";
import { drawIcicle } from "../charts/icicle.js";
import { drawMultiples } from "../charts/multiples.js";
import { drawNestedTreemap } from "../charts/nested-treemap.js";
import { drawStack } from "../charts/stack.js";
import type { DrawingStyle } from "../charts/svg.js";
import type { Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasAmounts } from "../tables/added-members.js";
import { type ChartStyle, type ExploredKind, MAX_BARS } from "../tables/chart-kind.js";
import { drawFigure, drawSeries, NARROW, NARROW_LINE, WIDE, WIDE_LINE } from "../tables/figure-chart.js";
import { colorBars } from "../tables/figure-colors.js";
import { shadeApart } from "../tables/figure-series.js";
import { rowParts, sidesOf } from "../tables/figure-parts.js";
import { gridSeries } from "../tables/grid-series.js";
import { nestedParts, numberIn } from "../tables/nested-parts.js";
import { extremesOf, panelsOf } from "../tables/panels.js";
import { flowOf } from "../tables/flow-parts.js";
import { explainGap } from "../tables/explain-figure.js";
import { drawPlaces, hasMany } from "../tables/draw-map.js";
import { calendarOf } from "../tables/calendar-parts.js";
import { budgetParts } from "../tables/budget-parts.js";
import { explainBudget } from "./explain-budget.js";
import { explainSides, labelSides, planSides } from "./plan-sides.js";
import { explainFlow, explainNest, explainStack } from "./explain-chart.js";
import { intoBudget, intoGridColumn } from "./flow-links.js";
import { intoPart } from "./explore-links.js";
import { intoPlace } from "./map-links.js";
import { nameColumn } from "../tables/name-column.js";

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
  locale: PageLocale,
  page: Exploration,
  style: ExploredStyle,
  isNarrow: boolean,
): Html | null {
  const { grid, figure, nest } = page;
  const { kind, label, heading, footnotes, canvas } = style;
  const { direction } = locale;
  // A picture that stands alone has no links.
  const isLinked = heading === undefined;
  const frame = {
    label,
    direction,
    heading,
    footnotes,
    canvas,
    className: `chart ${kind} ${isNarrow ? "narrow" : "wide"}`,
  };
  switch (kind) {
    case "stacked":
    case "stacked-share":
      return drawStacked(locale, page, style, frame, isNarrow);
    case "calendar":
      return drawPayments(locale, page, style, frame, isNarrow);
    case "multiples":
      return drawPanels(locale, page, style, frame, isNarrow);
    case "dots":
      return drawSides(locale, page, style, frame, isNarrow);
    case "icicle":
      return drawLevels(locale, page, style, frame, isNarrow);
    case "map":
      return (
        page.map &&
        drawPlaces(
          locale,
          figure,
          page.map,
          {
            ...style,
            ...(hasMany(page.map) && isLinked && { hrefOf: intoPlace(page, locale) }),
            url: locale.href(page.url),
          },
          { ...frame, className: "chart map" },
        )
      );
    case "flow":
      return drawBands(locale, page, style, frame, isNarrow);
    case "treemap":
      if (nest) return drawLevels(locale, page, style, frame, isNarrow);
      return drawFigure(locale, figure, { ...style, kind }, isNarrow);
    default:
      if (grid?.isTimed && kind === "line") {
        return hasAmounts(grid)
          ? drawSeries(locale, gridSeries(locale, grid, page.precisions), { ...style, kind }, isNarrow)
          : null;
      }
      return drawFigure(locale, figure, { ...style, kind }, isNarrow);
  }
}

type Draw = (
  locale: PageLocale,
  page: Exploration,
  style: ExploredStyle,
  frame: DrawingStyle,
  isNarrow: boolean,
) => Html | null;

const drawStacked: Draw = (locale, { grid, precisions, planned, figure }, style, frame, isNarrow) => {
  if (!grid || !hasAmounts(grid)) return null;
  const { series, labels, period } = gridSeries(locale, grid, precisions, planned);
  const sides = planned ? planSides(locale, figure) : null;
  const { money, hrefOfCell } = style;
  const { width } = isNarrow ? NARROW_LINE : WIDE_LINE;
  return drawStack(shadeApart(series), labels, {
    ...frame,
    description: [explainStack(locale, grid, precisions, money), ...explainSides(locale, sides)].join(" "),
    ...(sides && { sides, label: labelSides(locale, frame.label, sides) }),
    size: { width, height: STACK_HEIGHT },
    period,
    isOfShares: style.kind === "stacked-share",
    short: style.write ?? money.short,
    exact: style.writeExact ?? money.exact,
    share: (part) => locale.fill(locale.words.charts.share, { share: locale.numbers.share(part) }),
    percent: locale.numbers.percent,
    hrefOf: (row, column) => (row === null ? null : (hrefOfCell?.(row, column) ?? null)),
  });
};

const drawPayments: Draw = (locale, { grid, covered }, style, frame, isNarrow) => {
  if (!grid || !covered || !hasAmounts(grid)) return null;
  const { money, hrefOfCell } = style;
  const found = calendarOf(locale, grid, covered, { money, hrefOfCell: hrefOfCell ?? (() => null), isNarrow });
  if (!found) return null;
  const { width } = isNarrow ? NARROW : WIDE;
  return drawCalendar(found.calendar, { ...frame, description: found.description, width });
};

const drawPanels: Draw = (locale, { grid, precisions }, style, frame, isNarrow) => {
  if (!grid?.down || !hasAmounts(grid)) return null;
  const { money } = style;
  const panels = panelsOf(locale, grid, {
    precisions,
    hrefOfRow: style.hrefOfRow ?? (() => null),
    hrefOfCell: style.hrefOfCell ?? (() => null),
    writeExact: style.writeExact ?? style.write ?? money.exact,
  });
  const [most, least] = extremesOf(locale, panels);
  const { charts } = locale.words;
  const count = panels.panels.length;
  const description =
    most && least
      ? locale.fill(charts.multiplesEnds, {
          count,
          most: isolate(most.name),
          mostAmount: most.exact,
          least: isolate(least.name),
          leastAmount: least.exact,
        })
      : locale.fill(charts.multiples, { count });
  return drawMultiples(panels.panels, {
    ...frame,
    description,
    width: (isNarrow ? NARROW : WIDE).width,
    places: panels.places,
    isTimed: grid.isTimed,
    short: style.write ?? money.short,
    named: (label, value) => locale.fill(locale.words.explore.fact, { label: isolate(label), value }),
  });
};

const drawSides: Draw = (locale, { figure }, style, frame, isNarrow) => {
  const sides = sidesOf(locale, figure);
  if (!sides || !hasAmounts(figure)) return null;
  const rows = rowParts(locale, figure, { ...style, kind: "bars" }, colorBars(figure)).slice(0, MAX_BARS);
  if (rows.length === 0) return null;
  const description = explainGap(locale, rows, sides);
  return drawDots(rows, { ...frame, description, width: (isNarrow ? NARROW : WIDE).width, sides });
};

const drawBands: Draw = (locale, page, style, frame, isNarrow) => {
  const { grid, budgetFlow, planned, figure } = page;
  const { width } = isNarrow ? NARROW : WIDE;
  if (budgetFlow) {
    const { money, precisions, hrefOfRow } = style;
    const hrefOf = hrefOfRow ? intoBudget(page, locale, budgetFlow.direction) : () => null;
    const parts = budgetParts(locale, budgetFlow, { money, precisions, hrefOf });
    const sides = budgetFlow.plannedBalance !== null ? planSides(locale, figure) : null;
    const description = [explainBudget(locale, parts, budgetFlow, money, sides), ...explainSides(locale, sides)].join(
      " ",
    );
    const label = sides ? labelSides(locale, frame.label, sides) : frame.label;
    return drawBudget(parts, { ...frame, label, description, width, sides });
  }
  if (!grid?.down || !hasAmounts(grid)) return null;
  const hrefOfColumn = style.hrefOfCell ? intoGridColumn(page, locale, grid) : () => null;
  const flow = flowOf(locale, grid, { ...style, hrefOfColumn, planned });
  const sides = planned ? planSides(locale, figure) : null;
  if (flow.bands.length === 0) return null;
  const heads = [nameColumn(locale, grid.down), nameColumn(locale, grid.across)] as const;
  const description = [explainFlow(locale, flow, heads), ...explainSides(locale, sides)].join(" ");
  const label = sides ? labelSides(locale, frame.label, sides) : frame.label;
  return drawFlow(flow, heads, { ...frame, label, description, width, sides });
};

const drawLevels: Draw = (locale, page, style, frame, isNarrow) => {
  const { nest, figure } = page;
  if (!nest || !hasAmounts(nest)) return null;
  const hrefOf = style.hrefOfRow ? intoPart(page, locale, nest) : () => null;
  const parts = nestedParts(locale, nest, {
    money: style.money,
    precisions: style.precisions,
    places: figure.places,
    hrefOf,
  });
  if (parts.length === 0) return null;
  const described = { ...frame, description: explainNest(nest, parts, locale, numberIn(nest.root)) };
  const size = isNarrow ? NARROW : WIDE;
  const most = isNarrow ? MAX_LEVELS.narrow : MAX_LEVELS.wide;
  return style.kind === "treemap"
    ? drawNestedTreemap(parts, size, described)
    : drawIcicle(parts, Math.min(most, nest.columns.length), size, described);
};
