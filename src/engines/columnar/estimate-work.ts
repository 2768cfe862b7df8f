import type { WorkEstimates } from "../../core/engine/engine.js";
import { isComputed } from "../../core/model/calendar-rules.js";
import type { Attribute, Dimension, Model } from "../../core/model/cube.js";
import { AMOUNT_STATISTICS } from "../../core/model/measure-functions.js";
import type { Key } from "../../core/query/aggregate/query.js";
import type { Condition } from "../../core/query/condition/condition.js";
import type { TextTest } from "../../core/query/text/text-test.js";
import { groupingOfQuery } from "./rollups/grouping-of-query.js";
import type { Rollups } from "./rollups/rollups.js";
import { chooseMembers } from "./select/choose-members.js";
import type { PostingLists } from "./select/posting-lists.js";
import { type MemberCondition, splitFilters } from "./select/split-filters.js";
import type { ColumnarTable } from "./table/table.js";

/** Steps to read, write and send one value of a cell or an entry. */
const VALUE = 250;
/** Steps to test a text, and to look a word up. */
const TEXT = 25;
const LOOKUP = 1000;
/** Share of the texts that a phrase has to be looked for in. */
const PHRASE_SHARE = 1 / 10;
/** Days that share a value of a date's other attributes, such as its month, at least. */
const DAYS_PER_VALUE = 28;
/** Steps to sort one item. */
const SORT = 50;
/** Values that an estimate looks up; a cut of more is estimated as a scan. */
const MAX_LOOKED_UP = 100;

/** Steps for each row to count different values. */
const COUNT = 20;

interface EstimatedTable {
  readonly table: ColumnarTable;
  readonly postingLists: PostingLists;
  readonly rollups: Rollups;
}

/** Estimate queries by the rows, members and texts that they visit, and by the values that they return. */
export function estimatesOf(version: EstimatedTable): WorkEstimates {
  const { table } = version;
  return {
    aggregate(query, model) {
      const filters = splitFilters(query.filters);
      const grouping = groupingOfQuery(table, query.keys, filters);
      const rollup = grouping && version.rollups.find(grouping);
      const { statistics = [] } = query;
      const read = rollup && statistics.length === 0 ? rollup.rows : table.rows;
      const rows = Math.min(read, fewestRows(version, filters.cuts));
      const columns = 1 + query.keys.length + query.measures.length + filters.cuts.length;
      const groups = Math.min(rows, countCombinations(table, query.keys));
      const values = Math.min(groups, query.limit) * (query.measures.length + valuesOf(query.keys));
      const described = statistics.reduce(
        (sum, { is }) => sum + (is === "count" ? COUNT : AMOUNT_STATISTICS[is].steps),
        0,
      );
      const clauses = query.filters.reduce(sumClauses(table, model), 0);
      return rows * (columns + described) + groups * SORT + values * VALUE + clauses;
    },
    search(query, model) {
      const conditions = [query.where, ...query.filters];
      const facets = query.facets.length + query.statistics.length;
      const ordered = query.limit === 0 || query.order.length === 0 ? 0 : 1;
      const rows = table.rows * (facets + ordered * Math.max(1, numClauses(query.where)));
      const values = Math.min(table.rows, query.limit) * table.model.fields.length;
      return rows + values * VALUE + conditions.reduce(sumClauses(table, model), 0);
    },
    distinct(query, model) {
      const members = numMembers(table, query.dimension);
      const values = Math.min(members, query.limit) * query.dimension.attributes.length;
      const rows = query.filters.length === 0 ? 0 : table.rows;
      // The members are sorted when they are first listed.
      return rows + members * SORT + values * VALUE + query.filters.reduce(sumClauses(table, model), 0);
    },
  };
}

/** Return the number of rows that the narrowest cut leaves, if posting lists find them. */
function fewestRows({ table, postingLists }: EstimatedTable, cuts: readonly MemberCondition[]): number {
  let fewest = table.rows;
  for (const cut of cuts) {
    if (!isShortList(cut)) continue;
    const { column, members } = chooseMembers(table, cut, () => {});
    fewest = Math.min(fewest, postingLists.numListed(column, members) ?? fewest);
  }
  return fewest;
}

