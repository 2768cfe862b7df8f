import { FRAME_THEMES } from "./page-parameters.js";
import { findReference } from "../../../core/model/references.js";
import type { Dimension, FiscalYear, Model } from "../../../core/model/cube.js";
import { printClauses } from "../../../core/query/clauses.js";
import { type Parameters, parameters as noParameters } from "../../../core/query/parameters.js";
import type { SaidPhrase } from "./phrase.js";
import { readPrecisions, type Precisions } from "./date-precision.js";
import { type Comparison, type CutSiblings, labelOther, listComparisons, readSiblings } from "./comparisons.js";
import { type ExploreState, stateErrors, yearOfCuts } from "./explore-state.js";
import type { PageYears } from "./adjustment-offers.js";
import type { PageTable } from "./page-table.js";
import type { Grid } from "./grid.js";
import { type ListedChoice, listChoices } from "./listed-choices.js";
import { chooseNext, chooseSplit, findPath, type LabelledPath, labelPath } from "./levels.js";
import { type MemberChoice, readChoices } from "./member-choice.js";
import { labelCut } from "./label-cut.js";
import {
  plainTerm,
  readNest,
  readShownGrid,
  readStateFigure,
  readStateLines,
  readSubtotals,
  shareNotes,
} from "./explore-figures.js";
import { readSummedYears, type SummedYears } from "./summed-years.js";
import type { Dataset } from "../../../store/dataset.js";
import type { ExploreForm } from "./forms.js";
import { countDimensions, isAdditive, rankDimensions } from "../../reading/describe/rank-dimensions.js";
import { tellDirections } from "./directed.js";
import { type DrawnFigures, readDrawnFigures } from "./drawn-figures.js";
import { bindScope, describeAdjusting, type PageAdjusting } from "./page-adjusting.js";
import { findLayer, type PageMap, readStateMap } from "./page-map.js";
import { readPlaces } from "./places.js";
import type { PageScope } from "./page-scope.js";
import { warnOfState } from "./state-warnings.js";
import type { YearParts } from "./months.js";
import { readYearParts } from "./partial-years.js";
import type { Tree } from "./tree.js";
import { chooseView, findViews, viewCuts, viewDrilldown } from "./views.js";
import { chooseYear, readYears, yearCuts } from "./years.js";

/** A dataset split as the state says. */
export interface Exploration extends ExploreForm, DrawnFigures {
  readonly precisions: Precisions;
  /** Years that have entries. */
  readonly years: readonly string[];
  /** The years of which only some months are there. */
  readonly parts: YearParts;
  /** The fiscal year that years stand for; `null` for years of the calendar. */
  readonly fiscal: FiscalYear | null;
  readonly state: ExploreState;
  /** Sentences about cuts that no entry meets, and others that mean something else than they seem to. */
  readonly warnings: readonly string[];
  /** A label for each of the state's cuts. */
  readonly cutLabels: readonly SaidPhrase[];
  readonly figure: PageTable;
  /** The years, members and datasets that it can be compared with. */
  readonly comparisons: readonly Comparison[];
  /** For each cut, the largest members that it could select instead. */
  readonly siblings: readonly CutSiblings[];
  /** Name of the other side of its comparison; `null` without one. */
  readonly otherLabel: SaidPhrase | null;
  /** The figure as rows and columns, for a line chart or a crosstab; else `null`. */
  readonly grid: Grid | null;
  /** Totals by year, if the figure sums up several years; else `null`. */
  readonly summed: SummedYears | null;
  /** The figure with subtotals of all levels; `null` if they are not requested. */
  readonly tree: Tree | null;
  /** The subtotals that a chart of several levels draws; `null` for other charts. */
  readonly nest: Tree | null;
  /** True if its members are places that there are shapes of. */
  readonly hasLayer: boolean;
  /** Places of its map; `null` for other charts. */
  readonly map: PageMap | null;
  /** Reference to split by after a click on a cell; `null` if none is left. */
  readonly next: string | null;
  /** The way down a hierarchy to the level that it is split by. */
  readonly path: LabelledPath;
  readonly adjusting: PageAdjusting;
  /** The dimensions that are not additive of which the figure adds up members. */
  readonly choices: readonly ListedChoice[];
}

