import { chooseUncut, type LabelledPath, labelPath, openLevels } from "./levels.js";
import { type Parameters, parameters as noParameters } from "../../../core/query/parameters.js";
import { countDimensions, isAdditive, rankDimensions } from "../../reading/describe/rank-dimensions.js";
import type { PageTable } from "./page-table.js";
import { type Flows, readFlows } from "./flows.js";
import { type ListedChoice, listChoices } from "./listed-choices.js";
import { readChoices } from "./member-choice.js";
import { addViewCuts, type ListedCut, listCuts, readPageCuts, warnOfPageCuts } from "./page-cuts.js";
import { tellDirections } from "./directed.js";
import type { PageScope } from "./page-scope.js";
import { readSplitFigure, type SplitFigure } from "./split-figure.js";
import { chooseView, findViews, labelViews, viewDrilldown, type ViewLabel } from "./views.js";
import { chooseYear, readYears, yearCuts, type YearChoice } from "./years.js";

/** Maximum number of members in the chart of a page. */
export const CHARTED = 40;

/** The figures of a dataset as a whole. */
export interface DatasetOverview {
  /** Totals of every measure by year. */
  readonly years: PageTable;
  /** The same by direction; `null` if the dataset has no directions. */
  readonly flows: Flows | null;
  readonly year: YearChoice;
  /** The members that figures are cut to, of dimensions that are not additive. */
  readonly choices: readonly ListedChoice[];
  /** Cuts that all figures meet besides. */
  readonly cuts: readonly ListedCut[];
  /** Sentences about filters without effect, and values that no entry has. */
  readonly warnings: readonly string[];
  readonly views: readonly ViewLabel[];
  /** The total, split as the view says; `null` if no dimension is worth splitting by. */
  readonly split: SplitFigure | null;
  /** The way down the hierarchy of the split. */
  readonly path: LabelledPath;
}

/** Read the figures of a dataset: totals by year, and one year split as a view says. */
export async function readDatasetOverview(
  plainScope: PageScope,
  parameters: Parameters = noParameters([]),
): Promise<DatasetOverview> {
  const given = await tellDirections(plainScope);
  const { context, dataset } = given;
  const { model } = dataset;
  const choices = readChoices(model, parameters);
  const scope = { ...given, choices };
  const measures = model.measures.map(({ name }) => name);
  const read = readPageCuts(scope, parameters, choices);
  const requested = read.cuts;
  const views = findViews(model, null);
  const view = chooseView(views, parameters);
  const cuts = addViewCuts(model, requested, view);
  const years = await readYears(scope, cuts, measures);
  const flows = await readFlows(scope, cuts, measures);
  const year = chooseYear(scope, flows?.figure ?? years, parameters, years, view);
  const ranked = rankDimensions(await countDimensions(context, dataset), dataset);
  const first = chooseUncut(model, ranked.filter(isAdditive), requested);
  const shown = view ? viewDrilldown(view, year) : first === undefined ? undefined : [first];
  const path = openLevels(model, shown?.[0] ?? "", requested);
  const drilldown = shown?.map((each, at) => (at === 0 ? path.drilldown : each));
  return {
    years,
    flows,
    year,
    choices: await listChoices(scope, choices),
    cuts: await listCuts(scope, cuts, requested),
    warnings: await warnOfPageCuts(scope, read, years.numEntries),
    views: labelViews(views, view),
    split:
      drilldown === undefined ? null : await readSplitFigure(scope, { drilldown, cuts, limit: CHARTED, year }, ranked),
    path: await labelPath(scope, path, [...cuts, ...yearCuts(year)]),
  };
}
