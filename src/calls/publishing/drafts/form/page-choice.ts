import type { Definition } from "../../../../sources/analysis/column-uses.js";
import { fieldNameOf } from "../../../../sources/analysis/name-fields.js";
import { isObject } from "../../../../core/model/parse/section.js";

/** The splits of a dataset's page and its hierarchies, as a form has them. References are `field` or `field.attribute`. */
export interface PageChoice {
  /** The views that split the whole dataset, in their order: what each splits it by. */
  readonly views: readonly string[];
  readonly hierarchies: readonly HierarchyChoice[];
}

export interface HierarchyChoice {
  /** Name in the model; empty for a new one. */
  readonly name: string;
  /** From the top; none to remove it. */
  readonly levels: readonly string[];
}

/** A field that a dataset can be split by. */
export interface SplitOption {
  readonly reference: string;
  readonly label: string;
}

/** Read what a model says about the pages of its dataset. Views that cut, or are of members, are not the form's. */
export function readPageChoice(document: Definition): PageChoice {
  return {
    views: viewsIn(document).filter(isSplit).map(splitOf),
    hierarchies: Object.entries(hierarchiesIn(document)).flatMap(([name, definition]) => {
      const levels = levelsOf(definition);
      return levels.length === 0 ? [] : [{ name, levels }];
    }),
  };
}

/** List what a mapping can be split by: its dimensions. */
export function listSplits(mapping: Definition): readonly SplitOption[] {
  return Object.entries(mapping).flatMap(([name, definition]) => {
    if (!isObject(definition) || definition.type === "measure" || name === "amount") return [];
    return [{ reference: name, label: labelIn(mapping, name) }];
  });
}

/**
 * Write the views and hierarchies of a form.
 * @param before what the form showed
 * @param written the document with its columns and suggestions; fields have their new names in it
 * @param renamed returns the new name of a field
 */
export function writePageChoice<T extends Definition>(
  before: PageChoice,
  next: PageChoice,
  written: T,
  renamed: (field: string) => string,
): T {
  const mapping = isObject(written.mapping) ? written.mapping : {};
  const follow = (reference: string): string => {
    const [field = "", ...attribute] = reference.split(".");
    return [renamed(field), ...attribute].join(".");
  };
  const isThere = (reference: string): boolean => Object.hasOwn(mapping, reference.split(".", 1)[0]!);
  const views = [...new Set(next.views.filter((each) => each !== "").map(follow))].filter(isThere);
  const { views: _, hierarchies: __, ...rest } = written as Definition;
  const list = writeViews(viewsIn(written), views, follow, mapping);
  const shown = new Map(before.hierarchies.map(({ name, levels }) => [name, levels]));
  const known = hierarchiesIn(written);
  const ordered = next.hierarchies
    .filter(({ name }) => Object.hasOwn(known, name))
    .map(({ name }) => [name, known[name]]);
  const hierarchies: Record<string, unknown> = { ...(Object.fromEntries(ordered) as Definition), ...known };
  for (const { name, levels } of next.hierarchies) {
    const chosen = [...new Set(levels.filter((each) => each !== "").map(follow))].filter(isThere);
    // A suggestion that was taken back, or lost its columns, takes its hierarchy with it.
    if (name !== "" && !Object.hasOwn(hierarchies, name) && isSame(levels, shown.get(name))) continue;
    if (chosen.length > 0) {
      const key = name || nameNew(chosen, { ...mapping, ...hierarchies });
      const own = isObject(hierarchies[key]) ? hierarchies[key] : { label: labelIn(mapping, chosen[0]!) };
      hierarchies[key] = { ...own, levels: chosen };
    } else if (name !== "") delete hierarchies[name];
  }
  return {
    ...rest,
    ...(list.length === 0 ? {} : { views: list }),
    ...(Object.keys(hierarchies).length === 0 ? {} : { hierarchies }),
  } as unknown as T;
}

/** Name a new hierarchy. @param taken also the fields, whose names suggested hierarchies have */
function nameNew(levels: readonly string[], taken: Definition): string {
  return fieldNameOf(`${levels[0]} ${levels.at(-1)}`, (each) => !Object.hasOwn(taken, each));
}

function writeViews(
  known: readonly unknown[],
  splits: readonly string[],
  follow: (reference: string) => string,
  mapping: Definition,
): readonly unknown[] {
  const own = new Map(known.filter(isSplit).map((view) => [follow(splitOf(view)), view]));
  const others = known.filter((view) => !isSplit(view));
  if (isSame([...own.keys()], splits) && [...own].every(([split, view]) => split === splitOf(view))) return known;
  const taken = new Set(others.map((view) => (isObject(view) ? view.name : undefined)));
  const views = splits.map((drilldown, at) => {
    const { breakdown: _, ...view } = own.get(drilldown) ?? { label: labelIn(mapping, drilldown) };
    const wanted = at === 0 ? "default" : drilldown;
    const name = taken.has(wanted) ? fieldNameOf(wanted, (each) => !taken.has(each)) : wanted;
    taken.add(name);
    return { ...view, name, entity: "dataset", dimension: "dataset", drilldown };
  });
  return [...views, ...others];
}

/** True for a view that only splits the dataset. */
function isSplit(view: unknown): view is Definition {
  if (!isObject(view) || view.dimension !== "dataset" || splitOf(view) === "") return false;
  return [view.cuts, view.view_filters, view.filters].every(
    (part) => !isObject(part) || Object.keys(part).length === 0,
  );
}

function splitOf({ drilldown, breakdown }: Definition): string {
  const split = drilldown ?? breakdown;
  return typeof split === "string" ? split.trim() : "";
}

function viewsIn({ views }: Definition): readonly unknown[] {
  return Array.isArray(views) ? views : [];
}

function hierarchiesIn({ hierarchies }: Definition): Definition {
  return isObject(hierarchies) ? hierarchies : {};
}

function levelsOf(hierarchy: unknown): readonly string[] {
  return isObject(hierarchy) && Array.isArray(hierarchy.levels) ? hierarchy.levels.map(String) : [];
}

function labelIn(mapping: Definition, reference: string): string {
  const [field = ""] = reference.split(".");
  const definition = mapping[field];
  return isObject(definition) && typeof definition.label === "string" ? definition.label : field;
}

function isSame(one: readonly string[], other: readonly string[] = []): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
