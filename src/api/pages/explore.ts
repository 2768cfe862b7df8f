import type { Actor } from "../../access/actor.js";
import type { Cancellation } from "../../engine/cancellation.js";
import { InvalidQuery, NotFound } from "../../errors/errors.js";
import type { Dimension, Model } from "../../model/cube.js";
import { findReference } from "../../model/references.js";
import { printClauses } from "../../query/clauses.js";
import { type Parameters, parameters as noParameters } from "../../query/parameters.js";
import type { Resource } from "../answer.js";
import type { Context } from "../context.js";
import { datasetAnswer } from "../lookup/dataset-answer.js";
import { readPrecisions, type Precisions } from "./date-precision.js";
import { describeDataset } from "../describe/describe-dataset.js";
import { describeDimension } from "../describe/describe-dimension.js";
import { type ExploreState, isStateGiven, readState, readTypedCuts } from "./explore-state.js";
import { type Figure, readFigure } from "./figure.js";
import { type ListedChoice, listChoices } from "./listed-choices.js";
import { chooseSplit, findPath, type LabelledPath, labelPath } from "./levels.js";
import { type MemberChoice, readChoices } from "./member-choice.js";
import { labelCut } from "./label-cut.js";
import { findDataset } from "../lookup/find-dataset.js";
import { datasetUrl } from "../describe/links.js";
import type { ExploreForm } from "./forms.js";
import { countDimensions, isAdditive, rankDimensions } from "../describe/rank-dimensions.js";
import { InvalidForm } from "./invalid-form.js";
import type { PageScope } from "./page-scope.js";
import { readYearParts } from "./partial-years.js";
import { chooseView, findViews, viewCuts, viewDrilldown } from "./views.js";
import { chooseYear, readYears, YEAR, yearCuts } from "./years.js";

/** Maximum number of rows in the table, and of lines that can be distinguished. */
const ROWS = 60;
const LINES = 8;

/** A dataset split as the state says. */
export interface Exploration extends ExploreForm {
  readonly precisions: Precisions;
  /** Years that have entries. */
  readonly years: readonly string[];
  readonly state: ExploreState;
  /** A label for each of the state's cuts. */
  readonly cutLabels: readonly string[];
  readonly figure: Figure;
  /** The figure over the years, for a line chart; else `null`. */
  readonly lines: Figure | null;
  /** Reference to split by after a click on a cell; `null` if none is left. */
  readonly next: string | null;
  /** The way down a hierarchy to the level that it is split by. */
  readonly path: LabelledPath;
  /** The dimensions that are not additive of which the figure adds up members. */
  readonly choices: readonly ListedChoice[];
}

export interface ExplorePage extends Exploration {
  readonly kind: "explore";
}

/** The exploration in a frame on another page. */
export interface EmbedPage extends Exploration {
  readonly kind: "embed";
}

