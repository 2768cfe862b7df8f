import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/columnar/builder.js";
import { ColumnarEngine } from "#src/columnar/engine.js";
import { Kernel } from "#src/kernel/kernel.js";
import { bindAggregate } from "#src/query/bind.js";
import { loadRows } from "../../contract/sample.js";
import { queryParameters, type Row, spendingModel } from "../../fixtures.js";

const model = spendingModel();
const kernel = Kernel.start();
after(() => kernel.close());

const ROWS: readonly Row[] = Array.from({ length: 64 }, (_, at) => ({
  id: String(at),
  paid: BigInt(at),
  region: `region ${at % 4}`,
  code: String(at % 8),
  date: `20${10 + (at % 2)}-01-01`,
}));
const NO_LIMIT = { bytes: Number.POSITIVE_INFINITY };

function engineOf(): ColumnarEngine {
  const engine = loadRows(columnarFormat(kernel), model, ROWS);
  assert.ok(engine instanceof ColumnarEngine);
  return engine;
}

function dimensions(...names: readonly string[]): readonly number[] {
  return names.map((name) => model.dimensions.findIndex((each) => each.name === name));
}

/** Rows of the table that answers a query; `null` for the entries. */
function answersFrom({ cuboids }: ColumnarEngine, text: string): number | null {
  return cuboids.find(bindAggregate(model, queryParameters(text), 1024).query)?.rows ?? null;
}

describe("cuboids", () => {
  it("answer what their dimensions and attributes cover, the smallest first", () => {
    const engine = engineOf();
    assert.ok(engine.cuboids.make(dimensions("time", "region"), NO_LIMIT));
    assert.ok(engine.cuboids.make(dimensions("region"), NO_LIMIT));
    assert.equal(answersFrom(engine, ""), 4);
    assert.equal(answersFrom(engine, "drilldown=region"), 4);
    assert.equal(answersFrom(engine, "drilldown=year&cut=region:region 1"), 4);
    assert.equal(answersFrom(engine, "drilldown=time"), 4);
    engine.dispose();
  });

  it("leave to the entries what they do not cover", () => {
    const engine = engineOf();
    const ids = dimensions("time", "region");
    assert.ok(engine.cuboids.make(ids, NO_LIMIT));
    assert.equal(answersFrom(engine, "drilldown=region"), 4);
    assert.equal(answersFrom(engine, "drilldown=region&q=north"), null);
    assert.equal(answersFrom(engine, "drilldown=region&fq=amount:[1 TO 2]"), null);
    const other = model.dimensions.find(({ index }) => !ids.includes(index))!.name;
    assert.equal(answersFrom(engine, `drilldown=${other}`), null);
    engine.dispose();
  });

  it("are made once for the same dimensions", () => {
    const engine = engineOf();
    assert.ok(engine.cuboids.make(dimensions("time", "region"), NO_LIMIT));
    assert.ok(engine.cuboids.make(dimensions("region", "time", "region"), NO_LIMIT));
    assert.equal(engine.cuboids.held.length, 1);
    engine.dispose();
  });

  it("are not made with more than a quarter of the entries, and nothing else is lost by it", () => {
    const engine = engineOf();
    assert.ok(engine.cuboids.make(dimensions("region"), NO_LIMIT));
    const before = engine.cuboids.held;
    assert.equal(engine.cuboids.make(model.dimensions.keys(), NO_LIMIT), false);
    assert.equal(engine.cuboids.held, before);
    engine.dispose();
  });

  it("never take more bytes than they may, whatever is to be made", () => {
    const sets = fc.array(fc.subarray([...model.dimensions.keys()]), { maxLength: 12 });
    fc.assert(
      fc.property(sets, fc.integer({ min: 0, max: 6000 }), (wanted, bytes) => {
        const engine = engineOf();
        for (const each of wanted) {
          const before = engine.cuboids.held.length;
          const isThere = engine.cuboids.make(each, { bytes, rows: ROWS.length });
          assert.ok(engine.cuboids.bytes <= bytes);
          if (!isThere) assert.equal(engine.cuboids.held.length, before);
        }
        engine.dispose();
      }),
      { numRuns: 50 },
    );
  });

  it("are given back with the table", () => {
    const engine = engineOf();
    assert.ok(engine.cuboids.make(dimensions("region"), NO_LIMIT));
    const [{ memory } = assert.fail()] = engine.cuboids.held;
    engine.dispose();
    assert.ok(memory.released);
    assert.equal(engine.cuboids.bytes, 0);
  });
});
