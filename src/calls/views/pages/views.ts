import type { Dimension, Model, View } from "../../../core/model/cube.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import type { MemberDescription } from "../../reading/describe/describe-member.js";
import { YEAR, type YearChoice } from "./years.js";

/** The label of a view: one way to split a total. */
export interface ViewLabel {
  readonly name: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** The subject of a view: a member, or `null` for the dataset as a whole. */
export type Viewed = { readonly dimension: Dimension; readonly member: MemberDescription } | null;

/** Find the views that apply, in the order of the model. */
export function findViews(model: Model, viewed: Viewed): readonly View[] {
  const dimension = viewed ? viewed.dimension.name : "dataset";
  return model.views.filter((view) => view.dimension === dimension && passes(view, model, viewed));
}

/** Choose the view that the parameter `_view` names, else the view `default`, else the first. */
export function chooseView(views: readonly View[], parameters: Parameters): View | undefined {
  const wanted = parameters.get("_view");
  return views.find(({ name }) => name === wanted) ?? views.find(({ name }) => name === "default") ?? views[0];
}

export function labelViews(views: readonly View[], current: View | undefined): readonly ViewLabel[] {
  return views.map((view) => ({ name: view.name, label: view.label, isCurrent: view === current }));
}

/**
 * Return the drilldown of the figure that shows a view: a view without one shows its total, by year if a page has
 * several and none is chosen.
 */
export function viewDrilldown(
  { drilldown }: Pick<View, "drilldown">,
  { years, chosen }: YearChoice,
): readonly string[] {
  if (drilldown !== null) return [drilldown];
  return chosen === null && years.length > 1 ? [YEAR] : [];
}

export function viewCuts({ cuts }: View): readonly Clause[] {
  return [...cuts].flatMap(([field, values]) => values.map((value) => ({ field, value })));
}

function passes({ filters }: View, model: Model, viewed: Viewed): boolean {
  return [...filters].every(([key, wanted]) => {
    if (viewed === null) return key !== "name" || wanted === model.dataset.name;
    if (key === "taxonomy") return viewed.dimension.taxonomy === wanted;
    return Object.hasOwn(viewed.member, key) && String(viewed.member[key]) === wanted;
  });
}
