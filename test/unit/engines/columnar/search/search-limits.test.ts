import assert from "node:assert/strict";
import { after, before, describe, it, mock } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Cancellation } from "#src/core/engine/cancellation.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { parameters } from "#src/core/query/parameters.js";
import { loadRows } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";
import { bindSearch } from "../../../../bind-search.js";

const ROWS = 50_000;
/** Most rows between two checks. */
const BLOCK = 2 ** 14;

const model = spendingModel();
const rows = Array.from({ length: ROWS }, (_, at) => ({
  id: `${at}`,
  paid: BigInt(at),
  code: `c${at % 5000}`,
  function: `School ${at % 5000} town${at % 77}`,
}));

const kernel = Kernel.start();
after(() => kernel.close());
const engine = loadRows(columnarFormat(kernel), model, rows);

async function search(query: Readonly<Record<string, string>>, signal?: Cancellation): Promise<number> {
  const bound = bindSearch(model, parameters(Object.entries(query)));
  return withReader(engine, { maxCells: 1e6, deadline: Infinity, signal }, async (reader) => {
    const { numEntries } = await reader.search(bound.queries[0]!);
    return numEntries;
  });
}

/** Count the checks of a search, after one that fills the caches. */
async function countChecks(query: Readonly<Record<string, string>>): Promise<number> {
  let checks = 0;
  const signal: Cancellation = {
    get aborted() {
      checks++;
      return false;
    },
    addEventListener() {},
    removeEventListener() {},
  };
  await search(query);
  await search(query, signal);
  return checks;
}

describe("a search of many entries", () => {
  // Long steps are followed by one more check, so that the number of checks would depend on the machine.
  before(() => void mock.method(performance, "now", () => 0));
  after(() => mock.restoreAll());

  it("checks its deadline while it scores, sorts and counts", async () => {
    const selecting = await countChecks({ q: "school", pagesize: "0" });
    const sorting = await countChecks({ q: "school", order: "amount:desc" });
    const scoring = await countChecks({ q: "school", order: "score:desc" });
    const least = Math.floor(ROWS / BLOCK);
    assert.ok(sorting >= selecting + least, `${sorting} after ${selecting}`);
    assert.ok(scoring >= sorting + least, `${scoring} after ${sorting}`);
  });

  it("checks it not much more often for equal clauses", async () => {
    const once = await countChecks({ q: "sch*" });
    const often = await countChecks({ q: Array.from({ length: 500 }, (_, at) => `sch*^${at}`).join(" OR ") });
    assert.equal(often, once);
  });
});
