import type { Attribute, Dimension, DimensionKind, Model } from "../../model/cube.js";
import type { Datatype } from "../../model/values/value.js";
import { dimensionUrl } from "./links.js";
import type { CountedDimension } from "./rank-dimensions.js";

export interface DimensionDescription {
  readonly name: string;
  readonly key: string;
  readonly html_url: string;
  readonly label: string;
  readonly type: DimensionKind;
  /** Empty if unknown. */
  readonly description: string;
  readonly facet: boolean;
  readonly attributes: Readonly<Record<string, AttributeDescription>>;
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
  const { name, label, kind, description, facet, attributes } = dimension;
  return {
    name,
    key: name,
    html_url: dimensionUrl(origin, model.dataset.name, dimension),
    label,
    type: kind,
    description,
    facet,
    attributes: Object.fromEntries(attributes.map((each) => [each.name, describeAttribute(each)])),
  };
}

export type CountedDescription = DimensionDescription & { readonly num_members: number };

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
