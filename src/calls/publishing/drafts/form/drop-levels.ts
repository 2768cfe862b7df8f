import type { Definition } from "../../../../sources/analysis/column-uses.js";
import { isObject } from "../../../../core/model/parse/section.js";

/**
 * Remove from the hierarchies of a model the levels of fields that it has lost; a hierarchy of fewer than two levels goes.
 * @param before mapping that the hierarchies were written for
 */
export function dropLostLevels<T extends Definition>(document: T, before: Definition): T {
  const { hierarchies, mapping } = document as Definition;
  if (!isObject(hierarchies) || !isObject(mapping)) return document;
  const isLost = (level: unknown): boolean => {
    const field = String(level).split(".", 1)[0]!;
    return Object.hasOwn(before, field) && !Object.hasOwn(mapping, field);
  };
  const kept = Object.entries(hierarchies).flatMap(([name, hierarchy]) => {
    if (!isObject(hierarchy) || !Array.isArray(hierarchy.levels) || !hierarchy.levels.some(isLost)) {
      return [[name, hierarchy] as const];
    }
    const levels = hierarchy.levels.filter((level) => !isLost(level));
    return levels.length < 2 ? [] : [[name, { ...hierarchy, levels }] as const];
  });
  const { hierarchies: _, ...rest } = document as Definition;
  return (kept.length === 0 ? rest : { ...rest, hierarchies: Object.fromEntries(kept) }) as T;
}
