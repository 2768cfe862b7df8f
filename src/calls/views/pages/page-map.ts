import { findReference } from "../../../core/model/references.js";
import type { ShapeLayer } from "../../../core/model/shape-layer.js";
import { parameters as noParameters } from "../../../core/query/parameters.js";
import type { Context } from "../../context.js";
import { matchDimensions } from "../../reading/adjust/read-series.js";
import type { ExploreState } from "./explore-state.js";
import { findFitting } from "../../reading/adjust/fitting-series.js";
import type { AmountUnit } from "./amount-unit.js";
import { bindScope, describeAdjusting } from "./page-adjusting.js";
import type { SplitFigure } from "./split-figure.js";
import type { Answer } from "../../answer.js";
import { readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";
import type { PageTable } from "./page-table.js";
import { readTermFigure } from "./term-figure.js";

/** A figure of places on a map. */
export interface PageMap {
  readonly layer: ShapeLayer;
  /** All its places, of which the table of the page may have only the first ones. */
  readonly figure: PageTable;
  /** The same amounts for each person; `null` if no population fits, or if the page's own figure is to be drawn. */
  readonly perHead: MapFigure | null;
}

export interface MapFigure {
  readonly figure: PageTable;
  readonly unit: AmountUnit;
  /** The series of people, with its version and its address. */
  readonly series: { readonly name: string; readonly label: string; readonly url: string } | null;
}

/** Maximum number of places that are read for a map: as many as a layer may have. */
const MAX_PLACES = 2000;
/** Share of the members that shapes need to have if no taxonomy says that they fit. */
const MOST = 0.5;

/** Name the layer that has the members of a figure as shapes; `null` if none fits, or if it has no members of places. */
export function findLayer(
  { shapes }: Pick<Context, "shapes">,
  { dataset }: Pick<PageScope, "dataset">,
  { request: { drilldown }, rows }: Pick<PageTable, "request" | "rows">,
): ShapeLayer | null {
  const found = drilldown.length === 1 ? findReference(dataset.model, drilldown[0]!) : undefined;
  if (!shapes || !found || (found.attribute !== null && found.attribute !== found.dimension.identity)) return null;
  const { taxonomy, meaning } = found.dimension;
  const layers = shapes.list();
  const named = layers.find((each) => each.taxonomy !== null && each.taxonomy === taxonomy);
  if (named) return shapes.get(named.name);
  if (meaning?.role !== "geography") return null;
  const members = rows.flatMap(({ keys, contained = 0 }) => (contained > 0 ? [] : (keys[0]!.value ?? [])));
  const counted = layers
    .filter((each) => each.taxonomy === null)
    .map(({ name }) => {
      const layer = shapes.get(name);
      const ids = new Set(layer.shapes.map(({ id }) => id));
      return { layer, known: members.filter((each) => ids.has(each)).length };
    })
    .toSorted((a, b) => b.known - a.known);
  const [best] = counted;
  return best && members.length > 0 && best.known >= members.length * MOST ? best.layer : null;
}

/** Read the map of the split of a page; `null` if it is not by places of which there are shapes, or if it is of all years. */
export async function readSplitMap(scope: PageScope, split: SplitFigure | null): Promise<PageMap | null> {
  const layer = split && !split.crossing ? findLayer(scope.context, scope, split) : null;
  if (!split || !layer) return null;
  const { drilldown, cuts } = split.request;
  const figure = split.rest.cells === 0 ? split : await readFigure(scope, { drilldown, cuts, limit: MAX_PLACES });
  const adjust = scope.adjust?.adjustment.requested ?? null;
  const measures = [split.measures[0]!.name];
  const asPaid = { ...scope, adjust: null };
  const state = { drilldown, cuts, measures, order: [], against: null, having: [], top: null, adjust };
  return { layer, figure, perHead: await readPerHead(asPaid, state) };
}

/** Read the map of a state. @param read reads its figure, with a maximum number of rows */
export async function readStateMap(
  scope: PageScope,
  state: ExploreState,
  { layer, figure, read }: Pick<PageMap, "layer" | "figure"> & { readonly read: (limit: number) => Promise<PageTable> },
): Promise<PageMap> {
  const all = figure.rest.cells === 0 ? figure : await read(MAX_PLACES);
  return { layer, figure: all, perHead: await readPerHead(scope, state) };
}

/** Add the shapes of maps to what an answer depends on. */
export function dependOnShapes<Part extends Pick<Answer, "canonical" | "holds">>(
  { shapes }: Pick<Context, "shapes">,
  { holds, ...answer }: Part,
): Omit<Part, "holds"> & Pick<Answer, "holds"> {
  const version = shapes?.version() ?? "";
  return {
    ...answer,
    ...(version !== "" && { canonical: `${answer.canonical} ${version}` }),
    ...(holds && { holds: () => holds() && (shapes?.version() ?? "") === version }),
  };
}

/** Read the amounts of places for each person; `null` if no series of people fits, or if a state wants others. */
async function readPerHead(
  scope: PageScope,
  state: Pick<ExploreState, "drilldown" | "cuts" | "measures" | "order" | "against" | "having" | "top" | "adjust">,
): Promise<MapFigure | null> {
  const { context, actor, dataset } = scope;
  const own = findReference(dataset.model, state.drilldown[0]!)!.dimension;
  const isOwn = state.adjust?.per != null || state.against !== null || state.measures[0]!.includes(".");
  if (isOwn) return null;
  for (const series of findFitting(context, actor, dataset).per) {
    const { name, series: meaning } = series.model.dataset;
    const isShared = matchDimensions(dataset.model, series.model, "per").shared.some((each) => each.own === own);
    if (meaning?.kind !== "stock" || !isShared) continue;
    const { prices = null, in: to = null } = state.adjust ?? {};
    const requested = { prices, in: to, per: { series: name, measure: null } };
    const errors: string[] = [];
    const bound = bindScope(scope, dataset, noParameters([]), requested, errors);
    if (!bound) continue;
    const adjusted = { ...scope, adjust: bound.adjust };
    const [measure] = state.measures;
    const question = { ...state, measures: [measure!], other: dataset, otherLabel: null, limit: MAX_PLACES };
    const figure = await readTermFigure(adjusted, question);
    const { unit, used } = await describeAdjusting(scope, bound, { years: [], headed: null, preset: null });
    const shown = used.find(({ kind }) => kind === "per");
    return { figure, unit, series: shown ? { name: shown.name, label: shown.label, url: shown.url } : null };
  }
  return null;
}
