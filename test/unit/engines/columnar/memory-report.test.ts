import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { reportMemory, type Purpose } from "#src/engines/columnar/memory-report.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../contract/sample.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { withCrosswalks } from "#src/core/model/with-crosswalks.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters, SPENDING, spendingModel } from "../../../fixtures.js";

const kernel = Kernel.start({ zonedEntries: 0 });
after(() => kernel.close());

describe("the memory report of a table", () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, paid: BigInt(at), code: `${at % 300}` }));
  for (const [name, memoryBytes] of [
    ["one memory", undefined],
    ["several memories", 4096],
  ] as const) {
    it(`adds up to the table's memories: ${name}`, () => {
      const engine = loadRows(columnarFormat(kernel, memoryBytes), spendingModel(), rows) as ColumnarEngine;
      const accounts = reportMemory(engine);
      const bytesFor = (purpose: Purpose, column: string | null = null): number =>
        accounts.find((each) => each.purpose === purpose && each.column === column)!.bytes;
      assert.equal(
        accounts.reduce((sum, { bytes }) => sum + bytes, 0),
        engine.table.memories.reduce((sum, { byteLength }) => sum + byteLength, 0),
      );
      assert.ok(accounts.every(({ bytes }) => bytes >= 0));
      assert.equal(bytesFor("ids"), 20_000);
      assert.equal(bytesFor("codes of dimensions", "cofog1"), 2000);
      assert.equal(bytesFor("codes of dimensions", "region"), 1000);
      assert.equal(bytesFor("measures", "amount"), 4000);
      assert.ok(bytesFor("values of members", "invoice") > 1000 * 4);
      assert.ok(bytesFor("values of members", "cofog1.weight") >= 300 * 8);
      engine.dispose();
    });
  }

  it("includes the block statistics of a column once it is filtered", async () => {
    // A small table is filtered without any.
    const many = Array.from({ length: 2000 }, (_, at) => ({ id: `${at}`, paid: BigInt(at), code: `${at % 300}` }));
    const engine = loadRows(columnarFormat(kernel), spendingModel(), many) as ColumnarEngine;
    const aboutBlocks = () => reportMemory(engine).filter(({ purpose }) => purpose === "zone maps");
    assert.deepEqual(aboutBlocks(), []);
    const numbers = engine.table.measures[0]!.limbs[0]!;
    kernel.selectRows(engine.table.segments, { op: "cut", cut: { numbers, low: 1n, high: 2n } });
    assert.deepEqual(aboutBlocks(), [{ purpose: "zone maps", column: "amount", bytes: 16 }]);
    engine.dispose();
  });

  it("includes the maps, orders and results of derived dimensions, crosswalks and calendars once they are used", async () => {
    const engine = loadRows(columnarFormat(kernel), spendingModel(), rows) as ColumnarEngine;
    const { time, ...fields } = SPENDING.mapping;
    const bare = parseModel({
      ...SPENDING,
      mapping: {
        time: { ...time, fiscal_year: { starts: "04-01" } },
        ...fields,
        start: { type: "derived", from: "cofog1.name", prefix: 1 },
        zone: { type: "derived", from: "cofog1.name", through: "zones", to: "zone" },
      },
    }).model;
    const model = withCrosswalks(bare, () => ({ values: new Map([["1", "West"]]), labels: null }));
    const bytesFor = (purpose: Purpose): Record<string, number> => {
      const found = reportMemory(engine).filter((each) => each.purpose === purpose && each.bytes > 0);
      return Object.fromEntries(found.map(({ column, bytes }) => [String(column), bytes]));
    };
    const total = engine.numBytes;
    const { query } = bindAggregate(
      model,
      queryParameters("drilldown=start|zone|time.fiscal_year&order=start:asc"),
      1024,
    );
    const read = (): Promise<unknown> =>
      withReader({ engine, model }, { maxCells: 1_000_000, deadline: Infinity }, async (reader) => {
        return gatherCells(await reader.aggregate(query));
      });
    assert.deepEqual(bytesFor("members of derived dimensions"), {});
    await read();
    // 300 codes of 4 bytes, names of two bytes a character, and a pair of a crosswalk; all entries have one date.
    const maps = {
      time: 4 + 2 * "2008".length,
      start: 1200 + 2 * 10,
      zone: 1200 + 2 * "West".length + 2 * "1West".length,
    };
    assert.deepEqual(bytesFor("members of derived dimensions"), maps);
    const orders = bytesFor("sorted members");
    assert.ok(orders["start"]! > 0, JSON.stringify(orders));
    const sum = (each: Record<string, number>): number => Object.values(each).reduce((one, other) => one + other, 0);
    assert.ok(engine.numBytes >= total + sum(maps) + sum(orders));
    engine.dispose();
  });
});
