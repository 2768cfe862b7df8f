import type { Entry } from "../../engine/entry.js";
import type { BinaryType, RowBlock } from "../client/row-reader.js";
import { integerType } from "../table/amounts.js";
import { amountColumn, type ClusterVersion, codeColumn, NO_RECORD } from "../table/version.js";
import type { ViewedVersion } from "./scope.js";

/** The columns of entries in a query, in order. */
export interface EntryColumns {
  readonly sql: string;
  readonly types: readonly BinaryType[];
}

/** List the columns of whole entries. */
export function entryColumns({ facts, members }: ClusterVersion): EntryColumns {
  const dimensions = members.map((_, at) => codeColumn(at));
  const measures = facts.measures.map((_, at) => amountColumn(at));
  return {
    sql: ["id", "source", "record", ...dimensions, ...measures].join(),
    types: [
      "Id",
      "UInt32",
      "UInt32",
      ...dimensions.map((): BinaryType => "UInt32"),
      ...facts.measures.map(({ mostDigits }) => integerType(mostDigits)),
    ],
  };
}

/** Read the entry of a row that begins with `entryColumns`. */
export function readEntry({ version, columns }: ViewedVersion, block: RowBlock, row: number): Entry {
  const { facts, members } = version;
  const source = block.number(row, 1);
  const record = block.number(row, 2);
  const codes = new Map(members.map((_, at) => [codeColumn(at), block.number(row, 3 + at)]));
  return {
    id: block.id(row, 0),
    members: columns.map((column) => column.memberAt(codes.get(column.column) ?? source)),
    amounts: facts.measures.map(({ scale }, at) => ({
      unscaled: block.integer(row, 3 + members.length + at),
      scale,
    })),
    source,
    record: record === NO_RECORD ? null : record,
  };
}
