import type { Attribute, Dimension, Model } from "../../model/cube.js";
import { referenceTo } from "../../model/references.js";
import { listForms } from "../../model/values/unicode-form.js";
import { bindReference, type Reference, type ReferencePlace } from "../reference.js";
import { type CutClause, printCuts } from "../syntax/cut-clause.js";
import type { Range } from "../syntax/search-tree.js";
import { bindCalendar, explainPeriod } from "./bind-calendar.js";
import { bindRange, explainEnds, readValue, refuseDigits } from "./bind-value.js";
import { type Condition, filterClause, type ValueTest } from "./condition.js";

/** The values of a cut, and the places in cells that show them. */
export interface PlacedCut {
  readonly dimension: Dimension;
  readonly attribute: Attribute;
  /** At least one. Values of number attributes are numbers. */
  readonly values: readonly (string | number)[];
  readonly places: readonly ReferencePlace[];
}

/** Cuts bound to a model. */
export interface BoundCuts {
  /** One condition for each attribute; entries must meet all of them. */
  readonly conditions: readonly Condition[];
  /** Attributes that are cut to single values only. Ranges and exclusions have no value that cells could show. */
  readonly placed: readonly PlacedCut[];
  /** Number of different values, ranges and exclusions. */
  readonly clauses: number;
  /** Sentences about values that mean more than one. */
  readonly warnings: readonly string[];
  /** Normalised spelling, the same for all ways to write the same cuts. */
  readonly canonical: string;
}

/**
 * Bind cuts. Cuts of one attribute become one condition: the union of its values and ranges, without excluded ones. As
 * in `fq`, entries without a value are in no range and are never excluded. A dimension without an attribute means its
 * `name`.
 */
export function bindCuts(model: Model, clauses: readonly CutClause[], errors: string[]): BoundCuts {
  const cuts = new Map<string, AttributeCut>();
  for (const clause of clauses) {
    const reference = bindReference(model, clause.field);
    if (typeof reference === "string") errors.push(`cut: ${reference}`);
    else addClause(cutOf(cuts, reference), reference, clause, errors);
  }
  const bound = [...cuts.values()];
  const periods = bound.flatMap((cut) =>
    [...cut.ranges.values()].flatMap(({ clause: { value } }) =>
      typeof value === "string" ? explainPeriod(referenceTo(model, cut.dimension, cut.attribute), value) : [],
    ),
  );
  return {
    conditions: bound.map(conditionOf),
    placed: bound.filter(({ values, ranges }) => values.length > 0 && [...ranges.values()].every(isExcluded)),
    clauses: bound.reduce(
      (sum, { values, excluded, ranges }) => sum + values.length + excluded.length + ranges.size,
      0,
    ),
    warnings: [...new Set(periods)],
    canonical: printCuts(bound.flatMap(spell)),
  };
}

/** All cuts of one attribute. */
interface AttributeCut extends PlacedCut {
  readonly values: (string | number)[];
  readonly places: ReferencePlace[];
  readonly excluded: (string | number)[];
  /** Ranges by their spelling, and years and months of dates. */
  readonly ranges: Map<string, CutRange>;
}

interface CutRange {
  readonly clause: CutClause;
  readonly test: ValueTest;
}

function cutOf(cuts: Map<string, AttributeCut>, { dimension, attribute: named }: Reference): AttributeCut {
  const attribute = named ?? dimension.identity;
  const key = `${dimension.index}.${attribute.index}`;
  let cut = cuts.get(key);
  if (!cut) cuts.set(key, (cut = { dimension, attribute, values: [], places: [], excluded: [], ranges: new Map() }));
  return cut;
}

function addClause(cut: AttributeCut, reference: Reference, clause: CutClause, errors: string[]): void {
  const { field, value, excluded } = clause;
  const calendar = bindCalendar(cut, value);
  const refused = calendar?.is === "refused" ? calendar.errors : refuseDigits(cut.attribute, value);
  if (refused.length > 0) {
    for (const sentence of refused) errors.push(`cut: ${field}: ${sentence}`);
  } else if (calendar?.is === "range") {
    addRange(cut, calendar.spelling, calendar.test, clause);
  } else if (typeof value === "string") {
    const typed = calendar?.is === "value" ? calendar.value : readValue(cut.attribute, value);
    const values = excluded ? cut.excluded : cut.values;
    if (!values.includes(typed)) values.push(typed);
    if (!excluded) addPlace(cut, reference);
  } else {
    const test = bindRange(cut, value);
    if (typeof test !== "string") addRange(cut, value, test, clause);
    else for (const sentence of explainEnds(value)) errors.push(`cut: ${field}: ${sentence}`);
  }
}

function addPlace(cut: AttributeCut, reference: Reference): void {
  const place = reference.attribute ? reference.place : { ...reference.place, within: cut.attribute.name };
  if (!cut.places.some((each) => each.key === place.key && each.within === place.within)) cut.places.push(place);
}

function addRange(cut: AttributeCut, value: string | Range, test: ValueTest, { excluded }: CutClause): void {
  const clause: CutClause = { field: nameOf(cut), value, ...(excluded && { excluded }) };
  cut.ranges.set(printCuts([clause]), { clause, test });
}

function conditionOf({ dimension, attribute, values, excluded, ranges }: AttributeCut): Condition {
  const test = (value: ValueTest): Condition => filterClause({ on: "value", target: { dimension, attribute }, value });
  const oneOf = (of: readonly (string | number)[]): Condition[] =>
    of.length > 0 ? [test({ is: "one of", values: of.flatMap(listForms) })] : [];
  const within = oneOf(values);
  const without = oneOf(excluded);
  for (const range of ranges.values()) (isExcluded(range) ? without : within).push(test(range.test));
  const all: Condition[] = without.map((of) => ({ is: "not", of }));
  if (within.length > 0) all.unshift(within.length === 1 ? within[0]! : { is: "any", of: within });
  return all.length === 1 ? all[0]! : { is: "all", of: all };
}

function isExcluded({ clause }: CutRange): boolean {
  return clause.excluded ?? false;
}

function spell(cut: AttributeCut): readonly CutClause[] {
  const excluded = cut.excluded.map((value): CutClause => ({
    field: nameOf(cut),
    value: String(value),
    excluded: true,
  }));
  const placed = cut.places.flatMap(({ key, within }) =>
    cut.values.map((value) => ({ field: within === null ? key : `${key}.${within}`, value: String(value) })),
  );
  return [...placed, ...[...cut.ranges.values()].map(({ clause }) => clause), ...excluded];
}

function nameOf({ dimension, attribute }: AttributeCut): string {
  return `${dimension.name}.${attribute.name}`;
}
