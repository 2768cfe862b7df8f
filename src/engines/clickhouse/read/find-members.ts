import { searchedAttributes } from "../../../core/model/member-labels.js";
import type { MemberTable } from "../../columnar/member-table.js";
import type { StepLimits } from "../../columnar/search/match-terms.js";
import { compareValues } from "../../../core/engine/compare.js";
import type { DistinctResult } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import { beginsWith, compareFolded } from "../../../core/engine/fold-case.js";
import {
  compareNearWords,
  compareSuggestions,
  type NearWord,
  type SuggestedMember,
} from "../../../core/engine/suggest.js";
import type { DistinctQuery } from "../../../core/query/distinct/query.js";
import type { AttributeTest } from "../../../core/query/condition/value-clauses.js";
import { allowedEdits, isSameWords, isWantedWord, readWords, wordTest } from "../../../core/query/suggest/words.js";
import type { SuggestQuery } from "../../../core/query/suggest/query.js";
import { foldText } from "../../../core/query/text/fold-text.js";
import { isWithinEdits } from "../../../core/query/text/edits.js";
import type { ViewColumn, ViewedColumn } from "../table/view-column.js";
import { countNearTokens, listDistinctTexts, suggestTexts } from "./inline-members.js";
import { findValueCodes } from "./match-codes.js";
import type { ReadScope } from "./scope.js";
import { StatementParts } from "./statement.js";

/** Members that are tested between two checks. */
const STRIDE = 4096;

/** Return for each test whether a member passes it: each has entries. */
export async function haveMembers(scope: ReadScope, tests: readonly AttributeTest[]): Promise<readonly boolean[]> {
  const parts = new StatementParts();
  /** Tests of inline dimensions, which the cluster makes. */
  const counted: string[] = [];
  const found: (boolean | number)[] = [];
  for (const test of tests) {
    const column = scope.view.columns[test.target.dimension.index]!;
    if (column.isInline) found.push(counted.push(await scope.whereTest(test, parts)) - 1);
    else found.push(findValueCodes(column, test.target.attribute, test.value, scope.check).length > 0);
  }
  if (counted.length === 0) return found.map(Boolean);
  const columns = counted.map((sql) => `countIf(${sql})`);
  const types = columns.map(() => "UInt64" as const);
  const block = await scope.rows(`SELECT ${columns.join()} FROM ${scope.from}`, parts, types);
  return found.map((each) => (typeof each === "number" ? block.number(0, each) > 0 : each));
}

/** List members by the beginning of an attribute, in order. Cost: a test for each member; with filters also a query. */
export async function listDistinctMembers(scope: ReadScope, query: DistinctQuery): Promise<DistinctResult> {
  scope.check();
  const { dimension, attributes, prefix, filters, first, limit } = query;
  const column = scope.view.columns[dimension.index]!;
  if (column.isInline) return listDistinctTexts(scope, column, query);
  const folded = foldText(prefix);
  const codes = filters.length === 0 ? column.memberCodes : await findMatchingCodes(scope, column, filters);
  const members: Member[] = [];
  for (const code of checked(codes, scope.check)) {
    const member = column.memberAt(code);
    if (member && attributes.some(({ index }) => beginsWith(column.valueAt(code, index), folded))) members.push(member);
  }
  const [by, identity] = [attributes[0]!.index, dimension.identity.index];
  members.sort(
    (a, b) => compareFolded(a.values[by]!, b.values[by]!) || compareValues(a.values[identity]!, b.values[identity]!),
  );
  scope.check();
  return { members: members.slice(first, first + limit), count: members.length };
}

/** Find a code for each member of the entries that meet all conditions. */
async function findMatchingCodes(
  scope: ReadScope,
  column: ViewColumn,
  filters: DistinctQuery["filters"],
): Promise<Iterable<number>> {
  const { sql, parts } = await scope.where(filters);
  const block = await scope.rows(`SELECT DISTINCT ${column.column} FROM ${scope.from} WHERE ${sql}`, parts, ["UInt32"]);
  const codes = Array.from({ length: block.length }, (_, row) => block.number(row, 0));
  if (column.isStored) return codes;
  const { groups } = column.groupingOf(column.dimension.identity.index);
  return new Set(codes.map((code) => groups[code]!));
}

