import type { WorkEstimates } from "../../../core/engine/engine.js";
import type { Attribute, Dimension, Model } from "../../../core/model/cube.js";
import type { AggregateQuery, Key } from "../../../core/query/aggregate/query.js";
import type { HitCriterion } from "../../../core/query/search/query.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import type { ClusterVersion } from "../table/version.js";
import type { ViewedVersion } from "./viewed-version.js";

/** Steps to read a value of the cluster's answer, and to write and send it. */
const VALUE = 500;
/** Steps to add up a cell that is kept here. */
const CELL = 500;
/** Steps to test a text, to look a word up, and to list a member. */
const TEXT = 25;
const LOOKUP = 1000;
const MEMBER = 500;
/** Steps to put a member in order, which the first query by an attribute does. */
const SORT = 2000;

/** Estimate queries by what the service does: it tests members, and reads what the cluster has summed and found. */
export function clusterEstimates(
  version: ClusterVersion,
  viewOf: (model: Model | undefined) => ViewedVersion,
): WorkEstimates {
  const { numEntries } = version.facts;
  return {
    aggregate(query, model) {
      const { keys, measures, statistics = [], filters, limit } = query;
      const view = viewOf(model);
      const kept = view.isPrepared ? view.pulled.countCells(query, view.columns) : 0;
      const groups = keys.reduce((product, key) => product * numMembers(version, key.dimension), 1);
      const cells = Math.min(groups, numEntries, limit);
      const values = cells * (1 + measures.length + statistics.length + valuesOf(keys));
      const sorted = view.isPrepared ? countUnsorted(view, query) : 0;
      return kept * CELL + values * VALUE + sorted * SORT + sumClauses(version, model, filters);
    },
    search(query, model) {
      const hits = Math.min(numEntries, query.limit) * (model ?? version.model).fields.length;
      const facets = query.facets.reduce((sum, { limit }) => sum + Math.min(numEntries, limit), 0);
      const view = viewOf(model);
      const sorted = (each: HitCriterion): number =>
        each.by === "value" && view.isPrepared ? countIfUnsorted(view, each.dimension, each.attribute) : 0;
      const unsorted = query.order.reduce((sum, each) => sum + sorted(each), 0);
      const clauses = sumClauses(version, model, [query.where, ...query.filters]);
      return (hits + facets) * VALUE + unsorted * SORT + clauses;
    },
    distinct(query, model) {
      const { inline } = version.facts.dimensions[query.dimension.index] ?? {};
      const members = numMembers(version, query.dimension);
      const listed = inline ? Math.min(members, query.limit) : members;
      return listed * MEMBER + sumClauses(version, model, query.filters);
    },
  };
}

/** Count the members that an aggregate has to put in order first. */
function countUnsorted(view: ViewedVersion, { keys, order }: AggregateQuery): number {
  const criteria = order.flatMap((each) => (each.by === "key" ? [{ ...keys[each.key]!, by: each.attribute }] : []));
  return [...keys.map((key) => ({ ...key, by: key.attribute })), ...criteria].reduce(
    (count, { dimension, by }) => count + countIfUnsorted(view, dimension, by),
    0,
  );
}

/** Return the number of members that were never put in order by an attribute; `null`: as members. */
function countIfUnsorted({ columns }: ViewedVersion, dimension: Dimension, attribute: Attribute | null): number {
  const column = columns[dimension.index]!;
  if (column.isInline || (attribute === null && column.isStored)) return 0;
  return column.isGrouped((attribute ?? dimension.identity).index) ? 0 : column.codes.length;
}

/** Return the number of a dimension's members; for a derived one, of those that it is derived from. */
function numMembers(version: ClusterVersion, { index, derivation, sources }: Dimension): number {
  if (sources) return sources.size;
  if (derivation) return numMembers(version, derivation.from.dimension);
  const { facts, members } = version;
  return facts.dimensions[index]!.inline?.members ?? members[index]!.table.length;
}

function valuesOf(keys: readonly Key[]): number {
  return keys.reduce((sum, { dimension, attribute }) => sum + (attribute ? 1 : dimension.attributes.length), 0);
}

/** Sum up the tests of members that clauses take. */
function sumClauses(version: ClusterVersion, model: Model | undefined, conditions: readonly Condition[]): number {
  const { dimensions } = model ?? version.model;
  const add = (sum: number, condition: Condition): number => {
    if (condition.is === "not") return add(sum, condition.of);
    if (condition.is !== "clause") return condition.of.reduce(add, sum);
    const { test } = condition;
    if (test.on === "value" && test.value.is === "one of") return sum + test.value.values.length * TEXT;
    if (test.on === "value") return sum + numMembers(version, test.target.dimension) * TEXT;
    if (test.on !== "text") return sum + LOOKUP;
    const words = test.text.parts.flatMap((part) =>
      part.is === "run" ? [null] : part.tokens.map((each) => each.test),
    );
    if (words.every((word) => word?.is === "same")) return sum + LOOKUP;
    const searched = test.target ? [test.target.dimension] : dimensions;
    return sum + searched.reduce((texts, dimension) => texts + numMembers(version, dimension), 0) * TEXT;
  };
  return conditions.reduce(add, 0);
}