/** True for a few values of a stored attribute; those of others stand for many members each. */
function isShortList({ condition }: MemberCondition): boolean {
  if (condition.is !== "clause" || condition.test.on !== "value") return false;
  const { target, value } = condition.test;
  if (!isStored(target.dimension, target.attribute)) return false;
  return value.is === "one of" && value.values.length <= MAX_LOOKED_UP;
}

/** @param dimensions those that a text without a field is looked for in */
function sumClauses(
  table: ColumnarTable,
  { dimensions }: Pick<Model, "dimensions"> = table.model,
): (sum: number, condition: Condition) => number {
  const add = (sum: number, condition: Condition): number => {
    if (condition.is === "not") return add(sum, condition.of);
    if (condition.is !== "clause") return condition.of.reduce(add, sum);
    const { test } = condition;
    if (test.on === "value" && test.value.is === "one of") return sum + test.value.values.length * TEXT;
    if (test.on === "value") return sum + numMembers(table, test.target.dimension) * TEXT;
    if (test.on !== "text") return sum + table.rows;
    const searched = test.target ? [test.target.dimension] : dimensions;
    const texts = searched.reduce((all, dimension) => all + numTexts(table, dimension), 0);
    const mapped = searched.reduce((all, each) => all + (each.derivation ? numMembers(table, each) : 0), 0);
    return sum + Math.max(LOOKUP, texts * TEXT * shareTested(test.text)) + mapped + table.rows;
  };
  return add;
}

/** Return the share of the texts that a test reads: the term index finds single words. */
function shareTested({ whole, parts }: TextTest): number {
  const words = parts.flatMap((part) => (part.is === "run" ? [] : part.tokens));
  const isExact = words.every(({ test }) => test.is === "same") && (whole === null || whole.is === "same");
  if (!isExact || parts.some(({ is }) => is === "run")) return 1;
  return words.length > parts.length ? PHRASE_SHARE : 0;
}

function numClauses(condition: Condition): number {
  if (condition.is === "clause") return 1;
  if (condition.is === "not") return numClauses(condition.of);
  return condition.of.reduce((sum, part) => sum + numClauses(part), 0);
}

function countCombinations(table: ColumnarTable, keys: readonly Key[]): number {
  return keys.reduce((product, key) => product * numGroups(table, key), 1);
}

function numGroups(table: ColumnarTable, { dimension, attribute }: Key): number {
  const members = numMembers(table, dimension);
  if (!attribute) return members;
  const isRanked = isStored(dimension, attribute);
  const ranked = isRanked ? table.dimensions[dimension.index]!.ranks.numRanked(attribute.index) : undefined;
  const isDay = dimension.kind !== "date" || attribute === dimension.identity;
  return ranked ?? (isDay ? members : Math.ceil(members / DAYS_PER_VALUE));
}

function valuesOf(keys: readonly Key[]): number {
  return keys.reduce((sum, { dimension, attribute }) => sum + (attribute ? 1 : dimension.attributes.length), 0);
}

/** Return the number of a dimension's members; for a derived one, of those that it is derived from. */
function numMembers(table: ColumnarTable, { index, derivation, sources }: Dimension): number {
  if (sources) return sources.size;
  return derivation ? numMembers(table, derivation.from.dimension) : table.dimensions[index]!.attributes[0]!.length;
}

/** Return the number of members whose texts are searched; for derived ones at most so many. */
function numTexts(table: ColumnarTable, dimension: Dimension): number {
  const members = numMembers(table, dimension);
  const rule = dimension.derivation?.rule;
  return rule && rule.by !== "prefix" ? Math.min(rule.values.size, members) : members;
}

/** True if the values of an attribute are stored, neither derived nor computed. */
function isStored(dimension: Dimension, attribute: Attribute): boolean {
  return !dimension.derivation && !dimension.sources && !isComputed(dimension, attribute);
}
