import type { Member, MemberHome } from "../../../core/engine/entry.js";
import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Attribute, Dimension, Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { datasetUrl, memberUrl, sourceUrl } from "./links.js";

/** A member: `id`, every attribute, `taxonomy`, `html_url`. */
export interface MemberDescription {
  /** Positive; stable within one version of the dataset. `null` for a member of several datasets. */
  readonly id: number | null;
  readonly name: Value;
  readonly label: Value;
  readonly taxonomy: string;
  /** `null` for a member that has no page. */
  readonly html_url: string | null;
  readonly [attribute: string]: Value;
}

/**
 * Return the value of a member's attribute; of its label that in the language of the model, if there is one.
 * @param member `null` gives `null`
 */
export function memberValue(
  dimension: Dimension,
  { name, index }: Attribute,
  member: Pick<Member, "values"> | null | undefined,
): Value {
  if (!member) return null;
  const { spoken } = dimension;
  const said = spoken && name === "label" ? readAttribute(member.values, dimension, spoken) : null;
  return said === null || said === "" ? member.values[index]! : said;
}

/** Describe a member. In an attribute dimension members are plain values: `name` and `label` are both the value. */
export function describeMember(
  model: Model,
  dimension: Dimension,
  { id, values, home }: Member,
  origin: string,
): MemberDescription {
  const { kind, attributes, identity, taxonomy } = dimension;
  const name = values[identity.index]!;
  const attributeValues: readonly (readonly [string, Value])[] =
    kind === "attribute"
      ? [
          ["name", name],
          ["label", name],
        ]
      : attributes.map((each) => [each.name, memberValue(dimension, each, { values })]);
  return {
    id: home ? null : id,
    ...(Object.fromEntries(attributeValues) as { name: Value; label: Value }),
    taxonomy,
    html_url: home
      ? urlAtHome(home, origin, name)
      : dimension.sources
        ? sourceUrl(origin, model.dataset.name, id)
        : memberUrl(origin, model.dataset.name, dimension, name),
  };
}

function urlAtHome({ dataset, dimension }: MemberHome, origin: string, name: Value): string | null {
  return dimension ? memberUrl(origin, dataset, dimension, name) : datasetUrl(origin, dataset);
}
