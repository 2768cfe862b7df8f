import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { budgetOf } from "#src/engines/columnar/rollups/budget.js";
import { OverMemoryLimit } from "#src/engines/kernel/memory/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { ask, ASKED, serialize, heldBy, loadTown, makeSerialized, openAgain, openIdle, SHARE, open } from "./stored.js";
import { backgroundHere } from "./summed.js";

let used = 0;
const memory = { bytes: 2 ** 40, used: (): number => used };
const kernel = Kernel.start({ memory });
after(() => kernel.close());
const plain = loadTown(kernel);
after(() => plain.dispose());

describe("stored rollups", () => {
  it("are read again with the query counts, and answer as the entries do", async () => {
    assert.ok(plain.table.measures[0]!.limbs.length > 1);
    const { serialized, held } = await makeSerialized(kernel, plain);
    const engine = openIdle(kernel, plain);
    open(engine, serialized);
    assert.deepEqual(heldBy(engine), held);
    assert.equal(engine.derived!.isNew, false);
    assert.deepEqual(await serialize(engine), serialized);
    for (const text of ASKED) {
      const { answer, work } = await ask(engine, text);
      assert.equal(work.table, "rollup", text);
      assert.deepEqual(answer, (await ask(plain, text)).answer, text);
    }
    const parts = ["time.year", "time.month", "region", "cofog1", "cofog1.label", "rate", "until.year"];
    const queries = fc.record({
      drilldown: fc.uniqueArray(fc.constantFrom(...parts), { maxLength: 3 }).map((names) => names.join("|")),
      cut: fc.constantFrom("", "region:r1", "region:r1|region:r2", "time.year:2003", "cofog1.label:F3|time.month:04"),
      order: fc.constantFrom("amount:desc", "amount:asc"),
    });
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const text = new URLSearchParams(query).toString();
        assert.deepEqual((await ask(engine, text)).answer, (await ask(plain, text)).answer, text);
      }),
    );
    engine.dispose();
  });

  it("are not built again", async () => {
    const { serialized } = await makeSerialized(kernel, plain);
    let runs = 0;
    const engine = openAgain(kernel, plain, { share: SHARE, overhead: 0, run: async () => void runs++ });
    open(engine, serialized);
    engine.derived!.start();
    assert.equal(runs, 0);
    engine.dispose();
  });

  it("are only those that save most if the limits are lower", async () => {
    const { serialized, held } = await makeSerialized(kernel, plain);
    const few = openIdle(kernel, plain, 0.02);
    const read = open(few, serialized);
    assert.ok(few.rollups.held.length > 0 && few.rollups.held.length < held.length);
    assert.equal(read.filter(Boolean).length, few.rollups.held.length);
    assert.ok(few.rollups.bytes <= budgetOf(few.table, 0.02).bytes);
    for (const text of ASKED) assert.deepEqual((await ask(few, text)).answer, (await ask(plain, text)).answer);
    few.dispose();
    assert.equal(openIdle(kernel, plain, 0).derived, null);
  });

  it("are not read if the process lacks memory for them", async () => {
    const { serialized } = await makeSerialized(kernel, plain);
    const engine = openIdle(kernel, plain);
    used = memory.bytes;
    assert.throws(() => open(engine, serialized), OverMemoryLimit);
    used = 0;
    assert.deepEqual(engine.rollups.held, []);
    engine.dispose();
  });

  it("are released if reading ends early", async () => {
    const { serialized } = await makeSerialized(kernel, plain);
    const engine = openIdle(kernel, plain);
    engine
      .derived!.open(
        serialized.header,
        serialized.parts.map(({ length }) => length),
      )
      .dispose();
    assert.deepEqual([engine.rollups.held, engine.derived!.isNew], [[], false]);
    engine.dispose();
  });

  it("stay readable while they are written, even if their engine is disposed of", async () => {
    const engine = openIdle(kernel, plain);
    open(engine, (await makeSerialized(kernel, plain)).serialized);
    const before = await serialize(engine);
    await engine.derived!.keep(async ({ parts }) => {
      engine.dispose();
      assert.deepEqual(
        parts.map((part) => Buffer.from(part)),
        before.parts.map((part) => Buffer.from(part)),
      );
    });
  });

  it("are new after others were built, and again after a failed write", async () => {
    const engine = openAgain(kernel, plain, backgroundHere(kernel, SHARE));
    let news = 0;
    engine.derived!.watch(() => news++);
    assert.equal(engine.derived!.isNew, false);
    await ask(engine, "drilldown=region");
    assert.ok(news === 1 && engine.derived!.isNew);
    const error = new Error("no space");
    await assert.rejects(
      engine.derived!.keep(() => Promise.reject(error)),
      error,
    );
    assert.equal(engine.derived!.isNew, true);
    await serialize(engine);
    assert.equal(engine.derived!.isNew, false);
    engine.dispose();
  });
});