/** `GET /{dataset}/explore` and `/{dataset}/embed`: a dataset split by chosen dimensions; the URL holds the choice. */
export function showExplorer(
  context: Context,
  actor: Actor,
  name: string,
  parameters: Parameters,
  origin: string,
  kind: "explore" | "embed",
  signal?: Cancellation,
): Resource<ExplorePage | EmbedPage> {
  const dataset = findDataset(context, actor, name, NotFound);
  const form: ExploreForm = {
    origin,
    url: `${datasetUrl(origin, dataset.model.dataset.name)}/${kind}`,
    query: "",
    alternates: [],
    dataset: describeDataset(dataset, origin),
    dimensions: dataset.model.dimensions.map((each) => describeDimension(dataset.model, each, origin)),
    measures: dataset.model.measures.map((each) => ({ name: each.name, label: each.label })),
    typed: readTypedCuts(dataset.model, parameters),
  };
  // Report errors before anything is computed. The preset of an empty URL is only known later.
  const { state: checked, errors } = readState(context, dataset.model, parameters, { drilldown: [], cuts: [] });
  if (errors.length > 0 && kind === "explore") {
    throw new InvalidForm(errors, parameters, (invalid) => ({ kind: "invalid explorer", ...form, invalid }));
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  const isGiven = isStateGiven(parameters);
  const answer = datasetAnswer(context, dataset, JSON.stringify([kind, isGiven, checked]));
  return {
    ...answer,
    ...(kind === "embed" ? { framed: true } : {}),
    forms: {},
    page: () => makePage({ context, actor, dataset, origin, signal, effort: answer.effort }, parameters, kind, form),
  };
}

async function makePage(
  scope: PageScope,
  parameters: Parameters,
  kind: "explore" | "embed",
  form: ExploreForm,
): Promise<ExplorePage | EmbedPage> {
  const { context, dataset } = scope;
  const { model } = dataset;
  const years = await readYears(scope);
  const counted = await countDimensions(context, dataset);
  const ranked = rankDimensions(counted, dataset);
  const view = chooseView(findViews(model, null), parameters);
  const choices = readChoices(model, noParameters([]));
  const presetYears = choices.length === 0 ? years : await readYears({ ...scope, choices });
  const year = chooseYear(scope, presetYears, parameters, await readYearParts(scope), view);
  const { state } = readState(context, model, parameters, {
    drilldown: view ? viewDrilldown(view, year) : [chooseSplit(model, ranked.filter(isAdditive), []) ?? []].flat(),
    cuts: [...(view ? viewCuts(view) : []), ...yearCuts(year)],
  });
  const { drilldown, cuts, measure, order } = state;
  const figure = await readFigure(scope, {
    drilldown,
    cuts,
    measures: [measure],
    order,
    limit: ROWS,
  });
  const path = findPath(model, drilldown[0] ?? "", cuts);
  return {
    ...form,
    kind,
    typed: { ...state, order: printClauses(order), field: "", value: "" },
    precisions: await readPrecisions(scope, model.dimensions),
    years: years.rows.flatMap(({ keys }) => keys[0]!.value ?? []),
    state,
    cutLabels: await Promise.all(cuts.map((cut) => labelCut(scope, cut))),
    ...shareNotes(figure, state.chart === "line" ? await readLines(scope, state, figure) : null),
    next: chooseNext(model, ranked.filter(isAdditive), state),
    path: await labelPath(scope, path),
    choices: await listChoices(scope, choicesOf(figure)),
  };
}

/** Choose what to split by after a click on a cell: the level below, else the best dimension that is not used. */
function chooseNext(model: Model, ranked: readonly Dimension[], { drilldown, cuts }: ExploreState): string | null {
  const fields = [...drilldown, ...cuts.map(({ field }) => field)];
  const below = drilldown.map((each) => findPath(model, each, cuts).below);
  const next = below.find((each) => each !== null && !fields.includes(each));
  const used = fields.flatMap((field) => findReference(model, field)?.dimension ?? []);
  return next ?? chooseSplit(model, ranked, used) ?? null;
}

/** Give two figures the same notes, so that a note has one number in both. */
function shareNotes(figure: Figure, lines: Figure | null): Pick<Exploration, "figure" | "lines"> {
  const own = new Set(figure.notes.map(({ id }) => id));
  const more = lines?.notes.filter(({ id }) => !own.has(id)) ?? [];
  const notes = [...figure.notes, ...more].toSorted((a, b) => a.id - b.id);
  return { figure: { ...figure, notes }, lines: lines && { ...lines, notes } };
}

/** Return the choices of members that a figure adds up. */
function choicesOf({ added }: Figure): readonly MemberChoice[] {
  return added.flatMap(({ dimension, isInCells }) => (isInCells ? [{ dimension, preset: null, chosen: null }] : []));
}

/** Read the largest cells over the years. */
async function readLines(
  scope: PageScope,
  { drilldown, cuts, measure }: ExploreState,
  { rows }: Figure,
): Promise<Figure> {
  const first = drilldown.find((each) => !isYear(scope.dataset.model, each));
  const order = [{ field: YEAR, value: "asc" }];
  if (first === undefined) {
    return readFigure(scope, { drilldown: [YEAR], cuts, measures: [measure], order, limit: 1000 });
  }
  const at = drilldown.indexOf(first);
  const named = [...new Set(rows.flatMap(({ keys }) => keys[at]?.value ?? []))].slice(0, LINES);
  // Replace cuts on the drilldown by cuts to the lines that are drawn.
  const others = cuts.filter(({ field }) => field !== first);
  const drawn = named.map((value) => ({ field: first, value }));
  return readFigure(scope, {
    drilldown: [first, YEAR],
    cuts: [...others, ...drawn],
    measures: [measure],
    order,
    limit: 1000,
  });
}

function isYear(model: Model, reference: string): boolean {
  const found = findReference(model, reference);
  return found?.dimension.name === "time";
}
