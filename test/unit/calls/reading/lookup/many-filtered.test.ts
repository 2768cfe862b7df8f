import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Reader } from "#src/core/engine/engine.js";
import type { Condition } from "#src/core/query/condition/condition.js";
import { filterClause } from "#src/core/query/condition/condition.js";
import { warnOfFilters } from "#src/calls/reading/lookup/missing-values.js";
import { engineOf, spendingModel } from "../../../../fixtures.js";

const model = spendingModel();
const region = model.dimensions.find(({ name }) => name === "region")!;
const wanted: Condition = filterClause({
  on: "value",
  target: { dimension: region, attribute: region.identity },
  value: { is: "one of", values: ["Nowhere"] },
});

describe("warnings about filters of many datasets", () => {
  it("give way to other work, and look for similar values in few datasets only", async (context) => {
    const asked = { values: 0, members: 0 };
    let turns = 0;
    let isOver = false;
    let clock = 0;
    context.mock.method(performance, "now", () => clock);
    /** Take as long as a small dataset does. */
    const spend = (): void => void (clock += 0.1);
    const reads: Partial<Reader> = {
      haveEntries: async (tests) => (asked.values++, spend(), tests.map(() => false)),
      countMembers: async () => (asked.members++, 0),
      distinct: async () => ({ members: [], count: 0 }),
    };
    const engine = engineOf({}, reads);
    const datasets = Array.from({ length: 2000 }, () => ({ model, engine, filters: [wanted] }));
    const warned = warnOfFilters(datasets, 0, UNBOUNDED).finally(() => (isOver = true));
    const hasEnded = (): boolean => isOver;
    while (!hasEnded()) {
      await setImmediate();
      turns++;
    }
    assert.deepEqual(await warned, ['No entry has region "Nowhere"']);
    assert.equal(asked.values, 2000);
    assert.ok(asked.members <= 200, `${asked.members}`);
    assert.ok(turns >= 20, `${turns}`);
  });
});
