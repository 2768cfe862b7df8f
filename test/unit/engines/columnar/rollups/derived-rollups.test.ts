import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { GroupingSet } from "#src/engines/columnar/rollups/grouping-set.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { AnswerTrace } from "#src/core/engine/explain.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { loadRows } from "../../../../contract/sample.js";
import { queryParameters, type Row, SPENDING, spendingModel } from "../../../../fixtures.js";
import { builderOf, NO_LIMIT } from "./summed.js";
import { groupingOfMembers } from "../../../../grouping-of-members.js";

const kernel = Kernel.start();
after(() => kernel.close());

const ROWS: readonly Row[] = Array.from({ length: 3000 }, (_, at) => ({
  id: `${at}`,
  paid: BigInt(at * 37) - 5000n,
  date: new Date(Date.UTC(2009, 0, 1 + ((at * 13) % 900))).toISOString().slice(0, 10),
  region: `${"abc"[at % 3]}${at % 7}`,
  code: `${at % 11}`,
  function: `Function ${at % 4}`,
}));

const stored = spendingModel();
const model = spendingModel({
  time: { ...SPENDING.mapping.time, fiscal_year: { starts: "04-06", named: "both" } },
  side: { type: "derived", from: "region", values: { a0: "x", b1: "y", c2: "x" }, labels: { x: "X" } },
  letter: { type: "derived", from: "region", prefix: 1 },
  upper: { type: "derived", from: "letter", values: { a: "A", b: "A" } },
  year: { type: "derived", from: "time.year", values: { 2009: "first", 2010: "later", 2011: "later" } },
  kind: { type: "derived", from: "cofog1.label", prefix: 10 },
});

const indexOf = (name: string): number => stored.dimensions.findIndex((each) => each.name === name);
const BY_DAY = groupingOfMembers([indexOf("time")]);
const BY_REGION = groupingOfMembers([indexOf("region")]);
const BY_FUNCTION = groupingOfMembers([indexOf("cofog1")]);
const byAttribute = (name: string, attribute: string): GroupingSet => {
  const dimension = stored.dimensions[indexOf(name)]!;
  return [
    { dimension: dimension.index, attributes: [dimension.attributes.find((each) => each.name === attribute)!.index] },
  ];
};
const both = (...sets: readonly GroupingSet[]): GroupingSet =>
  sets.flat().toSorted((a, b) => a.dimension - b.dimension);

async function ask(engine: ColumnarEngine, text: string): Promise<readonly [cells: unknown, table: string]> {
  const { query } = bindAggregate(model, queryParameters(`${text}&order=amount:asc`), 1024);
  let work: AnswerTrace | null = null;
  const cells = await withReader({ engine, model }, { maxCells: 1_000_000, deadline: Infinity }, async (reader) => {
    const { totals, numCells, ...result } = await reader.aggregate(query, (trace) => (work = trace));
    return { totals, numCells, cells: (await gatherCells({ totals, numCells, ...result })).cells };
  });
  return [cells, (work as AnswerTrace | null)!.table];
}

describe("a rollup of stored dimensions", () => {
  const answered: readonly (readonly [grouping: GroupingSet, query: string])[] = [
    [BY_DAY, "drilldown=time.fiscal_year"],
    [BY_DAY, "drilldown=time.fiscal_quarter&cut=time.fiscal_year:2009/10"],
    [BY_DAY, "drilldown=year&cut=time.year:2010|time.year:2011"],
    [byAttribute("time", "year"), "drilldown=year"],
    [BY_REGION, "drilldown=side"],
    [BY_REGION, "drilldown=side.label&cut=letter:a|letter:c"],
    [BY_REGION, "drilldown=upper&cut=side:x"],
    [BY_FUNCTION, "drilldown=kind"],
    [byAttribute("cofog1", "label"), "drilldown=kind"],
    [both(BY_DAY, BY_REGION), "drilldown=time.fiscal_year|upper&cut=letter:b"],
  ];
  for (const [grouping, query] of answered) {
    it(`answers by what is derived from them as the entries do: ${JSON.stringify(grouping)}, ${query}`, async () => {
      const engine = loadRows(columnarFormat(kernel), stored, ROWS) as ColumnarEngine;
      const [fromEntries, before] = await ask(engine, query);
      assert.ok(await engine.rollups.build(builderOf(kernel, engine), grouping, NO_LIMIT));
      const [fromRollup, now] = await ask(engine, query);
      assert.deepEqual([before, now], ["entries", "rollup"]);
      assert.deepEqual(fromRollup, fromEntries);
      engine.dispose();
    });
  }

  it("by year does not answer fiscal years, which divide it", async () => {
    const engine = loadRows(columnarFormat(kernel), stored, ROWS) as ColumnarEngine;
    assert.ok(await engine.rollups.build(builderOf(kernel, engine), byAttribute("time", "year"), NO_LIMIT));
    assert.equal((await ask(engine, "drilldown=time.fiscal_year"))[1], "entries");
    engine.dispose();
  });
});