export interface ExplorePage extends Exploration {
  readonly kind: "explore";
}

/** The exploration in a frame on another page. */
export interface EmbedPage extends Exploration {
  readonly kind: "embed";
  /** Its colours; absent: as the reader's system prefers. */
  readonly theme?: FrameTheme;
}

export type FrameTheme = (typeof FRAME_THEMES)[number];

/** Reads the state of an address. @throws InvalidQuery with every error */
export type ReadState = (preset: Pick<ExploreState, "drilldown" | "cuts">) => ExploreState;

/** The address and the other datasets of a page, as far as they decide what it shows. */
interface Surroundings {
  readonly read: ReadState;
  /** The dataset that the state is compared with. */
  readonly compared: Dataset;
  /** Datasets to choose from. */
  readonly others: readonly Dataset[];
}

/**
 * Read what a state of the explorer shows.
 * @param plainScope not adjusted yet
 */
export async function readExploration(
  plainScope: PageScope,
  parameters: Parameters,
  kind: "explore" | "embed",
  form: ExploreForm,
  { read, compared, others }: Surroundings,
): Promise<ExplorePage | EmbedPage> {
  const scope = await tellDirections(plainScope);
  const { context, dataset } = scope;
  const { model } = dataset;
  const years = await readYears(scope);
  const counted = await countDimensions(context, dataset);
  const ranked = rankDimensions(counted, dataset);
  const state = read(await readPreset(scope, parameters, { years, ranked }));
  const { drilldown, cuts, order, against } = state;
  const otherLabel = against && (await labelOther(scope, against, compared));
  const named = years.rows.flatMap(({ keys }) => keys[0]!.value ?? []);
  const isTimed = (field: string): boolean => isOfTime(model, field);
  const parts = await readYearParts(
    scope,
    cuts.filter(({ field }) => !isTimed(field)),
  );
  const places = await readPlaces(
    scope,
    drilldown.find((each) => !isTimed(each)),
  );
  const bound = state.adjust && bindScope(scope, compared, parameters, state.adjust, []);
  const adjusted = { ...scope, adjust: bound?.adjust ?? null };
  const readRows = (limit?: number): Promise<PageTable> =>
    readStateFigure(adjusted, state, compared, otherLabel, limit);
  const figure = await readRows();
  const siblings = await readSiblings(scope, cuts);
  const { preset } = chooseYear(scope, years, noParameters([]), years);
  const adjusting = await describeAdjusting(scope, bound, { ...yearsOf(state), years: named, preset });
  const path = findPath(model, drilldown[0] ?? "", cuts);
  const shown = await readSplit(adjusted, state, {
    figure,
    path,
    years: named,
    parts,
    places,
    isPage: kind === "explore",
  });
  const layer = findLayer(context, scope, figure);
  const map =
    layer && state.chart === "map" ? await readStateMap(scope, state, { layer, figure, read: readRows }) : null;
  return {
    ...form,
    kind,
    typed: { ...state, order: printClauses(order), field: "", value: "", above: "" },
    precisions: await readPrecisions(scope, model.dimensions),
    years: named,
    parts,
    fiscal: years.fiscal,
    siblings,
    comparisons: await listComparisons(scope, state, named, others, siblings),
    otherLabel,
    state,
    warnings: await warnOfState(scope, state, figure.numEntries),
    cutLabels: await Promise.all(cuts.map((cut) => labelCut(scope, cut))),
    ...shown,
    hasLayer: layer !== null,
    map,
    adjusting: withoutRefused(scope, state, adjusting),
    next: chooseNext(model, ranked.filter(isAdditive), state),
    path: await labelPath(scope, path, cuts),
    choices: await listChoices(scope, choicesOf(figure)),
  };
}

/** Return the year of a state, and what it is cut to and split by. */
function yearsOf({ drilldown, cuts }: ExploreState): Pick<PageYears, "headed" | "references"> {
  return { headed: yearOfCuts(cuts), references: [...drilldown, ...cuts.map(({ field }) => field)] };
}

