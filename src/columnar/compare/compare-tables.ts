import type { ChangedRows } from "../../engine/changed-rows.js";
import type { Both, SharedFields } from "../../model/shared-fields.js";
import type { Pace } from "../base/pace.js";
import { RowList } from "../base/row-list.js";
import type { ColumnarTable } from "../table/table.js";
import { IdCursor } from "./id-cursor.js";
import { openDifferences } from "./mark-differences.js";

/** Pairs of rows that are compared at once. */
const BATCH = 8192;

/**
 * Join the rows of two tables by their ids, and compare the shared fields of those that both have.
 * Cost: ids and fields of all rows once; memory: 4 bytes for each row that differs.
 * @param most ends once as many rows differ
 */
export async function compareTables(
  tables: Both<ColumnarTable>,
  shared: SharedFields,
  pace: Pace,
  most: number,
): Promise<ChangedRows> {
  const [before, after] = [new IdCursor(tables.before), new IdCursor(tables.after)];
  const mark = openDifferences(tables, shared);
  const [added, removed, earlier, later] = [new RowList(), new RowList(), new RowList(), new RowList()];
  const pairs = { before: new Uint32Array(BATCH), after: new Uint32Array(BATCH), length: 0 };
  const marks = new Uint8Array(BATCH);
  const comparePairs = (): void => {
    marks.fill(0);
    mark(pairs, marks);
    for (let at = 0; at < pairs.length; at++) {
      if (marks[at] === 0) continue;
      earlier.push(pairs.before[at]!);
      later.push(pairs.after[at]!);
    }
    pairs.length = 0;
  };
  let visited = 0;
  while (!before.isAtEnd || !after.isAtEnd) {
    const order = before.isAtEnd ? 1 : after.isAtEnd ? -1 : before.compare(after);
    if (order < 0) {
      removed.push(before.row);
      before.next();
    } else if (order > 0) {
      added.push(after.row);
      after.next();
    } else {
      pairs.before[pairs.length] = before.row;
      pairs.after[pairs.length++] = after.row;
      before.next();
      after.next();
    }
    if (++visited % BATCH !== 0) continue;
    comparePairs();
    if (added.length + removed.length + later.length >= most) break;
    await pace.step();
  }
  comparePairs();
  return {
    added: added.take(),
    removed: removed.take(),
    changed: { before: earlier.take(), after: later.take() },
  };
}
