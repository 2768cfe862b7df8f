import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { budgetOf } from "#src/engines/columnar/rollups/budget.js";
import { nameParts } from "#src/engines/columnar/rollups/grouping-set.js";
import type { Background } from "#src/engines/columnar/rollups/builder.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { loadRows } from "../../../../contract/sample.js";
import { queryParameters, type Row, spendingModel } from "../../../../fixtures.js";
import { backgroundHere } from "./summed.js";

const model = spendingModel();
const kernel = Kernel.start();
after(() => kernel.close());

const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };
const ROWS = 20_000;
const SHARE = 0.25;

/** Thousands of days and few years: too many days for a rollup. */
function rowOf(at: number): Row {
  const day = new Date(Date.UTC(2000, 0, 1 + ((at * 7) % 4999))).toISOString().slice(0, 10);
  return { id: `${at}`, paid: BigInt(at * 31) - 9n, region: `r${(at * 5) % 23}`, code: `${at % 11}`, date: day };
}

const plain = loadRows(
  columnarFormat(kernel),
  model,
  Array.from({ length: ROWS }, (_, at) => rowOf(at)),
) as ColumnarEngine;
after(() => plain.dispose());

/** Open another engine of the same table; its disposal releases nothing that the others need. */
function open(background: Background): ColumnarEngine {
  for (const memory of plain.table.memories) memory.retain();
  return new ColumnarEngine(kernel, plain.table, { background });
}

async function ask(engine: ColumnarEngine, text: string): Promise<unknown> {
  const { query } = bindAggregate(model, queryParameters(text), 1024);
  const answer = await gatherCells(await withReader(engine, BOUNDS, (reader) => reader.aggregate(query)));
  await engine.settle();
  return answer;
}

function heldBy(engine: ColumnarEngine): readonly string[] {
  return engine.rollups.held.map(({ grouping }) => nameParts(model, grouping).join());
}

function inBudget({ rollups }: ColumnarEngine): boolean {
  return rollups.held.length <= 8 && rollups.bytes <= budgetOf(plain.table, SHARE).bytes;
}

