import type { Attribute, Dimension, Meaning, Model } from "../../../core/model/cube.js";
import {
  arrayOf,
  BOOLEAN,
  COUNT_SCHEMA,
  described,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  refer,
  TEXT,
  URL,
  type ValueOf,
} from "../../schema.js";
import { dimensionUrl } from "./links.js";
import type { Coverage } from "./coverage.js";
import type { CountedDimension } from "./rank-dimensions.js";

/** A place of a dimension in a hierarchy: one of its references is a level. */
interface LevelPlace {
  /** Name of the hierarchy. */
  readonly name: string;
  /** Reference of the level. */
  readonly level: string;
  /** Reference of the level above; `null` at the top. */
  readonly parent: string | null;
  /** Reference of the level below; `null` at the bottom. */
  readonly child: string | null;
}

export const ATTRIBUTE_SCHEMA = object({
  column: described(orNull(TEXT), "Column of the source; `null` for a derived attribute or a constant."),
  facet: BOOLEAN,
  constant: orNull(TEXT),
  datatype: oneOf("string", "id", "float", "date", "constant"),
  end_column: orNull(TEXT),
});

export type AttributeDescription = ValueOf<typeof ATTRIBUTE_SCHEMA>;

const DIMENSION = {
  name: TEXT,
  key: described(TEXT, "The same as `name`."),
  html_url: URL,
  label: TEXT,
  type: oneOf("compound", "date", "attribute", "derived"),
  description: described(TEXT, "Empty if unknown."),
  facet: BOOLEAN,
  attributes: mapOf(refer<AttributeDescription>("Attribute")),
};

/** Keys about the meaning of members and the hierarchies that they are in. */
const MEANING = {
  role: oneOf("direction", "phase", "currency", "geography", "document"),
  order: described(arrayOf(TEXT), "Names of members in their order, such as that of phases."),
  additive: described(oneOf(false), "Sums of several members have no meaning. Absent if they have one."),
  default: described(TEXT, "Name of the member to show where no other is chosen."),
  hierarchies: described(
    arrayOf(
      object({
        name: described(TEXT, "Name of the hierarchy."),
        level: described(TEXT, "Reference that is a level: the dimension, or one of its attributes."),
        parent: described(orNull(TEXT), "Reference of the level above; `null` at the top."),
        child: described(orNull(TEXT), "Reference of the level below; `null` at the bottom."),
      }),
    ),
    "Places of the dimension in hierarchies. Absent if it is in none.",
  ),
};

export const DIMENSION_SCHEMA = optional(object(DIMENSION), MEANING);

export type DimensionDescription = ValueOf<typeof DIMENSION_SCHEMA>;

export const COUNTED_DIMENSION_SCHEMA = optional(object({ ...DIMENSION, num_members: COUNT_SCHEMA }), {
  ...MEANING,
  coverage: described(refer<Coverage>("Coverage"), "Of a derived dimension, described alone."),
});

export type CountedDescription = ValueOf<typeof COUNTED_DIMENSION_SCHEMA>;

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

/** List the places of a dimension in the hierarchies of a model, from the top in each. */
function listLevelPlaces({ hierarchies }: Model, { name: own }: Pick<Dimension, "name">): readonly LevelPlace[] {
  return hierarchies.flatMap(({ name, levels }) =>
    levels.flatMap(({ dimension, reference }, at) => {
      if (dimension !== own) return [];
      const [parent, child] = [levels[at - 1], levels[at + 1]].map((level) => level?.reference ?? null);
      return [{ name, level: reference, parent: parent!, child: child! }];
    }),
  );
}