/** Find members with words that begin like the given ones. Cost: a lookup for each word, and a step for each member found. */
export async function suggestMatching(scope: ReadScope, query: SuggestQuery): Promise<readonly SuggestedMember[]> {
  scope.check();
  const { dimension, attributes, words, areWhole, limit } = query;
  const column = scope.view.columns[dimension.index]!;
  if (column.isInline) return suggestTexts(scope, column, query);
  const { groups } = column.groupingOf(dimension.identity.index);
  const entries = new Map<number, number>();
  if (!column.isStored) {
    for (const code of column.codes) {
      entries.set(groups[code]!, (entries.get(groups[code]!) ?? 0) + column.counts[code]!);
    }
  }
  const found: SuggestedMember[] = [];
  // Labels that models give by names are in no table.
  const table = attributes.every(({ index }) => column.storedValues(index)) ? column.table : null;
  const codes = table
    ? table.membersWithWords(
        words.map((word) => wordTest(word, areWhole)),
        attributes.map(({ index }) => index),
        limitsOf(scope),
      )
    : column.memberCodes;
  for (const code of checked(codes, scope.check)) {
    const texts = attributes.map(({ index }) => String(column.valueAt(code, index) ?? ""));
    if (!table) {
      const own = texts.flatMap(readWords);
      if (!words.every((word) => own.some((each) => isWantedWord(each, word, areWhole)))) continue;
    }
    const member = column.memberAt(code);
    const numEntries = entries.get(code) ?? column.counts[code]!;
    if (!member || numEntries === 0) continue;
    found.push({ member, numEntries, isExact: texts.some((text) => isSameWords(words, text)) });
  }
  return found.toSorted(compareSuggestions).slice(0, limit);
}

/** Find the words of a dimension's members that are similar to one. Cost: a step for each distinct word. */
export async function findNear(
  scope: ReadScope,
  column: ViewedColumn,
  wanted: string,
  limit: number,
): Promise<readonly NearWord[]> {
  scope.check();
  const most = allowedEdits(wanted);
  if (most === 0) return [];
  const numTexts = column.isInline
    ? await countNearTokens(scope, column, wanted, most)
    : column.table && searchedAttributes(column.dimension).length === column.dimension.attributes.length
      ? countNear(scope, column.table, wanted, most)
      : countWordsOf(scope, column);
  const found: NearWord[] = [];
  for (const [word, count] of numTexts) {
    const edits = [0, 1, 2].find((each) => each <= most && isWithinEdits(wanted, word, each));
    if (edits !== undefined) found.push({ word, edits, numTexts: count });
  }
  return found.toSorted(compareNearWords).slice(0, limit);
}

function countNear(scope: ReadScope, table: MemberTable, wanted: string, edits: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  table.visitTerms({ is: "near", text: wanted, edits }, limitsOf(scope), (word, values) => counts.set(word, values));
  return counts;
}

/** Count the texts that have each word. */
function countWordsOf(scope: ReadScope, column: ViewColumn): ReadonlyMap<string, number> {
  const numTexts = new Map<string, number>();
  for (const code of checked(column.memberCodes, scope.check)) {
    for (const { index } of searchedAttributes(column.dimension)) {
      const value = column.valueAt(code, index);
      if (value === null) continue;
      for (const word of new Set(readWords(String(value)))) numTexts.set(word, (numTexts.get(word) ?? 0) + 1);
    }
  }
  return numTexts;
}

function limitsOf({ check }: ReadScope): StepLimits {
  return { check, take: () => {} };
}

/** Iterate with checks at intervals. */
function* checked(codes: Iterable<number>, check: () => void): Iterable<number> {
  let seen = 0;
  for (const code of codes) {
    if (++seen % STRIDE === 0) check();
    yield code;
  }
}
