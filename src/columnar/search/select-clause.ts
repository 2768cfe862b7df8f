import { passesAmount, passesRange } from "../../engine/match-value.js";
import type { Selection } from "../../kernel/query/query.js";
import type { Measure } from "../../model/cube.js";
import type { AmountTest, ClauseTarget, ClauseTest, TestedClause } from "../../query/condition/condition.js";
import { passesText, type TextTest } from "../../query/text/text-test.js";
import { findRow } from "../table/find-row.js";
import { openAmounts, openIdTexts } from "../table/open-columns.js";
import { markRows } from "../table/row-bitmaps.js";
import { type ChosenMembers, chooseMembers } from "../select/choose-members.js";
import { type IndexedTable, selectMembers } from "../select/select-members.js";
import type { MemberCondition } from "../select/split-filters.js";
import type { DimensionColumn } from "../table/table.js";
import { betweenAmounts } from "./amount-ranges.js";
import type { Holds } from "../base/holds.js";
import type { SortedRowsCache } from "./sorted-rows-cache.js";
import { matchText } from "./match-text.js";
import type { UnfilteredCache } from "./unfiltered-cache.js";
import type { TermLookups } from "./term-lookups.js";

/** A table with the indexes and caches that searches use. */
export interface SearchedTable extends IndexedTable {
  readonly indexes: TermLookups;
  readonly firstRows: SortedRowsCache;
  readonly whole: UnfilteredCache;
  readonly holds: Holds;
  /** Throws after the deadline; to be called at intervals. */
  readonly check: () => void;
}

/** Entries that match a clause, and for texts the lengths of those that match. */
export interface SelectedClause {
  readonly selection: Selection;
  /** Members whose texts match; `null` for a clause that is not about text. */
  readonly texts: readonly MatchedMembers[] | null;
}

/** Members of a dimension that have a text which matches. */
export interface MatchedMembers extends ChosenMembers {
  /** For each code the number of tokens in the member's shortest value that matches; 0 for none. */
  readonly lengths: Uint8Array;
}

/** Select the entries that match a clause. */
export function selectClause(searched: SearchedTable, clause: TestedClause): SelectedClause {
  const { table } = searched;
  const { test } = clause;
  switch (test.on) {
    case "text": {
      const texts = matchMembers(searched, test.target, test.text);
      return { selection: selectMembers(searched, texts), texts };
    }
    case "value":
      return only(selectCut(searched, { dimension: test.target.dimension, condition: clause }));
    case "amount":
      return only(selectAmounts(searched, test.measure, test.amounts));
    case "id": {
      const { id } = test;
      if (!("is" in id) && id.whole?.is === "same") {
        const row = findRow(table, id.whole.text);
        return only({ op: "rows", rows: markRows([Uint32Array.from(row < 0 ? [] : [row])], table) });
      }
      const idOf = openIdTexts(table);
      return only(selectEach(searched, (row) => passesId(id, idOf(row))));
    }
  }
}

/** Select the entries whose members meet a condition. */
export function selectCut(searched: SearchedTable, cut: Pick<MemberCondition, "dimension" | "condition">): Selection {
  return selectMembers(searched, [chooseMembers(searched.table, cut, searched.check)]);
}

function only(selection: Selection): SelectedClause {
  return { selection, texts: null };
}

function matchMembers(
  { table, indexes, check }: SearchedTable,
  target: ClauseTarget | null,
  test: TextTest,
): readonly MatchedMembers[] {
  const columns = target ? [table.dimensions[target.dimension.index]!] : table.dimensions;
  return columns.flatMap((column) => {
    const { attributes } = column;
    const index = indexes.of(column);
    const [first, end] = target ? [target.attribute.index, target.attribute.index + 1] : [0, attributes.length];
    const values = matchText(index, { attributes, first, end }, test, check);
    if (values.length === 0) return [];
    return [{ column, ...measureMembers(column, index.lengths, values) }];
  });
}

/** Return the members of values, each once, with the number of tokens in each member's shortest value. */
function measureMembers(
  { codes, attributes }: DimensionColumn,
  tokens: Uint8Array,
  values: Uint32Array,
): Pick<MatchedMembers, "members" | "lengths"> {
  const size = attributes[0]!.length;
  const members = new Uint32Array(values.length);
  const lengths = new Uint8Array(codes.size);
  let found = 0;
  for (let at = 0; at < values.length; at++) {
    const member = values[at]! % size;
    const length = Math.max(1, tokens[values[at]!]!);
    if (lengths[member] === 0) members[found++] = member;
    if (lengths[member] === 0 || length < lengths[member]!) lengths[member] = length;
  }
  return { members: members.subarray(0, found), lengths };
}

function selectAmounts(searched: SearchedTable, measure: Measure, test: AmountTest): Selection {
  const { table } = searched;
  const column = table.measures[measure.index]!;
  const [numbers] = column.limbs;
  if (column.limbs.length > 1) {
    const { scale } = column;
    const amountOf = openAmounts(table, column);
    return selectEach(searched, (row) => passesAmount(test, { unscaled: amountOf(row), scale }));
  }
  const of = betweenAmounts(test, column.scale, numbers!).map(({ low, high }): Selection => ({
    op: "cut",
    cut: { numbers: numbers!, low, high },
  }));
  return of.length === 1 ? of[0]! : { op: "or", of };
}

/** Select entries by testing each row. */
function selectEach({ table, check }: SearchedTable, passes: (row: number) => boolean): Selection {
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (row % 4096 === 0) check();
    if (passes(row)) rows.push(row);
  }
  return { op: "rows", rows: markRows([Uint32Array.from(rows)], table) };
}

function passesId(test: (ClauseTest & { on: "id" })["id"], id: string): boolean {
  return "is" in test ? passesRange(test, id) : passesText(test, id);
}
