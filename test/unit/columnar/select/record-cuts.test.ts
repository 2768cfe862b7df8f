import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/columnar/format.js";
import { groupingOfMembers } from "#src/columnar/rollups/grouping-set.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import type { CutCount } from "#src/columnar/select/cut-statistics.js";
import type { Engine } from "#src/engine/engine.js";
import { withReader } from "#src/engine/with-reader.js";
import { Kernel } from "#src/kernel/kernel.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { bindDistinct } from "#src/query/distinct/bind.js";
import { bindSearch } from "#src/query/search/bind-search.js";
import { loadRows } from "../../../contract/sample.js";
import { lookUp } from "../../../differential/look-up.js";
import { queryParameters, type Row, spendingModel } from "../../../fixtures.js";
import { NO_LIMIT, builderOf } from "../rollups/summed.js";

const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };
const model = spendingModel();
const kernel = Kernel.start();
after(() => kernel.close());

const ROWS: readonly Row[] = Array.from({ length: 64 }, (_, at) => ({
  id: String(at),
  paid: BigInt(at),
  region: `region ${at % 4}`,
  code: String(at % 8),
  date: `20${10 + (at % 2)}-0${1 + (at % 3)}-01`,
}));

/** What an engine has noted once it was asked. */
async function notedBy(ask: (engine: Engine) => Promise<unknown>, engine = engineOf()): Promise<readonly CutCount[]> {
  await ask(engine);
  const noted = engine.hints() as readonly CutCount[];
  engine.dispose();
  return noted;
}

function engineOf(): Engine {
  return loadRows(columnarFormat(kernel), model, ROWS);
}

function aggregate(text: string) {
  const { query } = bindAggregate(model, queryParameters(text), 1024);
  return (engine: Engine) => withReader(engine, BOUNDS, (reader) => reader.aggregate(query));
}

function search(text: string) {
  const [query] = bindSearch([model], queryParameters(text), true, { maxClauses: 64, maxNesting: 8 }).queries;
  return (engine: Engine) => withReader(engine, BOUNDS, (reader) => reader.search(query!));
}

const count = (dimension: string, passed: number, cuts = 1): CutCount => ({ dimension, cuts, passed });

describe("the cuts that are noted", () => {
  it("are those that leave entries out, of every kind of query, each with what passed", async () => {
    const cut = "cut=region:region 1|region:region 2|cofog1:3";
    const noted = [count("region", 2 / 4), count("cofog1", 1 / 8)];
    assert.deepEqual(await notedBy(aggregate(cut)), noted);
    assert.deepEqual(await notedBy(aggregate(`${cut}&drilldown=year`)), noted);
    const { query } = bindDistinct(model, model.dimensions[0]!, queryParameters(cut), 1024);
    assert.deepEqual(await notedBy((engine) => withReader(engine, BOUNDS, (reader) => reader.distinct(query))), noted);
    assert.deepEqual(await notedBy(search('q=region:"region 1"')), [count("region", 1 / 4)]);
    assert.deepEqual(await notedBy(search("q=cofog1.name:3&filter=region:region 1")), [
      count("cofog1", 1 / 8),
      count("region", 1 / 4),
    ]);
  });

  it("pass years of dates, as entries are put together by those", async () => {
    assert.deepEqual(await notedBy(aggregate("cut=time.month:01")), [count("time", 2 / 2)]);
    assert.deepEqual(await notedBy(aggregate("cut=time.year:2010")), [count("time", 1 / 2)]);
    assert.deepEqual(await notedBy(aggregate("cut=time:2010-01-01")), [count("time", 1 / 2)]);
  });

  it("are ranges and exclusions, too, as far as they leave members out", async () => {
    const range = 'cut=region:["region 1" TO "region 1"]';
    assert.deepEqual(await notedBy(aggregate(range)), [count("region", 1 / 4)]);
    assert.deepEqual(await notedBy(aggregate("cut=!region:region 1")), [count("region", 3 / 4)]);
  });

  it("add up", async () => {
    const ask = async (engine: Engine): Promise<void> => {
      await aggregate("cut=region:region 1")(engine);
      await aggregate("cut=region:region 1|region:region 3")(engine);
    };
    assert.deepEqual(await notedBy(ask), [count("region", 3 / 4, 2)]);
  });

  it("are not those that blocks are not skipped by: alternatives of several dimensions, exceptions, drilldowns, what is not there", async () => {
    for (const text of ['q=region:"region 1" OR cofog1.name:3', "q=1", 'q=NOT region:"region 1"', "q=*"]) {
      assert.deepEqual(await notedBy(search(text)), [], text);
    }
    for (const text of ["drilldown=region|year", "cut=region:nowhere|time.year:2099"]) {
      assert.deepEqual(await notedBy(aggregate(text)), [], text);
    }
  });

  it("are not those that a cuboid answers, or whose entries are looked up", async () => {
    const engine = engineOf() as ColumnarEngine;
    const region = model.dimensions.find(({ name }) => name === "region")!;
    assert.ok(await engine.rollups.build(builderOf(kernel, engine), groupingOfMembers([region.index]), NO_LIMIT));
    assert.deepEqual(await notedBy(aggregate("cut=region:region 1"), engine), []);
    const cut = "cut=region:region 1|cofog1:3";
    assert.deepEqual(await notedBy(aggregate(cut), lookUp(kernel, engineOf())), []);
  });

  it("are those on years, too, by which entries are together: their entries are not looked up", async () => {
    const together = columnarFormat(kernel, undefined, { rows: 0, clusterRows: 0 });
    for (const [format, noted] of [
      [together, [count("time", 1 / 2)]],
      [columnarFormat(kernel), []],
    ] as const) {
      const engine = (): Engine => lookUp(kernel, loadRows(format, model, ROWS));
      for (const text of ["cut=year:2011", "cut=year:2011&drilldown=region"]) {
        assert.deepEqual(await notedBy(aggregate(text), engine()), noted, text);
      }
      assert.deepEqual(await notedBy(aggregate("cut=time:2011-01-01"), engine()), []);
    }
  });
});
