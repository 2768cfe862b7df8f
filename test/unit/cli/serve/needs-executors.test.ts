import { deepEqual } from "node:assert/strict";
import { it } from "node:test";
import { needsExecutors } from "#src/cli/serve/needs-executors.js";
import { engineOf } from "../../../fixtures.js";

const datasets = (count: number, numEntries: number) =>
  Array.from({ length: count }, () => ({ engine: engineOf({ numEntries }, {}) }));

it("threads are started at once for many entries, of one dataset or of all, and for many datasets", () => {
  const needed = (count: number, numEntries: number): boolean => needsExecutors(datasets(count, numEntries));
  deepEqual([needed(1, 100_000), needed(20, 5000), needed(500, 1)], [true, true, true]);
  deepEqual([needed(0, 0), needed(1, 99_999), needed(19, 5000), needed(499, 200)], [false, false, false, false]);
});
