import type { Dimension, Model } from "../../../core/model/cube.js";
import { readDirections } from "../../../core/model/words/directions.js";
import type { Dataset } from "../../../store/dataset.js";
import { countDimensions } from "../../reading/describe/rank-dimensions.js";
import { readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";

/** Maximum number of members of a dimension of directions. */
const MAX_MEMBERS = 24;

/**
 * Find out whether a dataset tells revenue from expenditure without saying so in its model, so that pages of it never add
 * both up: as if the model gave the dimension the role. Cost: once for each version, an aggregation for each dimension with
 * few members.
 */
export async function tellDirections<Scope extends PageScope>(scope: Scope): Promise<Scope> {
  const { context, actor, dataset, origin } = scope;
  if (dataset.model.measures.length === 0 || dataset.model.dimensions.some(isDirection)) return scope;
  // Shared with other callers: one of them must not cancel it.
  const model = await context.facts.find(dataset, "directed model", () =>
    findDirected({ context, actor, dataset, origin }),
  );
  return model === dataset.model ? scope : { ...scope, dataset: withModel(dataset, model) };
}

function isDirection({ meaning }: Dimension): boolean {
  return meaning?.role === "direction";
}

function withModel(dataset: Dataset, model: Model): Dataset {
  return { ...dataset, model };
}

async function findDirected(scope: PageScope): Promise<Model> {
  const { model } = scope.dataset;
  const counted = await countDimensions(scope.context, scope.dataset);
  for (const { dimension, numMembers } of counted) {
    const hasMeaning = dimension.meaning?.role != null || dimension.meaning?.additive === false;
    if (dimension.kind === "date" || hasMeaning || numMembers < 2 || numMembers > MAX_MEMBERS) continue;
    if (!(await areDirections(scope, dimension))) continue;
    const meaning = { role: "direction", order: [], additive: false, default: null } as const;
    return {
      ...model,
      dimensions: model.dimensions.map((each) => (each === dimension ? { ...each, meaning } : each)),
    };
  }
  return model;
}

/** True if the members of a dimension are surely revenue and expenditure. */
async function areDirections(scope: PageScope, dimension: Dimension): Promise<boolean> {
  const { rows } = await readFigure(scope, { drilldown: [dimension.name], cuts: [], limit: MAX_MEMBERS });
  const columns = dimension.attributes.flatMap(({ source }) => source?.column ?? []);
  const labels = rows.flatMap(({ keys: [key] }) => (key?.value ? [key.label || key.value] : []));
  const names = rows.flatMap(({ keys: [key] }) => key?.value ?? []);
  return [labels, names].some((texts) => readDirections(columns[0] ?? dimension.label, texts)?.isSure);
}
