import { makeDerivedAttributes } from "./derived-attributes.js";
import { labelsOf, type LabelsByLanguage, makeLabelAttributes } from "./member-labels.js";
import type { Derivation, Dimension, Field, Model, Through } from "./cube.js";

/** The contents of a crosswalk: the targets of values. */
export interface Crosswalk {
  readonly values: ReadonlyMap<string | number, string>;
  /** Labels of targets by name; `null` if they have none. */
  readonly labels: ReadonlyMap<string, string> | null;
  /** Their labels in languages; absent if there are none. */
  readonly spoken?: LabelsByLanguage;
}

/** A derived dimension that goes through a crosswalk. */
export interface ThroughDimension {
  readonly dimension: Dimension;
  readonly from: Derivation["from"];
  readonly through: Through & Pick<Crosswalk, "values">;
}

const throughOfModels = new WeakMap<Model, readonly ThroughDimension[]>();

/** List the dimensions of a model that go through crosswalks. Whenever a dataset changes, all models are looked at. */
export function listThrough(model: Model): readonly ThroughDimension[] {
  let through = throughOfModels.get(model);
  if (!through) throughOfModels.set(model, (through = findThrough(model)));
  return through;
}

function findThrough({ dimensions }: Model): readonly ThroughDimension[] {
  return dimensions.flatMap((dimension) => {
    const { derivation } = dimension;
    if (derivation?.rule.by !== "through") return [];
    return [{ dimension, from: derivation.from, through: derivation.rule }];
  });
}

/**
 * Fill in the contents of crosswalks. A dimension without labels of its own gets those of its targets, if they have any.
 * @param find returns the contents for a dimension; `null` if there are none
 */
export function withCrosswalks(model: Model, find: (through: ThroughDimension) => Crosswalk | null): Model {
  const crosswalks = new Map(listThrough(model).map((each) => [each.dimension, find(each)]));
  if (![...crosswalks.values()].some((each) => each !== null)) return model;
  const filled = new Map<Dimension, Dimension>();
  const fill = (dimension: Dimension): Dimension => {
    const known = filled.get(dimension);
    if (known) return known;
    const next = fillDimension(dimension, crosswalks.get(dimension) ?? null, fill);
    filled.set(dimension, next);
    return next;
  };
  const fillField = (field: Field): Field => (field.kind === "measure" ? field : fill(field));
  return { ...model, dimensions: model.dimensions.map(fill), fields: model.fields.map(fillField) };
}

function fillDimension(
  dimension: Dimension,
  crosswalk: Crosswalk | null,
  fill: (dimension: Dimension) => Dimension,
): Dimension {
  const { name, facet, derivation } = dimension;
  if (!derivation) return dimension;
  const { rule } = derivation;
  const base = fill(derivation.from.dimension);
  const { attribute } = derivation.from;
  const labels = derivation.labels ?? crosswalk?.labels ?? null;
  const attributes = makeDerivedAttributes(name, labels !== null, facet);
  const { unlisted: _, ...plain } = dimension;
  return {
    ...plain,
    ...attributes,
    ...(labels && makeLabelAttributes(attributes, new Map([...(crosswalk?.spoken ?? []), ...labelsOf(dimension)]))),
    derivation: {
      // A base that got labels keeps its first attribute: the name.
      from: { dimension: base, attribute: base.attributes[attribute.index]! },
      rule: rule.by === "through" && crosswalk ? { ...rule, values: crosswalk.values } : rule,
      labels,
    },
  };
}
