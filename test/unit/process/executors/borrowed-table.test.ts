import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Engine } from "#src/core/engine/engine.js";
import { BorrowedTable } from "#src/process/executors/borrowed-table.js";
import type { LentData, LentSums } from "#src/process/executors/lent-data.js";
import { engineOf } from "../../../fixtures.js";

/** A table whose engines, sums and end are noted. */
function borrow() {
  const log: string[] = [];
  const held: (() => void)[] = [];
  let opened = 0;
  const table = new BorrowedTable({ model: { like: "{}", dataset: {} } } as unknown as LentData, {
    open: (_, onFreed): Engine => {
      log.push(`open ${++opened}`);
      const own = opened;
      const dispose = (): void =>
        void held.push(() => {
          log.push(`freed ${own}`);
          onFreed();
        });
      return { ...engineOf({}, {}), dispose };
    },
    addSums: (_, sums) => {
      log.push(`add ${sums as unknown as string}`);
      return () => void log.push(`remove ${sums as unknown as string}`);
    },
    onRead: () => {},
    onFreed: () => void log.push("returned"),
  });
  return { table, log, free: () => held.splice(0).forEach((end) => end()) };
}

const sums = (name: string): LentSums => name as unknown as LentSums;

describe("a table that an executor borrowed", () => {
  it("opens when it is read, with the sums that it was lent before", () => {
    const { table, log } = borrow();
    table.addSums(1, sums("a"));
    table.addSums(2, sums("b"));
    table.dropSums(1);
    assert.deepEqual(log, []);
    assert.equal(table.engine, table.engine);
    table.addSums(3, sums("c"));
    table.dropSums(2);
    assert.deepEqual(log, ["open 1", "add b", "add c", "remove b"]);
  });

  it("is opened again after it was closed, and not returned before all that was opened is freed", () => {
    const { table, log, free } = borrow();
    table.addSums(1, sums("a"));
    const first = table.engine;
    table.close();
    assert.notEqual(table.engine, first);
    table.dispose();
    assert.deepEqual(log, ["open 1", "add a", "open 2", "add a"]);
    free();
    assert.deepEqual(log.slice(4), ["freed 1", "freed 2", "returned"]);
  });

  it("is returned at once if nothing of it is open", () => {
    const { table, log, free } = borrow();
    table.dispose();
    assert.deepEqual(log, ["returned"]);
    const second = borrow();
    void second.table.engine;
    second.table.close();
    second.free();
    free();
    second.table.dispose();
    assert.deepEqual(second.log, ["open 1", "freed 1", "returned"]);
  });
});
