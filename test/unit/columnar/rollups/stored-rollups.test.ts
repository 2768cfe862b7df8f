import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { budgetOf } from "#src/columnar/rollups/budget.js";
import { OverMemoryLimit } from "#src/kernel/query/errors.js";
import { Kernel } from "#src/kernel/kernel.js";
import { ask, ASKED, freeze, heldBy, loadTown, makeFrozen, openAgain, openIdle, SHARE, thaw } from "./stored.js";
import { backgroundHere } from "./summed.js";

let used = 0;
const memory = { bytes: 2 ** 40, used: (): number => used };
const kernel = Kernel.start({ memory });
after(() => kernel.close());
const plain = loadTown(kernel);
after(() => plain.dispose());

describe("cuboids that were stored", () => {
  it("are there again with what was asked, and answer as the entries do", async () => {
    assert.ok(plain.table.measures[0]!.limbs.length > 1);
    const { frozen, held } = await makeFrozen(kernel, plain);
    const engine = openIdle(kernel, plain);
    thaw(engine, frozen);
    assert.deepEqual(heldBy(engine), held);
    assert.equal(engine.extras!.isNew, false);
    assert.deepEqual(await freeze(engine), frozen);
    for (const text of ASKED) {
      const { answer, work } = await ask(engine, text);
      assert.equal(work.table, "cuboid", text);
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

  it("need not be made again before anything is asked", async () => {
    const { frozen } = await makeFrozen(kernel, plain);
    let runs = 0;
    const engine = openAgain(kernel, plain, { share: SHARE, overhead: 0, run: async () => void runs++ });
    thaw(engine, frozen);
    engine.sumUp();
    assert.equal(runs, 0);
    engine.dispose();
  });

  it("are those that save most where there is room for fewer", async () => {
    const { frozen, held } = await makeFrozen(kernel, plain);
    const few = openIdle(kernel, plain, 0.02);
    const read = thaw(few, frozen);
    assert.ok(few.cuboids.held.length > 0 && few.cuboids.held.length < held.length);
    assert.equal(read.filter(Boolean).length, few.cuboids.held.length);
    assert.ok(few.cuboids.bytes <= budgetOf(few.table, 0.02).bytes);
    for (const text of ASKED) assert.deepEqual((await ask(few, text)).answer, (await ask(plain, text)).answer);
    few.dispose();
    assert.equal(openIdle(kernel, plain, 0).extras, null);
  });

  it("are not read where the process has no memory for them", async () => {
    const { frozen } = await makeFrozen(kernel, plain);
    const engine = openIdle(kernel, plain);
    used = memory.bytes;
    assert.throws(() => thaw(engine, frozen), OverMemoryLimit);
    used = 0;
    assert.deepEqual(engine.cuboids.held, []);
    engine.dispose();
  });

  it("are given back where they could not be read to the end", async () => {
    const { frozen } = await makeFrozen(kernel, plain);
    const engine = openIdle(kernel, plain);
    engine
      .extras!.thaw(
        frozen.header,
        frozen.parts.map(({ length }) => length),
      )
      .dispose();
    assert.deepEqual([engine.cuboids.held, engine.extras!.isNew], [[], false]);
    engine.dispose();
  });

  it("stay whole while they are written, whatever becomes of them", async () => {
    const engine = openIdle(kernel, plain);
    thaw(engine, (await makeFrozen(kernel, plain)).frozen);
    const before = await freeze(engine);
    await engine.extras!.keep(async ({ parts }) => {
      engine.dispose();
      assert.deepEqual(
        parts.map((part) => Buffer.from(part)),
        before.parts.map((part) => Buffer.from(part)),
      );
    });
  });

  it("are news when others were made, and once more where they could not be written", async () => {
    const engine = openAgain(kernel, plain, backgroundHere(kernel, SHARE));
    let news = 0;
    engine.extras!.watch(() => news++);
    assert.equal(engine.extras!.isNew, false);
    await ask(engine, "drilldown=region");
    assert.ok(news === 1 && engine.extras!.isNew);
    const fault = new Error("no space");
    await assert.rejects(
      engine.extras!.keep(() => Promise.reject(fault)),
      fault,
    );
    assert.equal(engine.extras!.isNew, true);
    await freeze(engine);
    assert.equal(engine.extras!.isNew, false);
    engine.dispose();
  });
});
