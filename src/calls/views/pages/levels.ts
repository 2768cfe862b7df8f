import type { SaidPhrase } from "./phrase.js";
import type { Dimension, Hierarchy, HierarchyLevel, Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import type { Clause } from "../../../core/query/clauses.js";
import { type CutClause, isPlainCut, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { memberUrl } from "../../reading/describe/links.js";
import { yearCut } from "./explore-state.js";
import { findLabel } from "./label-cut.js";
import type { PageScope } from "./page-scope.js";

/** A way down a hierarchy: what a figure is cut to on the levels above, and the level that it is split by. */
export interface LevelPath {
  /** Cuts on the levels above, from the top. */
  readonly opened: readonly Clause[];
  /** References of the levels above, from the top; as many as cuts. */
  readonly above: readonly string[];
  /** Reference of the level. */
  readonly drilldown: string;
  /** Reference of the level below; `null` at the bottom and outside of hierarchies. */
  readonly below: string | null;
  /** References of all levels below, from the top. */
  readonly under: readonly string[];
}

/** Follow cuts down a hierarchy. @param drilldown reference to begin with; it may be no level */
export function openLevels(model: Model, drilldown: string, cuts: readonly CutClause[]): LevelPath {
  const levels = findLevels(model, drilldown);
  const from = levels.slice(Math.max(0, indexOfLevel(model, levels, drilldown)));
  const opened = cutsFromTop(model, from.slice(0, -1), cuts);
  return {
    opened,
    above: from.slice(0, opened.length).map(({ reference }) => reference),
    drilldown: from[opened.length]?.reference ?? drilldown,
    below: from[opened.length + 1]?.reference ?? null,
    under: from.slice(opened.length + 1).map(({ reference }) => reference),
  };
}

/** Sort references from the top of the hierarchy that all of them are levels of; `null` if there is none, and for a single one. */
export function sortLevels(model: Model, references: readonly string[]): readonly string[] | null {
  if (references.length < 2) return null;
  const levels = findLevels(model, references[0]!);
  const placed = references.map((reference) => ({ reference, at: indexOfLevel(model, levels, reference) }));
  if (placed.some(({ at }) => at < 0)) return null;
  return placed.toSorted((a, b) => a.at - b.at).map(({ reference }) => reference);
}

/** Find the way that led to a level: the cuts on the levels above, as far as each of these is cut to one member. */
export function findPath(model: Model, drilldown: string, cuts: readonly CutClause[]): LevelPath {
  const levels = findLevels(model, drilldown);
  const at = indexOfLevel(model, levels, drilldown);
  const opened = cutsFromTop(model, levels.slice(0, Math.max(0, at)), cuts);
  return {
    opened,
    above: levels.slice(0, opened.length).map(({ reference }) => reference),
    drilldown,
    below: levels[at + 1]?.reference ?? null,
    under: at < 0 ? [] : levels.slice(at + 1).map(({ reference }) => reference),
  };
}

/**
 * Choose what to split by first: the level below a dimension, else the top level of the best dimension.
 * @param ranked the dimensions to choose from, the best first
 * @param used dimensions that a figure is cut to or split by already
 */
export function chooseSplit(
  model: Model,
  ranked: readonly Dimension[],
  used: readonly Dimension[],
): string | undefined {
  const isUsed = (name: string): boolean => used.some((each) => each.name === name);
  const below = used.flatMap(({ name }) => openBelow(model, name)).find(({ dimension }) => !isUsed(dimension));
  if (below) return below.reference;
  // A level above one that is used has one member.
  const best = ranked.find(({ name }) => !isUsed(name) && !used.some((each) => isAbove(model, name, each.name)));
  if (!best) return undefined;
  return findLevels(model, best.name).find(({ dimension }) => !isUsed(dimension))?.reference ?? best.name;
}

/** Choose what to split by first, of which cuts leave more than one member. @param used dimensions that are not to be chosen */
export function chooseUncut(
  model: Model,
  ranked: readonly Dimension[],
  cuts: readonly CutClause[],
  used: readonly Dimension[] = [],
): string | undefined {
  const isCut = (reference: string): boolean => {
    const name = findReference(model, openLevels(model, reference, cuts).drilldown)?.dimension.name;
    return cuts.some((cut) => isPlainCut(cut) && findReference(model, cut.field)?.dimension.name === name);
  };
  const choose = (from: readonly Dimension[]): string | undefined => chooseSplit(model, from, used);
  const first = choose(ranked);
  if (first === undefined || !isCut(first)) return first;
  return ranked.flatMap((each) => choose([each]) ?? []).find((each) => !isCut(each)) ?? first;
}

/** Choose what to split a row of a figure by: the level below, else the best dimension that is not used. */
export function chooseNext(
  model: Model,
  ranked: readonly Dimension[],
  { drilldown, cuts }: { readonly drilldown: readonly string[]; readonly cuts: readonly CutClause[] },
): string | null {
  const fields = [...drilldown, ...cuts.map(({ field }) => field)];
  const below = drilldown.map((each) => findPath(model, each, cuts).below);
  const next = below.find((each) => each !== null && !fields.includes(each));
  const used = fields.flatMap((field) => findReference(model, field)?.dimension ?? []);
  return next ?? chooseSplit(model, ranked, used) ?? null;
}

/** True if all cuts are on levels above a reference: its members are within them. */
export function isWithin(model: Model, reference: string, cuts: readonly CutClause[]): boolean {
  const levels = findLevels(model, reference);
  const above = levels.slice(0, Math.max(0, indexOfLevel(model, levels, reference)));
  return cuts.every(({ field }) => above.some((level) => isOn(model, level, field)));
}

/** A way with labels of its cuts. */
export interface LabelledPath extends LevelPath {
  readonly labels: readonly SaidPhrase[];
  /** URL of the page of the last member that was opened, with the other cuts; `null` without one. */
  readonly url: string | null;
}

/** Add the labels of its cuts to a way. @param cuts all that what it leads to is cut to */
export async function labelPath(
  scope: PageScope,
  path: LevelPath,
  cuts: readonly CutClause[] = path.opened,
): Promise<LabelledPath> {
  const { dataset, origin } = scope;
  const last = path.opened.at(-1);
  const found = last && findReference(dataset.model, last.field);
  const isMember = found && nameOf(found) === found.dimension.identity.name;
  return {
    ...path,
    labels: await Promise.all(path.opened.map((cut) => findLabel(scope, cut))),
    url: isMember
      ? withCuts(memberUrl(origin, dataset.model.dataset.name, found.dimension, last!.value), cuts, path)
      : null,
  };
}

/** Add the cuts of a way besides those on its levels to the address of a member. */
function withCuts(url: string | null, cuts: readonly CutClause[], { opened }: LevelPath): string | null {
  const year = yearCut(cuts);
  const others = cuts.filter((cut) => cut !== year && !opened.includes(cut as Clause));
  const pairs = { ...(year && { year: year.value }), ...(others.length > 0 && { cut: printCuts(others) }) };
  const query = String(new URLSearchParams(pairs));
  return url === null || query === "" ? url : `${url}?${query}`;
}

/** Return the levels of the hierarchy that a reference is a level of, from the top; empty if it is in none. */
function findLevels(model: Model, reference: string): Hierarchy["levels"] {
  return model.hierarchies.find(({ levels }) => indexOfLevel(model, levels, reference) >= 0)?.levels ?? [];
}

function indexOfLevel(model: Model, levels: Hierarchy["levels"], reference: string): number {
  return levels.findIndex((level) => isAt(model, level, reference));
}

function isAt(model: Model, { dimension, attribute }: HierarchyLevel, reference: string): boolean {
  const found = findReference(model, reference);
  return found?.dimension.name === dimension && nameOf(found) === (attribute ?? found.dimension.identity.name);
}

function nameOf({ dimension, attribute }: NonNullable<ReturnType<typeof findReference>>): string {
  return (attribute ?? dimension.identity).name;
}

/** List the cuts on levels, from the top to the first level that is not cut to one member. */
function cutsFromTop(model: Model, levels: Hierarchy["levels"], cuts: readonly CutClause[]): readonly Clause[] {
  const found: Clause[] = [];
  for (const level of levels) {
    const own = cuts.filter(({ field }) => isOn(model, level, field));
    const [cut] = own;
    if (own.length !== 1 || !isPlainCut(cut!)) break;
    found.push(cut);
  }
  return found;
}

/** True if a cut is on a level: on the level itself or, if that is a whole dimension, on its label. */
function isOn(model: Model, level: HierarchyLevel, field: string): boolean {
  const found = findReference(model, field);
  const isLabel = level.attribute === null && found?.attribute?.name === "label";
  return isAt(model, level, field) || (isLabel && found.dimension.name === level.dimension);
}

/** List the levels right below a dimension. */
function openBelow({ hierarchies }: Model, dimension: string): readonly HierarchyLevel[] {
  return hierarchies.flatMap(({ levels }) => levels.filter((_, at) => levels[at - 1]?.dimension === dimension));
}

/** True if a dimension is a level above another one. */
function isAbove({ hierarchies }: Model, upper: string, lower: string): boolean {
  return hierarchies.some(({ levels }) => {
    const names = levels.map(({ dimension }) => dimension);
    return names.includes(upper) && names.indexOf(upper) < names.lastIndexOf(lower);
  });
}
