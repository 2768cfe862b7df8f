import type { Attribute, Dimension, DimensionKind, Meaning, Model, DimensionRole } from "../../../core/model/cube.js";
import { type LevelPlace, listLevelPlaces } from "../../../core/model/hierarchies.js";
import type { Datatype } from "../../../core/model/values/value.js";
import { dimensionUrl } from "./links.js";
import type { Coverage } from "./coverage.js";
import type { CountedDimension } from "./rank-dimensions.js";

export interface DimensionDescription {
  readonly name: string;
  readonly key: string;
  readonly html_url: string;
  readonly label: string;
  readonly type: DimensionKind | "derived";
  /** Empty if unknown. */
  readonly description: string;
  readonly facet: boolean;
  readonly attributes: Readonly<Record<string, AttributeDescription>>;
  /** Set if the model gives a role. */
  readonly role?: DimensionRole;
  /** Names of members in their order; set if the model gives one. */
  readonly order?: readonly string[];
  /** Set if sums of several members have no meaning. */
  readonly additive?: false;
  /** Set if the model gives a default. */
  readonly default?: string;
  /** Set if it is in a hierarchy. */
  readonly hierarchies?: readonly LevelPlace[];
}

export interface AttributeDescription {
  /** Heading of the source's column; `null` for constants and for parts of dates. */
  readonly column: string | null;
  readonly facet: boolean;
  readonly constant: string | null;
  readonly datatype: Datatype;
  readonly end_column: string | null;
}

export function describeDimension(model: Model, dimension: Dimension, origin: string): DimensionDescription {
  const { name, label, kind, description, facet, attributes, derivation, meaning } = dimension;
  const places = listLevelPlaces(model, dimension);
  return {
    name,
    key: name,
    html_url: dimensionUrl(origin, model.dataset.name, dimension),
    label,
    type: derivation ? "derived" : kind,
    description,
    facet,
    attributes: Object.fromEntries(attributes.map((each) => [each.name, describeAttribute(each)])),
    ...(meaning && describeMeaning(meaning)),
    ...(places.length > 0 && { hierarchies: places }),
  };
}

function describeMeaning(meaning: Meaning): Partial<DimensionDescription> {
  const { role, order, additive } = meaning;
  return {
    ...(role !== null && { role }),
    ...(order.length > 0 && { order }),
    ...(!additive && { additive }),
    ...(meaning.default !== null && { default: meaning.default }),
  };
}

export type CountedDescription = DimensionDescription & {
  readonly num_members: number;
  /** Set for a derived dimension that is described alone. */
  readonly coverage?: Coverage;
};

export function describeCounted(
  model: Model,
  { dimension, numMembers }: CountedDimension,
  origin: string,
): CountedDescription {
  return { ...describeDimension(model, dimension, origin), num_members: numMembers };
}

function describeAttribute({ source, facet, endColumn }: Attribute): AttributeDescription {
  return {
    column: source?.column ?? null,
    facet,
    constant: source?.constant ?? null,
    datatype: source?.datatype ?? "string",
    end_column: endColumn,
  };
}