describe("the rollup advisor", () => {
  it("builds a first rollup before any query when it is started", async () => {
    const engine = open(backgroundHere(kernel, SHARE));
    engine.derived!.start();
    await engine.settle();
    const [first, ...others] = heldBy(engine);
    assert.ok(first?.includes("time.year"), first);
    assert.deepEqual(others, []);
    engine.derived!.start();
    await engine.settle();
    assert.deepEqual(heldBy(engine), [first]);
    engine.dispose();
  });

  it("builds a first rollup after a query if there is none", async () => {
    const engine = open(backgroundHere(kernel, SHARE));
    await ask(engine, "drilldown=region");
    assert.ok(
      heldBy(engine).some((names) => names.includes("region")),
      heldBy(engine).join(" "),
    );
    engine.dispose();
  });

  it("builds rollups for members under a cut, too, and these answer alike", async () => {
    const engine = open(backgroundHere(kernel, SHARE));
    const region = model.dimensions.find(({ name }) => name === "region")!;
    const { query } = bindDistinct(model, region, queryParameters("cut=time.month:03&pagesize=4"), 1024);
    const wanted = await withReader(plain, BOUNDS, (reader) => reader.distinct(query));
    assert.ok(wanted.count > 4);
    for (let times = 0; times < 20; times++) {
      assert.deepEqual(await withReader(engine, BOUNDS, (reader) => reader.distinct(query)), wanted);
      await engine.settle();
    }
    assert.ok(heldBy(engine).includes("time.month,region"), heldBy(engine).join(" "));
    assert.deepEqual(await withReader(engine, BOUNDS, (reader) => reader.distinct(query)), wanted);
    engine.dispose();
  });

  it("builds a rollup for a repeated query, by attributes if the query uses these", async () => {
    const engine = open(backgroundHere(kernel, SHARE));
    const text = "drilldown=time.month&cut=region:r3";
    // The first rollup has the dimensions that queries are likely to use.
    await ask(engine, "");
    await ask(engine, text);
    assert.ok(!heldBy(engine).includes("time.month,region"));
    const wanted = await ask(plain, text);
    for (let times = 0; times < 20; times++) assert.deepEqual(await ask(engine, text), wanted);
    assert.ok(heldBy(engine).includes("time.month,region"), heldBy(engine).join(" "));
    const built = engine.rollups.held.find(({ grouping }) => nameParts(model, grouping).includes("time.month"))!;
    assert.ok(built.rows <= 12 * 23, `${built.rows}`);
    assert.ok(inBudget(engine));
    engine.dispose();
  });

  it("reviews rollups only after queries have cost as much as the last review", async () => {
    let runs = 0;
    const here = backgroundHere(kernel, SHARE);
    const engine = open({ ...here, run: (...rest) => (runs++, here.run(...rest)) });
    await ask(engine, "drilldown=region");
    assert.equal(runs, 1);
    for (let times = 0; times < 100; times++) await ask(engine, "drilldown=region");
    assert.ok(runs <= 2, `${runs}`);
    engine.dispose();
  });

  it("stays within the budget and changes no answer for any queries", async () => {
    const references = model.dimensions.flatMap(({ name, attributes }) => [
      name,
      ...attributes.map((each) => `${name}.${each.name}`),
    ]);
    const queries = fc.array(
      fc.record({
        drilldown: fc.uniqueArray(fc.constantFrom(...references), { maxLength: 3 }).map((names) => names.join("|")),
        cut: fc.constantFrom("", "region:r1", "region:r1|region:r2", "time.year:2003", "cofog1.name:3|time.month:04"),
      }),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom(SHARE, 0.02), async (mix, share) => {
        const engine = open(backgroundHere(kernel, share));
        const { bytes } = budgetOf(plain.table, share);
        for (const [at, parts] of [...mix, ...mix].entries()) {
          const text = new URLSearchParams({ ...parts, order: "amount:desc", pagesize: "50" }).toString();
          const answer = await ask(engine, text);
          if (at % 8 === 0) assert.deepEqual(answer, await ask(plain, text), text);
          assert.ok(engine.rollups.bytes <= bytes && engine.rollups.held.length <= 8, heldBy(engine).join(" "));
        }
        engine.dispose();
        assert.equal(engine.rollups.bytes, 0);
      }),
      { numRuns: 10 },
    );
  });

  it("stays within the budget when thousands of grouping sets are requested twice each", async () => {
    const references = model.dimensions.flatMap(({ name, attributes }) =>
      attributes.map((each) => `${name}.${each.name}`),
    );
    const engine = open(backgroundHere(kernel, SHARE));
    let requested = 0;
    for (const one of references) {
      for (const other of references) {
        for (const cut of ["", "region:r1", "time.month:04"]) {
          const text = new URLSearchParams({ drilldown: [...new Set([one, other])].join("|"), cut, pagesize: "1" });
          for (let times = 0; times < 2; times++) await ask(engine, `${text}`);
          assert.ok(inBudget(engine), heldBy(engine).join(" "));
          requested++;
        }
      }
    }
    assert.ok(requested > 1000 && engine.rollups.held.length > 1, `${requested}`);
    engine.dispose();
  });

  it("leaves nothing behind if the table is disposed of during a build", async () => {
    let ended = Promise.resolve();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const here = backgroundHere(kernel, SHARE);
    const engine = open({
      ...here,
      run: (columns, use, signal) => {
        const slow = async (): Promise<void> => {
          await held;
          await here.run(columns, use, signal);
        };
        ended = slow().catch((error: unknown) => assert.equal(error, signal.reason));
        return ended;
      },
    });
    const { query } = bindAggregate(model, queryParameters("drilldown=region"), 1024);
    await withReader(engine, BOUNDS, (reader) => reader.aggregate(query));
    engine.dispose();
    release();
    await ended;
    await engine.settle();
    assert.deepEqual(engine.rollups.held, []);
    assert.ok(plain.table.memories.every(({ released }) => !released));
    // Each memory is held once again: by the table that all tests read.
    assert.equal((await ask(plain, "")) !== null, true);
  });
});
