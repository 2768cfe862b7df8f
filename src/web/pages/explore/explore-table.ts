import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { ExploredKind } from "../tables/chart-kind.js";
import { citeCells } from "../tables/cite-cells.js";
import { colorBars } from "../tables/figure-colors.js";
import { figureTable } from "../tables/figure-table.js";
import { gridTable } from "../tables/grid-table.js";
import { treeTable } from "../tables/tree-table.js";
import { seenFigure, seenGrid, type SeenStyle, type SeenTable } from "../tables/seen-table.js";
import { seenTree } from "../tables/seen-tree.js";
import type { Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { intoCell, intoGridRow, intoRow, linkToMembers } from "./explore-links.js";

/** Maximum number of periods that a table has room for beside each other. */
const MAX_COLUMNS = 40;

/** Style of the table of a state. */
export interface ExploreTableStyle {
  readonly title: string;
  /** The chart above it; `null` without one. */
  readonly kind: ExploredKind | null;
  readonly hasFootnotes: boolean;
}

/** Write the table of a state: of two parts, one of which is a time, as rows and columns. */
export function exploreTable(
  page: Exploration,
  locale: PageLocale,
  { title, kind, hasFootnotes }: ExploreTableStyle,
): Html {
  const { figure, grid } = page;
  const style = { caption: title, ...styleOf(page, locale) };
  const members = linkToMembers(page, locale);
  const cited = citeCells(locale, { ...page, choices: [] });
  const all = cited && {
    ...cited,
    pairs: [["all", page.state.all.join("|")] as const, ...cited.pairs],
    cuts: page.state.cuts,
  };
  if (page.tree) return treeTable(locale, page.tree, { ...style, cited: all, hrefOf: intoRow(page, locale) });
  if (grid?.down && isGridShown(page)) {
    return gridTable(locale, grid, {
      ...style,
      members,
      cited: all,
      hasFootnotes,
      hrefOfRow: intoGridRow(page, locale, grid.down),
      hrefOf: intoCell(page, locale, grid),
    });
  }
  return figureTable(locale, figure, {
    ...style,
    // Bars of one colour need no key.
    isKey:
      kind !== null && kind !== "dots" && kind !== "map" && (kind !== "bars" || new Set(colorBars(figure)).size > 1),
    isOfBars: kind === "bars",
    hrefOf: intoRow(page, locale),
    members,
    cited: all,
    hasFootnotes,
  });
}

/** True if a state is shown as rows and columns. */
function isGridShown({ grid, state }: Exploration): boolean {
  return grid?.down != null && grid.columns.length <= MAX_COLUMNS && state.measures.length === 1;
}

function styleOf({ dataset, figure, adjusting, precisions }: Exploration, { numbers }: PageLocale): SeenStyle {
  return { money: numbers.money(dataset.currency, adjusting.unit).of(figure.measures[0]), precisions };
}

/** Plan the table that a state shows; `null` if its amounts have no meaning. */
export function seenState(page: Exploration, locale: PageLocale): SeenTable | null {
  const { figure, grid, tree } = page;
  const style = styleOf(page, locale);
  if (tree) return seenTree(locale, tree, style);
  return grid && isGridShown(page) ? seenGrid(locale, grid, style) : seenFigure(locale, figure, style);
}
