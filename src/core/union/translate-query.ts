import type { Attribute, UnitedModels, UnitedPart } from "../model/cube.js";
import { joinOf } from "../figures/groups.js";
import { findPartAttribute } from "../model/unite-models.js";
import type { PlacedCut } from "../query/condition/bind-cuts.js";
import {
  type ClauseTarget,
  type Condition,
  EVERYTHING,
  NOTHING,
  type TestedClause,
  type ValueTest,
} from "../query/condition/condition.js";
import type { AggregateQuery, Key, Statistic } from "../query/aggregate/query.js";

/** A query of a union as one of its datasets answers it. */
export interface PartQuery {
  readonly query: AggregateQuery;
  /** For each key of the union's query, that of the dataset's; -1 for the dataset itself. */
  readonly keyOf: readonly number[];
}

/**
 * Translate a query of a union to one of its datasets: of all cells, in any order.
 * @returns `null` if no entry of the dataset meets its filters by what dataset they select
 */
export function translateQuery(united: UnitedModels, part: UnitedPart, query: AggregateQuery): PartQuery | null {
  const filters = translateFilters(united, part, query.filters);
  if (filters === null) return null;
  const keys: Key[] = [];
  const keyOf = query.keys.map((key) =>
    key.dimension === united.datasets ? -1 : keys.push(translateKey(part, key)) - 1,
  );
  const statistics = (query.statistics ?? []).flatMap((statistic): readonly Statistic[] =>
    statistic.is !== "count" && joinOf(statistic.is)
      ? [{ ...statistic, measure: part.measureOf.get(statistic.measure)! }]
      : [],
  );
  const measures = query.measures.map((measure) => part.measureOf.get(measure)!);
  return {
    query: {
      filters,
      keys,
      measures,
      ...(statistics.length > 0 && { statistics }),
      order: [],
      first: 0,
      limit: Number.MAX_SAFE_INTEGER,
    },
    keyOf,
  };
}

/** Translate filters to a dataset; `null` if they select other datasets only. */
export function translateFilters(
  united: UnitedModels,
  part: UnitedPart,
  filters: readonly Condition[],
): readonly Condition[] | null {
  const translated = filters.map((filter) => translateCondition(united, part, filter));
  return translated.some(isNothing) ? null : translated.filter((filter) => !isEverything(filter));
}

/** Translate the cuts that cells show, to find which members they leave. */
export function translateCuts(part: UnitedPart, cuts: readonly PlacedCut[]): readonly PlacedCut[] {
  return cuts.flatMap((cut) => {
    const target = translateTarget(part, cut);
    return target ? [{ ...cut, ...target, values: convertValues(cut.values, target.attribute) }] : [];
  });
}

function translateKey(part: UnitedPart, { dimension, attribute }: Key): Key {
  const own = part.dimensionOf.get(dimension)!;
  if (attribute === null) return { dimension: own, attribute: own.kind === "attribute" ? own.identity : null };
  return { dimension: own, attribute: findPartAttribute(dimension, attribute, own) };
}

function translateTarget(part: UnitedPart, { dimension, attribute }: ClauseTarget): ClauseTarget | null {
  const own = part.dimensionOf.get(dimension);
  return own ? { dimension: own, attribute: findPartAttribute(dimension, attribute, own)! } : null;
}

function translateCondition(united: UnitedModels, part: UnitedPart, condition: Condition): Condition {
  const translate = (each: Condition): Condition => translateCondition(united, part, each);
  switch (condition.is) {
    case "not": {
      const of = translate(condition.of);
      return isNothing(of) ? EVERYTHING : isEverything(of) ? NOTHING : { is: "not", of };
    }
    case "all": {
      const of = condition.of.map(translate).filter((each) => !isEverything(each));
      return of.some(isNothing) ? NOTHING : of.length === 1 ? of[0]! : { is: "all", of };
    }
    case "any": {
      const of = condition.of.map(translate).filter((each) => !isNothing(each));
      return of.some(isEverything) ? EVERYTHING : of.length === 1 ? of[0]! : { is: "any", of };
    }
    case "clause":
      return translateClause(united, part, condition);
  }
}

function translateClause(united: UnitedModels, part: UnitedPart, clause: TestedClause): Condition {
  const { test } = clause;
  if (test.on === "id") return clause;
  if (test.on === "amount") {
    return { ...clause, test: { ...test, measure: part.measureOf.get(test.measure) ?? test.measure } };
  }
  if (test.target === null) return clause;
  if (test.on === "value" && test.target.dimension === united.datasets) {
    const value = test.target.attribute === united.datasets.identity ? part.name : part.model.dataset.label;
    return passes(test.value, value) ? EVERYTHING : NOTHING;
  }
  // A target that the union lacks was bound to the dataset.
  const target = translateTarget(part, test.target);
  if (!target) return clause;
  return test.on === "text"
    ? { ...clause, test: { ...test, target } }
    : { ...clause, test: { ...test, target, value: convertTest(test.value, target.attribute) } };
}

/** True if the name or the label of a dataset passes a test. */
function passes(test: ValueTest, value: string): boolean {
  if (test.is === "present") return true;
  if (test.is === "one of") return test.values.includes(value);
  if (test.is === "numbers") return false;
  const { from, to } = test;
  const isAfter = !from || value > from.at || (from.inclusive && value === from.at);
  return isAfter && (!to || value < to.at || (to.inclusive && value === to.at));
}

/** Convert what is wanted of texts to numbers, where a dataset has numbers. */
function convertTest(test: ValueTest, { type }: Attribute): ValueTest {
  if (type !== "number") return test;
  if (test.is === "one of") return { ...test, values: convertValues(test.values, { type }) };
  if (test.is !== "texts") return test;
  const convert = (end: (typeof test)["from"]) => end && { at: Number(end.at), inclusive: end.inclusive };
  return { is: "numbers", from: convert(test.from), to: convert(test.to) };
}

function convertValues(
  values: readonly (string | number)[],
  { type }: Pick<Attribute, "type">,
): readonly (string | number)[] {
  if (type !== "number") return values;
  return values.flatMap((value) => (String(Number(value)) === String(value) ? [Number(value)] : []));
}

function isEverything(condition: Condition): boolean {
  return condition.is === "all" && condition.of.length === 0;
}

function isNothing(condition: Condition): boolean {
  return condition.is === "any" && condition.of.length === 0;
}
