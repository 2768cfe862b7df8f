import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { GroupingSet } from "#src/engines/columnar/rollups/grouping-set.js";
import { groupingOfQuery } from "#src/engines/columnar/rollups/grouping-of-query.js";
import { splitFilters } from "#src/engines/columnar/select/split-filters.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { loadRows } from "../../../../contract/sample.js";
import { NO_LIMIT, builderOf } from "./summed.js";
import { queryParameters, type Row, spendingModel } from "../../../../fixtures.js";
import { groupingOfMembers } from "../../../../grouping-of-members.js";

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

function engineOf(): ColumnarEngine {
  const engine = loadRows(columnarFormat(kernel), model, ROWS);
  assert.ok(engine instanceof ColumnarEngine);
  return engine;
}

function dimensions(...names: readonly string[]): GroupingSet {
  return groupingOfMembers(names.map((name) => model.dimensions.findIndex((each) => each.name === name)));
}

function build(engine: ColumnarEngine, grouping: GroupingSet, bounds = NO_LIMIT): Promise<boolean> {
  return engine.rollups.build(builderOf(kernel, engine), grouping, bounds);
}

/** Return the rows of the rollup that answers a query; `null` for the entries. */
function answersFrom({ rollups, table }: ColumnarEngine, text: string): number | null {
  const { keys, filters } = bindAggregate(model, queryParameters(text), 1024).query;
  const grouping = groupingOfQuery(table, keys, splitFilters(filters));
  return (grouping && rollups.find(grouping)?.rows) ?? null;
}

describe("rollups", () => {
  it("answer queries that their dimensions and attributes cover, the smallest first", async () => {
    const engine = engineOf();
    assert.ok(await build(engine, dimensions("time", "region")));
    assert.ok(await build(engine, dimensions("region")));
    assert.equal(answersFrom(engine, ""), 4);
    assert.equal(answersFrom(engine, "drilldown=region"), 4);
    assert.equal(answersFrom(engine, "drilldown=year&cut=region:region 1"), 4);
    assert.equal(answersFrom(engine, "drilldown=time"), 4);
    assert.equal(answersFrom(engine, "cut=!region:region 1|time.year:[2009 TO *]"), 4);
    assert.equal(answersFrom(engine, "fq=time:[2009 TO 2010]&fq=-time:[* TO *]"), 4);
    engine.dispose();
  });

  it("leave queries that they do not cover to the entries", async () => {
    const engine = engineOf();
    const ids = dimensions("time", "region");
    assert.ok(await build(engine, ids));
    assert.equal(answersFrom(engine, "drilldown=region"), 4);
    assert.equal(answersFrom(engine, "drilldown=region&q=north"), null);
    assert.equal(answersFrom(engine, "drilldown=region&fq=amount:[1 TO 2]"), null);
    assert.equal(answersFrom(engine, "fq=time:[2009 TO 2010] OR rate:[1 TO 2]"), null);
    assert.equal(answersFrom(engine, "cut=!rate:[1 TO 2]"), null);
    const other = model.dimensions.find(({ index }) => ids.every(({ dimension }) => dimension !== index))!.name;
    assert.equal(answersFrom(engine, `drilldown=${other}`), null);
    engine.dispose();
  });

  it("are built once for the same dimensions", async () => {
    const engine = engineOf();
    assert.ok(await build(engine, dimensions("time", "region")));
    assert.ok(await build(engine, dimensions("region", "time", "region")));
    assert.equal(engine.rollups.held.length, 1);
    engine.dispose();
  });

  it("are not built with too many rows, and others stay", async () => {
    const engine = engineOf();
    assert.ok(await build(engine, dimensions("region")));
    const before = engine.rollups.held;
    const bounds = { ...NO_LIMIT, rows: ROWS.length / 4 };
    assert.equal(await build(engine, groupingOfMembers(model.dimensions.keys()), bounds), false);
    assert.equal(engine.rollups.held, before);
    engine.dispose();
  });

  it("never take more bytes than allowed", async () => {
    const sets = fc.array(fc.subarray([...model.dimensions.keys()]), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sets, fc.integer({ min: 0, max: 6000 }), async (wanted, bytes) => {
        const engine = engineOf();
        for (const each of wanted) {
          const before = engine.rollups.held.length;
          const isThere = await build(engine, groupingOfMembers(each), { ...NO_LIMIT, bytes });
          assert.ok(engine.rollups.bytes <= bytes);
          if (!isThere) assert.equal(engine.rollups.held.length, before);
        }
        engine.dispose();
      }),
      { numRuns: 50 },
    );
  });

  it("are released with the table", async () => {
    const engine = engineOf();
    assert.ok(await build(engine, dimensions("region")));
    const [{ memory } = assert.fail()] = engine.rollups.held;
    engine.dispose();
    assert.ok(memory.released);
    assert.equal(engine.rollups.bytes, 0);
  });
});
