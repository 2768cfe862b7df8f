import type { Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { parameters as noParameters } from "../../../core/query/parameters.js";
import { type ColorPlace, type ColorPlaces, HUED } from "./color-places.js";
import { readFigure } from "./figure.js";
import { readChoices } from "./member-choice.js";
import type { PageScope } from "./page-scope.js";
import { referenceKey } from "./reference-key.js";

/** Maximum number of members below others whose places are read. */
const MAX_PARTS = 5000;

/**
 * Read the places of the members of a drilldown in the whole dataset, all years together.
 * @returns `null` for dates and other attributes than the one that identifies a member
 * Cost: an aggregation for each level of a hierarchy, once for each version.
 */
export async function readPlaces(scope: PageScope, reference: string | undefined): Promise<ColorPlaces | null> {
  const { context, actor, dataset, origin } = scope;
  const found = reference === undefined ? null : findReference(dataset.model, reference);
  if (!found || found.dimension.kind === "date" || dataset.model.measures.length === 0) return null;
  if (found.attribute !== null && found.attribute !== found.dimension.identity) return null;
  const { name } = found.dimension;
  const choices = readChoices(dataset.model, noParameters([]));
  const whole = { context, actor, dataset, origin, choices };
  // Shared with other callers: one of them must not cancel it.
  const of = await context.facts.find(dataset, `places of ${name}`, () => computePlaces(whole, name));
  return { dimension: name, of };
}

async function computePlaces(scope: PageScope, name: string): Promise<ColorPlaces["of"]> {
  const above = findAbove(scope.dataset.model, name);
  const parents = above === null ? null : await readPlaces(scope, above);
  if (above === null || parents === null) {
    const { rows } = await readFigure(scope, { drilldown: [name], cuts: [], limit: HUED });
    return new Map(
      rows.flatMap(({ keys: [key] }, hue) => (key!.value === null ? [] : [[key!.value, { hue, shade: null }]])),
    );
  }
  const { rows } = await readFigure(scope, { drilldown: [above, name], cuts: [], limit: MAX_PARTS });
  const counts = new Map<string | null, number>();
  const of = new Map<string, ColorPlace>();
  for (const { keys } of rows) {
    const [parent, { value }] = [keys[0]!.value, keys[1]!];
    if (value === null || of.has(value)) continue;
    const shade = counts.get(parent) ?? 0;
    counts.set(parent, shade + 1);
    of.set(value, { hue: parents.of.get(parent ?? "")?.hue ?? null, shade });
  }
  return of;
}

/** Return the reference of the level right above a dimension; `null` if there is none. */
function findAbove(model: Model, name: string): string | null {
  for (const { levels } of model.hierarchies) {
    const at = levels.findIndex(({ reference }) => referenceKey(model, reference) === referenceKey(model, name));
    if (at > 0) return levels[at - 1]!.reference;
  }
  return null;
}
