import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import type { Context } from "#src/calls/context.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { Engine, Reader } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { AdjustedCase } from "../differential/random-adjustments.js";
import { contextOf, formText, queryParameters } from "../fixtures.js";
import { loadCaseInto } from "./load-adjusted.js";

const ENTRIES: AdjustedCase["entries"] = [
  { date: "2008", region: "a", what: "x", amount: 100_00 },
  { date: "2009", region: "a", what: "x", amount: 200_00 },
  { date: "2009", region: "b", what: "x", amount: 50_00 },
  { date: "2009", region: "b", what: "y", amount: -10_00 },
  { date: "2010", region: "c", what: "y", amount: 30_00 },
];

const TOWN: Pick<AdjustedCase, "entries" | "index" | "rates" | "people" | "monthly" | "ofMonths"> = {
  entries: ENTRIES,
  ofMonths: false,
  monthly: { index: false, rates: false },
  index: new Map([
    ["2008", 80_00],
    ["2009", 100_00],
    ["2010", 120_00],
  ]),
  rates: new Map([
    ["2008 GBP", 50],
    ["2009 GBP", 80],
    ["2009 USD", 160],
  ]),
  people: new Map([
    ["2008 a", 10_00],
    ["2009 a", 20_00],
    ["2009 b", 5_00],
    ["2010 a", 20_00],
    ["2010 b", 5_00],
  ]),
};

/** Answer an aggregation of datasets as JSON. */
export const askAggregate = async (context: Context, query: string) =>
  JSON.parse(await formText(aggregate(context, ANONYMOUS, queryParameters(query), ""), "json"));

type Cell = Readonly<Record<string, unknown>>;

/** Read an engine, and note each aggregation. */
function countAggregates(engine: Engine, note: () => void): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "read") return typeof value === "function" ? value.bind(target) : value;
      return (...of: Parameters<Engine["read"]>): Reader => {
        const reader = target.read(...of);
        return new Proxy(reader, {
          get(own, call) {
            if (call === "aggregate") note();
            const called: unknown = Reflect.get(own, call);
            return typeof called === "function" ? called.bind(own) : called;
          },
        });
      };
    },
  });
}

/** Test what adjusted amounts need of an engine: sums by the periods and members of series, and the values of these. */
export function describeAdjusted(name: string, format: TableFormat): void {
  let context: Context;
  before(async () => {
    context = contextOf(await loadCaseInto(format, "town", TOWN as AdjustedCase));
  });

  const ask = (query: string) => askAggregate(context, `dataset=town&exact=true&${query}`);

  describe(`${name}: adjusted amounts`, () => {
    it("are in prices of a year, with the amounts as paid beside them", async () => {
      const { summary, drilldown } = await ask(
        "prices=2009@town-index&drilldown=what&order=what:asc&measure=amount|amount.max",
      );
      assert.deepEqual([summary.amount, summary["amount.max"]], ["390", "200"]);
      assert.deepEqual(summary.original, { amount: "370", "amount.max": "200" });
      assert.deepEqual(
        drilldown.map((cell: Cell) => [cell.what, cell.amount, cell["amount.max"], cell.num_entries]),
        [
          ["x", "375", "200", 3],
          ["y", "15", "25", 2],
        ],
      );
    });

    it("are per person of the members that are shown", async () => {
      const { summary, drilldown, missing } = await ask("per=town-people&drilldown=region&order=region:asc");
      assert.deepEqual(
        drilldown.map((cell: Cell) => [cell.region, cell.amount]),
        [
          ["a", "20"],
          ["b", "8"],
          ["c", null],
        ],
      );
      assert.equal(summary.amount, "20.8");
      assert.deepEqual(missing, [{ series: "town-people", year: "2010", region: "c", amount: 30 }]);
    });

    it("are in another currency, and missing without a rate", async () => {
      const { drilldown, missing } = await ask("in=USD@town-rates&drilldown=year&order=year:asc");
      assert.deepEqual(
        drilldown.map((cell: Cell) => [cell.year, cell.amount]),
        [
          ["2008", null],
          ["2009", "480"],
          ["2010", null],
        ],
      );
      assert.deepEqual(
        missing.map((each: Cell) => [each.year, each.amount]),
        [
          ["2008", 100],
          ["2010", 30],
        ],
      );
    });

    it("are of the entries that a query is about", async () => {
      const { summary } = await ask("prices=2009@town-index&per=town-people&cut=region:a");
      // 100 × 100 / 80 / 10 + 200 / 20
      assert.equal(summary.amount, "22.5");
      const none = await ask("prices=2009@town-index&cut=region:nowhere");
      assert.deepEqual([none.summary.amount, none.summary.original.amount, none.drilldown.length], ["0", "0", 1]);
      const compared = await ask("prices=2009@town-index&cut=year:2009&against=year:2010");
      assert.deepEqual([compared.summary.amount, compared.summary["amount.against"]], ["240", "25"]);
    });

    it("take one pass over the entries: the cells as paid follow from their pieces", async () => {
      for (const [query, passes] of [
        ["prices=2009@town-index&drilldown=what&measure=amount|amount.max", 1],
        ["per=town-people&drilldown=region|what", 1],
        // One more finds the members without a value, once for each version, and one what they come to.
        ["per=town-people&drilldown=what", 3],
        // Different members of parts do not add up.
        ["prices=2009@town-index&drilldown=what&measure=amount|region.count", 2],
      ] as const) {
        const datasets = context.catalog.list();
        let asked = 0;
        const counting = datasets.map((each) =>
          each.model.dataset.name === "town" ? { ...each, engine: countAggregates(each.engine, () => asked++) } : each,
        );
        const answer = await askAggregate(contextOf(counting), `dataset=town&exact=true&${query}`);
        assert.deepEqual(answer, await ask(query));
        assert.equal(asked, passes, query);
      }
    });

    it("are put together again: the largest and the others, subtotals, and what is left out", async () => {
      const top = await ask("prices=2009@town-index&drilldown=region&top=1");
      assert.deepEqual(
        top.drilldown.map((cell: Cell) => [cell.region ?? cell["@others"], cell.amount]),
        [
          ["a", "325"],
          [2, "65"],
        ],
      );
      const rolled = await ask(
        "per=town-people&cut=region:[a TO b]&drilldown=region|what&rollup=true&order=region:asc",
      );
      assert.deepEqual(
        rolled.drilldown.filter((cell: Cell) => cell["@level"] === 1).map((cell: Cell) => [cell.region, cell.amount]),
        [
          ["a", "20"],
          ["b", "8"],
        ],
      );
      const having = await ask("prices=2009@town-index&drilldown=region&having=amount:[50 TO *]");
      assert.deepEqual([having.drilldown.length, having.left_out.amount], [1, "65"]);
    });
  });
}
