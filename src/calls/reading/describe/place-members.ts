import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Dimension, Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { findNextLevels, type ParentLevel } from "../../../core/query/aggregate/parent-levels.js";
import type { Reference } from "../../../core/query/reference.js";
import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import type { FilledLevel, OpenVersion, ParentMaps } from "../../../core/engine/parent-maps.js";
import type { Parent } from "../../../core/engine/read-parents.js";
import { describeMember, type MemberDescription } from "./describe-member.js";
import { dimensionUrl } from "./links.js";

/** The places of some members of a dimension in its hierarchies. */
export interface MemberPlaces {
  /** `null` if members of the dimension are no level. */
  readonly next: { readonly above: FilledLevel | null; readonly below: Reference | null } | null;
  /** All levels above, if requested. */
  readonly levels: readonly FilledLevel[];
}

/**
 * Find the places of members in the hierarchies of their dimension.
 * @param levels levels above to read
 */
export async function placeMembers(
  maps: ParentMaps,
  version: OpenVersion,
  dimension: Dimension,
  levels: readonly ParentLevel[],
  members: readonly Member[],
  bounds: Bounds,
): Promise<MemberPlaces> {
  const next = findNextLevels(version.model, dimension);
  const fill = async (level: ParentLevel): Promise<FilledLevel> => {
    const listWanted = async () => members.map((member) => valueOf(member, level));
    return { ...level, parents: await maps.find(version, level, bounds, listWanted) };
  };
  const child = { dimension, attribute: dimension.identity };
  const above = next?.above ? await fill({ key: 0, child, parent: next.above }) : null;
  const filled: FilledLevel[] = [];
  for (const level of levels) filled.push(await fill(level));
  return { next: next && { above, below: next.below }, levels: filled };
}

/** A member with the places of its dimension's members. */
interface PlacedMember {
  readonly model: Model;
  readonly dimension: Dimension;
  readonly member: Member;
  readonly places: MemberPlaces;
  readonly origin: string;
}

/**
 * Describe a member with its `parent` and `children_url`, if it is in a hierarchy, and with the members of the levels
 * above. Its own attributes of these names stay.
 */
export function describePlaced({ model, dimension, member, places, origin }: PlacedMember): object {
  const { next, levels } = places;
  const described: MemberDescription = describeMember(model, dimension, member, origin);
  if (!next && levels.length === 0) return described;
  const found = new Map<string, unknown>(Object.entries(described));
  const add = (key: string, value: unknown): void => void (found.has(key) || found.set(key, value));
  const describeParent = (level: FilledLevel): unknown => {
    const parent = level.parents.unique.get(valueOf(member, level)!) ?? null;
    if (level.parent.attribute !== null || parent === null) return parent;
    return describeMember(model, level.parent.dimension, parent as Exclude<Parent, string | number>, origin);
  };
  if (next) {
    const name = member.values[dimension.identity.index] ?? null;
    add("parent", next.above && describeParent(next.above));
    add("children_url", next.below && childrenUrl(origin, model, dimension, name, next.below));
  }
  const objects = new Map<string, Map<string, unknown>>();
  for (const level of levels) {
    const { key, within } = level.parent.place;
    if (within === null) add(key, describeParent(level));
    else if (objects.has(key) || !found.has(key)) {
      const inside = objects.get(key) ?? new Map<string, unknown>();
      objects.set(key, inside.set(within, describeParent(level)));
      found.set(key, null);
    }
  }
  for (const [key, inside] of objects) found.set(key, Object.fromEntries(inside));
  return Object.fromEntries(found);
}

function valueOf({ values }: Member, { child }: ParentLevel): Value {
  return readAttribute(values, child.dimension, child.attribute);
}

/**
 * Return the URL of the members of the level below that are under a member: of a list of members, or, if the level is an
 * attribute, of an aggregation by it. `null` for a member without a name.
 */
function childrenUrl(
  origin: string,
  model: Model,
  { name: field }: Dimension,
  name: Value,
  { dimension, attribute, place }: Reference,
): string | null {
  const value = String(name ?? "");
  if (value === "") return null;
  const cut = encodeURIComponent(printCuts([{ field, value }]));
  const dataset = model.dataset.name;
  if (attribute === null || dimension.kind === "attribute") {
    return `${dimensionUrl(origin, dataset, dimension)}.distinct?cut=${cut}`;
  }
  const reference = place.within === null ? place.key : `${place.key}.${place.within}`;
  return `${origin}/api/2/aggregate?dataset=${dataset}&cut=${cut}&drilldown=${encodeURIComponent(reference)}`;
}