/** Facts that the figure of a state is drawn and listed with. */
interface SplitFacts {
  readonly figure: PageTable;
  readonly path: ReturnType<typeof findPath>;
  /** Years that have entries. */
  readonly years: readonly string[];
  readonly parts: YearParts;
  readonly places: Awaited<ReturnType<typeof readPlaces>>;
  /** False in a frame, whose rows have no small lines. */
  readonly isPage: boolean;
}

/** Read what goes with the figure of a state: rows and columns, subtotals, small lines, and the years that it adds up. */
async function readSplit(
  scope: PageScope,
  state: ExploreState,
  { figure, path, years, parts, places, isPage }: SplitFacts,
): Promise<Pick<Exploration, "figure" | "grid" | "summed" | "tree" | "nest"> & DrawnFigures> {
  const grid = await readShownGrid(scope, state, years);
  const nest = await readNest(scope, state, path);
  const tree = await readSubtotals(scope, state, nest);
  const lines = isPage && !grid && !tree ? await readStateLines(scope, state, figure, parts) : null;
  const summed = await readSummedYears(scope, state, { figure, grid, parts });
  const shared = { parts, places, addsYears: summed !== null && grid?.hasRowTotals !== false };
  return {
    ...shareNotes(
      { ...figure, ...shared, lines, query: queryOfShown(state, figure, grid) },
      grid && { ...grid, ...shared },
    ),
    summed,
    tree: tree && { ...tree, addsYears: shared.addsYears },
    nest,
    ...(await readDrawnFigures(scope, state, { figure, grid })),
  };
}

/** Maximum number of cells in an answer of the aggregate call that asks for no page size. */
const MAX_PAGE = 10_000;

/** Return the query of the cells that a state shows: those of each year, where these stand beside each other unasked. */
function queryOfShown({ drilldown, measures, against }: ExploreState, { query }: PageTable, grid: Grid | null): string {
  const [only, ...more] = drilldown;
  if (!grid?.isTimed || grid.down === null || only === undefined || more.length > 0) return query;
  const shown = new URLSearchParams(query);
  shown.set("drilldown", `${only}|${grid.across.reference}`);
  shown.delete("order");
  // Lines over time are those of one side: a side that names a period has no others to stand beside.
  if (against !== null) {
    shown.delete("against");
    shown.set("measure", plainTerm(measures[0]!));
  }
  if (grid.numRows * grid.columns.length > MAX_PAGE) shown.set("pagesize", "1000000000");
  return shown.toString();
}

function isOfTime(model: Model, field: string): boolean {
  return findReference(model, field)?.dimension.name === "time";
}

/** Read the drilldown and the cuts of an address without any: those of its view, else the best dimension, in the year of its page. */
async function readPreset(
  scope: PageScope,
  parameters: Parameters,
  { years, ranked }: { readonly years: Awaited<ReturnType<typeof readYears>>; readonly ranked: readonly Dimension[] },
): Promise<Pick<ExploreState, "drilldown" | "cuts">> {
  const { model } = scope.dataset;
  const view = chooseView(findViews(model, null), parameters);
  const choices = readChoices(model, noParameters([]));
  const presetYears = choices.length === 0 ? years : await readYears({ ...scope, choices });
  const year = chooseYear(scope, presetYears, parameters, presetYears, view);
  return {
    drilldown: view ? viewDrilldown(view, year) : [chooseSplit(model, ranked.filter(isAdditive), []) ?? []].flat(),
    cuts: [...(view ? viewCuts(view) : []), ...yearCuts(year)],
  };
}

/** Return what a state is adjusted by; without offers, and with the reason, if what it shows cannot be adjusted. */
function withoutRefused({ context, dataset }: PageScope, state: ExploreState, adjusting: PageAdjusting): PageAdjusting {
  if (adjusting.offers.length === 0 || state.adjust) return adjusting;
  const adjust = { prices: { base: "2000", series: null }, in: null, per: null };
  const against = state.against?.dataset == null ? state.against : null;
  const refused = stateErrors(context, dataset.model, { ...state, against, adjust }, dataset.model);
  return refused.length === 0 ? adjusting : { ...adjusting, offers: [], refused };
}

/** Return the choices of members that a figure adds up. */
function choicesOf({ added }: PageTable): readonly MemberChoice[] {
  return added.flatMap(({ dimension, isInCells }) => (isInCells ? [{ dimension, preset: null, chosen: null }] : []));
}
