import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { carryStatistics } from "#src/engines/columnar/rollups/rollup-snapshot.js";
import { describeRollups } from "#src/engines/columnar/rollups/rollups-header.js";
import { readRollups } from "#src/engines/columnar/rollups/read-rollups.js";
import { nameParts } from "#src/engines/columnar/rollups/grouping-set.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { ask, ASKED, changedModel, serialize, heldBy, loadTown, openAgain, openIdle, ROWS, SHARE } from "./stored.js";
import { backgroundHere } from "./summed.js";

const kernel = Kernel.start();
after(() => kernel.close());
const plain = loadTown(kernel);
after(() => plain.dispose());

describe("query counts of a version", () => {
  it("are carried by names to the next one and halved, if that has these attributes", async () => {
    const before = openAgain(kernel, plain, backgroundHere(kernel, SHARE));
    const queries = [...ASKED, "drilldown=cofog1.color|region"];
    for (let times = 0; times < 9; times++) for (const text of queries) await ask(before, text);
    await ask(before, "drilldown=region|time.year");
    const to = { model: changedModel(), rows: ROWS * 2 };
    const carried = carryStatistics(before.table, to, (await countsOf(before)).requested);
    const named = carried.map(({ grouping, asks, entries }) => ({
      names: nameParts(to.model, grouping),
      asks,
      entries,
    }));
    assert.deepEqual(named.map(({ names }) => names.join()).toSorted(), [
      "",
      "cofog1",
      "cofog1.label,region",
      "time.month,region",
    ]);
    for (const { asks, entries } of named) assert.ok(asks === 4 && entries > 0 && entries <= to.rows);
    before.dispose();
  });

  it("are carried with the next version's own keys, in any order of its attributes", () => {
    const { model } = plain.table;
    const cofog1 = model.dimensions.find(({ name }) => name === "cofog1")!;
    const attributes = cofog1.attributes.toReversed().map((each, index) => ({ ...each, index }));
    const dimensions = model.dimensions.map((each) => (each === cofog1 ? { ...each, attributes } : each));
    const grouping = [{ dimension: cofog1.index, attributes: [0, 1] }];
    const to = { model: { ...model, dimensions }, rows: ROWS };
    const [carried] = carryStatistics(plain.table, to, [{ grouping, asks: 2, entries: ROWS }]);
    const last = attributes.length - 1;
    assert.deepEqual(carried!.grouping, [{ dimension: cofog1.index, attributes: [last - 1, last] }]);
  });

  it("are refused in a header that names attributes in another order, or twice", async () => {
    const { model } = plain.table;
    const { name, attributes } = model.dimensions.find((each) => each.name === "cofog1")!;
    const [first, second] = attributes.map((each) => each.name) as [string, string];
    const header = (names: readonly string[]): unknown => ({
      ...describeRollups(model, plain.table.rows, [], []),
      requested: [{ shape: [{ dimension: name, attributes: names }], asks: 1, entries: 1 }],
    });
    assert.equal(readRollups(plain.table, header([first, second]), []).requested.length, 1);
    for (const names of [
      [second, first],
      [first, first],
    ]) {
      assert.throws(() => readRollups(plain.table, header(names), []), DamagedStore);
    }
  });

  it("lead to rollups at once, before the next query", async () => {
    const before = openAgain(kernel, plain, backgroundHere(kernel, SHARE));
    const text = ASKED[0]!;
    for (let times = 0; times < 8; times++) await ask(before, text);
    const next = openAgain(kernel, plain, backgroundHere(kernel, SHARE));
    next.derived!.resume(before.derived!);
    before.dispose();
    await next.settle();
    assert.ok(heldBy(next).includes("time.month,region"), heldBy(next).join(" "));
    const { answer, work } = await ask(next, text);
    assert.equal(work.table, "rollup");
    assert.deepEqual(answer, (await ask(plain, text)).answer);
    next.dispose();
  });

  it("start nothing if there are none", async () => {
    let runs = 0;
    const before = openIdle(kernel, plain);
    const next = openAgain(kernel, plain, { share: SHARE, overhead: 0, run: async () => void runs++ });
    next.derived!.resume(before.derived!);
    assert.equal(runs, 0);
    for (const engine of [before, next]) engine.dispose();
  });
});

async function countsOf(engine: ColumnarEngine): Promise<ReturnType<typeof readRollups>> {
  const { header, parts } = await serialize(engine);
  return readRollups(
    engine.table,
    header,
    parts.map(({ length }) => length),
  );
}
