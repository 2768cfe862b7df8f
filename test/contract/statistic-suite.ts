import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { decimalAt } from "#src/core/model/values/decimal-column.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import type { Statistic } from "#src/core/query/aggregate/query.js";
import { entryInput, queryParameters, type Row, spendingModel } from "../fixtures.js";

const model = spendingModel();
const [measure] = model.measures as [(typeof model.measures)[0]];
const region = model.dimensions.find(({ name }) => name === "region")!;

const ROWS: readonly Row[] = [
  { id: "1", paid: 500n, region: "North", code: "1", function: "Health" },
  { id: "2", paid: -300n, region: "North", code: "2", function: "Health" },
  { id: "3", paid: 100n, region: "North", code: "2", function: "Health" },
  { id: "4", paid: 200n, region: "North", code: "1", function: "Health" },
  { id: "5", paid: 7n, region: "South", code: "3", function: "Roads" },
];

/** Test the statistics of an engine's cells. */
export function describeStatistics(name: string, format: TableFormat): void {
  describe(`${name}: statistics`, () => {
    const ask = async (rows: readonly Row[], text: string, statistics: readonly Statistic[]) => {
      const builder = format.build(model, null, 1);
      await builder.write(rows.map(entryInput));
      const { engine } = await builder.finish();
      const { query } = bindAggregate(model, queryParameters(text), 1024);
      const { cells, statistics: totals } = await withReader(engine, UNBOUNDED, async (reader) =>
        gatherCells(await reader.aggregate({ ...query, statistics })),
      );
      engine.dispose();
      const texts = cells.statistics!.map((column) =>
        Array.from({ length: cells.length }, (_, row) => decimalText(decimalAt(column, row))),
      );
      return { keys: cells.keys[0], texts, totals: totals!.map((total) => total && decimalText(total)) };
    };
    const amounts = (["min", "max", "median"] as const).map((is): Statistic => ({ is, measure }));

    it("can be found in the amounts of each cell, where the engine lists them", async () => {
      const list = async (rows: readonly Row[], text: string) => {
        const builder = format.build(model, null, 1);
        await builder.write(rows.map(entryInput));
        const { engine } = await builder.finish();
        const { query } = bindAggregate(model, queryParameters(text), 1024);
        const listed = await withReader(engine, UNBOUNDED, async (reader) =>
          reader.listAmounts?.({ ...query, measure }),
        );
        engine.dispose();
        if (!listed) return null;
        const { amounts, ends, keys } = listed;
        const texts = Array.from({ length: amounts.unscaled.length }, (_, at) => decimalText(decimalAt(amounts, at)));
        return Object.fromEntries(
          Array.from(ends, (end, at) => [
            String(keys[0]?.[at] ?? "all"),
            texts.slice(at === 0 ? 0 : ends[at - 1], end).toSorted(),
          ]),
        );
      };
      const byRegion = await list(ROWS, "drilldown=region");
      if (byRegion === null) return;
      assert.deepEqual(byRegion, { North: ["-3", "1", "2", "5"], South: ["0.07"] });
      assert.deepEqual(await list(ROWS, ""), { all: ["-3", "0.07", "1", "2", "5"] });
      assert.deepEqual(await list(ROWS, "drilldown=region&cut=region:South"), { South: ["0.07"] });
      assert.deepEqual(await list(ROWS, "drilldown=region&cut=region:West"), {});
      for (const size of [2n ** 31n, 2n ** 53n, 2n ** 63n - 1n, 10n ** 40n]) {
        const rows = [size, -size, 7n].map((paid, at): Row => ({ id: `${at}`, paid, region: "North", code: "1" }));
        const wanted = [size, -size, 7n].map((unscaled) => decimalText({ unscaled, scale: 2 })).toSorted();
        assert.deepEqual(await list(rows, "drilldown=region"), { North: wanted });
      }
    });

    it("are the smallest, the largest and the middle amount of each cell and of all", async () => {
      const { keys, texts, totals } = await ask(ROWS, "drilldown=region&order=region:asc", amounts);
      assert.deepEqual(keys, ["North", "South"]);
      assert.deepEqual(texts, [
        ["-3", "0.07"],
        ["5", "0.07"],
        ["1.5", "0.07"],
      ]);
      assert.deepEqual(totals, ["-3", "5", "1"]);
    });

    it("add up the squares of amounts of any size", async () => {
      const squares: Statistic = { is: "squares", measure };
      const { texts, totals } = await ask(ROWS, "drilldown=region&order=region:asc", [squares]);
      assert.deepEqual(texts, [["39", "0.0049"]]);
      assert.deepEqual(totals, ["39.0049"]);
      for (const size of [2n ** 31n, 2n ** 53n, 2n ** 61n, 2n ** 63n - 1n, 10n ** 40n, 10n ** 61n]) {
        const paid = [size, -size, size - 1n, -7n];
        const rows = paid.map((each, at): Row => ({ id: `${at}`, paid: each, region: "North", code: "1" }));
        const sum = paid.reduce((all, each) => all + each * each, 0n);
        const found = await ask(rows, "drilldown=region", [squares]);
        assert.deepEqual(
          [found.texts, found.totals],
          [[[decimalText({ unscaled: sum, scale: 4 })]], [decimalText({ unscaled: sum, scale: 4 })]],
        );
      }
    });

    it("are in the order of the cells, on each page", async () => {
      const { keys, texts } = await ask(ROWS, "drilldown=region&order=region:desc&pagesize=1&page=2", amounts);
      assert.deepEqual(keys, ["North"]);
      assert.deepEqual(texts, [["-3"], ["5"], ["1.5"]]);
    });

    it("are of all entries on a page after the last, too", async () => {
      const { texts, totals } = await ask(ROWS, "page=2", amounts.slice(0, 2));
      assert.deepEqual(texts, [[], []]);
      assert.deepEqual(totals, ["-3", "5"]);
    });

    it("count the different members and values of each cell", async () => {
      const cofog = model.dimensions.find(({ name }) => name === "cofog1")!;
      const label = cofog.attributes.find(({ name }) => name === "label")!;
      const { texts, totals } = await ask(ROWS, "drilldown=region&order=region:asc", [
        { is: "count", of: { dimension: cofog, attribute: null } },
        { is: "count", of: { dimension: cofog, attribute: label } },
        { is: "count", of: { dimension: region, attribute: null } },
      ]);
      assert.deepEqual(texts, [
        ["2", "1"],
        ["1", "1"],
        ["1", "1"],
      ]);
      assert.deepEqual(totals, ["3", "2", "2"]);
    });

    it("are of the entries that pass the cuts", async () => {
      const { texts, totals } = await ask(ROWS, "drilldown=region&cut=cofog1:2", amounts);
      assert.deepEqual(texts, [["-3"], ["1"], ["-1"]]);
      assert.deepEqual(totals, ["-3", "1", "-1"]);
    });

    it("are missing where there are no entries", async () => {
      const count: Statistic = { is: "count", of: { dimension: region, attribute: null } };
      const { totals } = await ask(ROWS, "cut=region:Nowhere", [...amounts, count]);
      assert.deepEqual(totals, [null, null, null, "0"]);
      assert.deepEqual((await ask([], "drilldown=region", [...amounts, count])).totals, [null, null, null, "0"]);
    });

    it("are exact for amounts of any size", async () => {
      for (const size of [2n ** 31n, 2n ** 53n, 2n ** 63n - 1n, 10n ** 40n]) {
        const paid = [size, -size, size - 1n, 1n - size, 3n, size];
        const rows = paid.map((each, at): Row => ({ id: `${at}`, paid: each, region: "North", code: "1" }));
        const { totals } = await ask(rows, "drilldown=region", amounts);
        const textOf = (unscaled: bigint, scale: number) => decimalText({ unscaled, scale });
        assert.deepEqual(totals, [textOf(-size, 2), textOf(size, 2), textOf((3n + size - 1n) * 5n, 3)]);
      }
    });
  });
}
