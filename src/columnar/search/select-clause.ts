import { passesAmount, passesRange, passesValue } from "../../engine/pass-value.js";
import type { CodeCut, Selection } from "../../kernel/query.js";
import type { Measure } from "../../model/cube.js";
import type { AmountTest, ClauseTest, Target, ValueTest } from "../../query/search/condition.js";
import { passesText, type TextTest } from "../../query/text/text-test.js";
import { findRow } from "../find-row.js";
import { planCut } from "../plan-groups.js";
import { openAmounts, openIdTexts } from "../open-columns.js";
import { markRows } from "../row-bitmaps.js";
import type { ColumnarTable, DimensionColumn } from "../table.js";
import { betweenAmounts } from "./amount-bounds.js";
import { matchText } from "./match-text.js";
import type { WordIndexes } from "./word-indexes.js";

/** What a search works on. */
export interface SearchedTable {
  readonly table: ColumnarTable;
  readonly indexes: WordIndexes;
  /** Throws when there is no time left; to be called now and then. */
  readonly check: () => void;
}

/** The entries of a clause: for texts also how long those are that match. */
export interface SelectedClause {
  readonly selection: Selection;
  /** Where texts match; `null` for a clause about something else. */
  readonly texts: readonly MatchedMembers[] | null;
}

/** Members of a dimension with a text that matches. */
export interface MatchedMembers {
  readonly column: DimensionColumn;
  /** For each code the number of tokens in the member's shortest value that matches; 0 for none. */
  readonly lengths: Uint8Array;
}

export function selectClause(searched: SearchedTable, test: ClauseTest): SelectedClause {
  const { table } = searched;
  switch (test.on) {
    case "text": {
      const texts = matchMembers(searched, test.target, test.text);
      return {
        selection: {
          op: "or",
          of: texts.map(({ column, lengths }) => cut(passing(column, (code) => lengths[code]! > 0))),
        },
        texts,
      };
    }
    case "value":
      return only(cut(matchValues(table.dimensions[test.target.dimension.index]!, test.target, test.value)));
    case "cut":
      return only(cut(planCut(table, test.cut)));
    case "amount":
      return only(selectAmounts(searched, test.measure, test.amounts));
    case "id": {
      const { id } = test;
      if (!("is" in id) && id.whole?.is === "same") {
        const row = findRow(table, id.whole.text);
        return only({ op: "rows", rows: markRows(row < 0 ? [] : [row], table) });
      }
      const idOf = openIdTexts(table);
      return only(selectEach(searched, (row) => passesId(id, idOf(row))));
    }
  }
}

function only(selection: Selection): SelectedClause {
  return { selection, texts: null };
}

function cut(codeCut: CodeCut): Selection {
  return { op: "cut", cut: codeCut };
}

function matchMembers(
  { table, indexes, check }: SearchedTable,
  target: Target | null,
  test: TextTest,
): readonly MatchedMembers[] {
  const columns = target ? [table.dimensions[target.dimension.index]!] : table.dimensions;
  return columns.flatMap((column) => {
    const { attributes } = column;
    const index = indexes.of(column);
    const [first, end] = target ? [target.attribute.index, target.attribute.index + 1] : [0, attributes.length];
    const values = matchText(index, { attributes, first, end }, test, check);
    if (values.length === 0) return [];
    const members = attributes[0]!.length;
    const lengths = new Uint8Array(column.codes.size);
    for (const value of values) {
      const member = value % members;
      const length = Math.max(1, index.lengths[value]!);
      if (lengths[member] === 0 || length < lengths[member]!) lengths[member] = length;
    }
    return [{ column, lengths }];
  });
}

function matchValues(column: DimensionColumn, { attribute }: Target, test: ValueTest): CodeCut {
  const values = column.attributes[attribute.index]!;
  if (test.is === "present") return passing(column, (code) => !values.isMissing(code));
  return passing(column, (code) => passesValue(test, values.at(code)));
}

function passing(column: DimensionColumn, passes: (code: number) => boolean): CodeCut {
  const pass = new Uint8Array(column.codes.size);
  const members = column.attributes[0]!.length;
  for (let code = 0; code < members; code++) if (passes(code)) pass[code] = 1;
  return { column: column.codes, pass };
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

/** Entries looked at one by one. */
function selectEach({ table, check }: SearchedTable, passes: (row: number) => boolean): Selection {
  const rows: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    if (row % 4096 === 0) check();
    if (passes(row)) rows.push(row);
  }
  return { op: "rows", rows: markRows(rows, table) };
}

function passesId(test: (ClauseTest & { on: "id" })["id"], id: string): boolean {
  return "is" in test ? passesRange(test, id) : passesText(test, id);
}
