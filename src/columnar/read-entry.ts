import type { Entry } from "../engine/engine.js";
import { readMember } from "./members.js";
import { readAmount, readCode, readId, readSource } from "./read-row.js";
import type { ColumnarTable } from "./table.js";

/** A row with everything in it. */
export function readEntry(table: ColumnarTable, row: number): Entry {
  return {
    id: Buffer.from(readId(table, row)).toString("hex"),
    members: table.dimensions.map((each) => readMember(each, readCode(table, each.codes, row))),
    amounts: table.measures.map((each) => readAmount(table, each, row)),
    source: readSource(table, row),
  };
}
