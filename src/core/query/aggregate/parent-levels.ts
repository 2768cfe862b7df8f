import type { Attribute, Dimension, Model } from "../../model/cube.js";
import type { Key } from "./query.js";
import type { ClauseTarget } from "../condition/condition.js";
import { bindReference, type Reference } from "../reference.js";

/** A level of a hierarchy above a key of cells. */
export interface ParentLevel {
  /** Index of the key whose members or values have a parent. */
  readonly key: number;
  /** The level of the key, with the attribute that identifies its members. */
  readonly child: ClauseTarget;
  readonly parent: Reference;
}

/**
 * List the levels above the keys of cells: in each hierarchy all that cells do not show, each from the nearest key below.
 * A level of several hierarchies counts once.
 * @param drilldowns references that cells show
 */
export function listParentLevels(
  model: Model,
  keys: readonly Key[],
  drilldowns: readonly Reference[] = [],
): readonly ParentLevel[] {
  const found: ParentLevel[] = [];
  for (const levels of bindHierarchies(model)) {
    let below: Omit<ParentLevel, "parent"> | null = null;
    for (const level of levels.toReversed()) {
      const child = { dimension: level.dimension, attribute: identifyingAttribute(level) };
      const key = keys.findIndex((each) => determines(each, child));
      // An alias has a place of its own.
      const isShown = key >= 0 && level.place.key === level.dimension.name;
      const others = [...drilldowns, ...found.map(({ parent }) => parent)];
      if (below && !isShown && !others.some((each) => isSame(each, level))) {
        found.push(key < 0 ? { ...below, parent: level } : { key, child, parent: level });
      }
      if (key >= 0) below = { key, child };
    }
  }
  return found;
}

/** The levels next to a dimension; `null` at the top and at the bottom. */
export interface NextLevels {
  readonly above: Reference | null;
  readonly below: Reference | null;
}

/**
 * Find the levels next to a dimension whose members are a level: of several hierarchies the first with one above, and the
 * first with one below.
 * @returns `null` if its members are no level
 */
export function findNextLevels(model: Model, dimension: Dimension): NextLevels | null {
  const isOwn = (level: Reference): boolean =>
    level.dimension === dimension && identifyingAttribute(level) === dimension.identity;
  const found = bindHierarchies(model).filter((levels) => levels.some(isOwn));
  if (found.length === 0) return null;
  const [above] = found.flatMap((levels) => levels[levels.findIndex(isOwn) - 1] ?? []);
  const [below] = found.flatMap((levels) => levels[levels.findIndex(isOwn) + 1] ?? []);
  return { above: above ?? null, below: below ?? null };
}

/** True if a level is an attribute of the key's own members, which need no parents for it. */
export function isOwnAttribute({ child, parent }: ParentLevel): boolean {
  return child.dimension === parent.dimension && child.attribute === parent.attribute;
}

/** Bind the levels of each hierarchy, from the top. */
export function bindHierarchies(model: Model): readonly (readonly Reference[])[] {
  return model.hierarchies.map(({ levels }) =>
    levels.flatMap(({ reference }) => {
      const bound = bindReference(model, reference);
      return typeof bound === "string" ? [] : [bound];
    }),
  );
}

/** Return the attribute whose values are the members of a level. */
export function identifyingAttribute({ dimension, attribute }: Pick<Reference, "dimension" | "attribute">): Attribute {
  return attribute ?? dimension.identity;
}

/** True if a key has a value of an attribute in each cell. */
function determines(key: Key, { dimension, attribute }: ClauseTarget): boolean {
  return key.dimension === dimension && (key.attribute === null || key.attribute === attribute);
}

function isSame(a: Reference, b: Reference): boolean {
  return a.place.key === b.place.key && a.place.within === b.place.within;
}
