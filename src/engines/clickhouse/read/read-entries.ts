import type { Entry, Member } from "../../../core/engine/entry.js";
import type { BinaryType, RowBlock } from "../client/row-reader.js";
import { integerType } from "../table/amounts.js";
import type { ViewedColumn } from "../table/view-column.js";
import { inlineColumns } from "../table/inline-columns.js";
import { amountColumn, type ClusterVersion, codeColumn, NO_RECORD } from "../table/version.js";
import type { ReadScope } from "./scope.js";
import { readTextMembers } from "./text-ids.js";

/** The columns of entries in a query, in order. */
export interface EntryColumns {
  readonly sql: string;
  readonly types: readonly BinaryType[];
}

/** Columns of every entry, before those of dimensions and measures. */
const FIRST = { sql: ["id", "source", "record", "pos"], types: ["Id", "UInt32", "UInt32", "UInt64"] } as const;
const [ID, SOURCE, RECORD, POSITION] = [0, 1, 2, 3] as const;
const DIMENSIONS = FIRST.sql.length;

/** List the columns of whole entries. */
export function entryColumns({ facts }: ClusterVersion): EntryColumns {
  const { dimensions, measures } = facts;
  const members = dimensions.map(({ inline }, at) => (inline ? inlineColumns(at).text : codeColumn(at)));
  const amounts = measures.map((_, at) => amountColumn(at));
  return {
    sql: [...FIRST.sql, ...members, ...amounts].join(),
    types: [
      ...FIRST.types,
      ...dimensions.map(({ inline }): BinaryType => (inline ? "Text" : "UInt32")),
      ...measures.map(({ mostDigits }) => integerType(mostDigits)),
    ],
  };
}

/** Read the entries of rows that begin with `entryColumns`. Cost: a query for each inline dimension. */
export async function readClusterEntries(scope: ReadScope, block: RowBlock): Promise<readonly Entry[]> {
  const { columns, version } = scope.view;
  const { facts } = version;
  const members: (readonly (Member | null)[])[] = [];
  for (const column of columns) members.push(await readColumn(scope, block, column));
  return Array.from({ length: block.length }, (_, row): Entry => {
    const record = block.number(row, RECORD);
    return {
      id: block.id(row, ID),
      members: members.map((column) => column[row]!),
      amounts: facts.measures.map(({ scale }, at) => ({
        unscaled: block.integer(row, DIMENSIONS + facts.dimensions.length + at),
        scale,
      })),
      source: block.number(row, SOURCE),
      record: record === NO_RECORD ? null : record,
    };
  });
}

/** Return the position of a row that begins with `entryColumns`. */
export function entryPosition(block: RowBlock, row: number): number {
  return block.number(row, POSITION);
}

/** Read the members of a dimension. */
async function readColumn(
  scope: ReadScope,
  block: RowBlock,
  column: ViewedColumn,
): Promise<readonly (Member | null)[]> {
  const rows = Array.from({ length: block.length }, (_, row) => row);
  const textsOf = (dimension: number): readonly (string | null)[] =>
    rows.map((row) => block.text(row, DIMENSIONS + dimension));
  if (column.isInline) {
    const positions = rows.map((row) => entryPosition(block, row));
    return readTextMembers(scope, column, textsOf(column.dimension.index), positions);
  }
  const { ofTexts } = column;
  if (ofTexts) return textsOf(ofTexts.from.dimension.index).map((text) => column.memberAt(ofTexts.codeOf(text)));
  const { dimensions } = scope.view.version.facts;
  const stored = dimensions.findIndex((_, at) => codeColumn(at) === column.column);
  const at = stored < 0 ? SOURCE : DIMENSIONS + stored;
  return rows.map((row) => column.memberAt(block.number(row, at)));
}
