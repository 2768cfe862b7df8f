import type { Dimension } from "../../../core/model/cube.js";
import { isAdditive } from "../../reading/describe/rank-dimensions.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { type FigureQuestion, readFigure } from "./figure.js";
import type { PageTable } from "./page-table.js";
import { chooseNext, isWithin } from "./levels.js";
import { areAreasEveryYear } from "./areas.js";
import { readPlaces } from "./places.js";
import type { PageScope } from "./page-scope.js";
import { readRowLines } from "./row-lines.js";
import { readCrossing, type Crossing } from "./crossing.js";
import { type YearChoice, yearCuts } from "./years.js";

/** A figure of a page whose rows can be opened. */
export interface SplitFigure extends PageTable {
  /** Reference to split a row by; `null` if none is left. */
  readonly next: string | null;
  /** True if a row has all entries of its member in the year of the page, so that the member's page shows its amount. */
  readonly isWhole: boolean;
  /** Its rows in each year, on a page of all years, or for each member that must not be added up; `null` on others. */
  readonly crossing: Crossing | null;
  /** True if its parts can be shown as areas in every year of the page. */
  readonly isOfAreas: boolean;
}

/** A figure, and the entries of the year that it is of. */
export interface SplitQuestion extends Pick<FigureQuestion, "drilldown" | "limit"> {
  /** Cuts besides the year and the choices of the page. */
  readonly cuts: readonly CutClause[];
  readonly year: YearChoice;
}

/**
 * Read a figure whose rows can be opened.
 * @param ranked dimensions to split rows by, the best first
 */
export async function readSplitFigure(
  scope: PageScope,
  { drilldown, cuts, limit, year }: SplitQuestion,
  ranked: readonly Dimension[],
): Promise<SplitFigure> {
  const { model } = scope.dataset;
  const figure = await readFigure(scope, { drilldown, cuts: [...cuts, ...yearCuts(year)], limit });
  const places = await readPlaces(scope, drilldown[0]);
  const crossing = await readCrossing(scope, figure, year, limit);
  return {
    ...figure,
    parts: year.parts,
    places,
    crossing: crossing && { ...crossing, grid: { ...crossing.grid, places } },
    next: chooseNext(model, ranked.filter(isAdditive), figure.request),
    isOfAreas: await areAreasEveryYear(scope, figure, cuts, limit),
    isWhole: drilldown.length === 1 && isWithin(model, drilldown[0]!, cuts),
  };
}

/** Add the rows of a split in each year to it, if it is of one year. */
export async function withLines(
  scope: PageScope,
  split: SplitFigure | null,
  { chosen, parts }: Pick<YearChoice, "chosen" | "parts">,
): Promise<SplitFigure | null> {
  if (!split || split.crossing || chosen === null) return split;
  return { ...split, lines: await readRowLines(scope, split, { year: chosen, parts }) };
}
