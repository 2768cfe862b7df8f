import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { search } from "#src/calls/reading/search/search.js";
import { contextOf, formText, queryParameters } from "../../../../fixtures.js";
import { dataset, json, ORIGIN } from "./search-cases.js";

describe("the figures of a search", () => {
  it("counts by fields", async () => {
    const { facets } = await json("facet_field=region|cofog1|cofog1.label|dataset|year|rate&facet_field=amount");
    assert.deepEqual(facets, {
      region: [
        ["North", 3],
        ["South", 1],
        ["West", 1],
      ],
      cofog1: [
        ["1", 2],
        ["2", 2],
        ["9", 1],
      ],
      "cofog1.label": [
        ["Schools, roads to them", 2],
        ["Parks", 1],
        ["Roads", 1],
        ["Roads and bridges", 1],
      ],
      dataset: [
        ["town", 3],
        ["city", 2],
      ],
      year: [
        ["2009", 2],
        ["2011", 2],
        ["2010", 1],
      ],
      rate: [[10, 1]],
      amount: [
        [10.1, 2],
        [-0.05, 1],
        [0.2, 1],
        [5, 1],
      ],
    });
  });

  it("pages through facets of one dataset and of several", async () => {
    for (const datasets of ["", "dataset=town&"]) {
      const all = (await json(`${datasets}facet_field=cofog1.label|region`)).facets;
      const second = (await json(`${datasets}facet_field=cofog1.label|region&facet_pagesize=1&facet_page=2`)).facets;
      assert.deepEqual(second["cofog1.label"], all["cofog1.label"]!.slice(1, 2));
      assert.deepEqual(second["region"], all["region"]!.slice(1, 2));
    }
  });

  it("shows whole members in facets of a single named dataset", async () => {
    const { facets } = await json("dataset=town&facet_field=cofog1|region|time&expand_facet_dimensions=false&q=roads");
    const [first] = facets["cofog1"]!;
    assert.deepEqual(first, [
      {
        id: 2,
        name: "2",
        label: "Schools, roads to them",
        color: "#555555",
        weight: null,
        taxonomy: "cofog",
        html_url: `${ORIGIN}/town/cofog1/2`,
      },
      2,
    ]);
    assert.deepEqual(facets["region"]![0], ["North", 2]);
    assert.deepEqual(facets["time"]![0], ["2009-03-02", 1]);
    for (const present of ["expand_facet_dimensions", "expand_facet_dimensions="]) {
      const bare = await json(`dataset=town&facet_field=cofog1&q=roads&${present}`);
      assert.deepEqual(bare.facets["cofog1"], facets["cofog1"]);
    }
    const several = await json("category=budget&facet_field=cofog1&expand_facet_dimensions=true");
    assert.deepEqual(several.facets["cofog1"], [
      ["1", 1],
      ["9", 1],
    ]);
  });

  it("describes every measure exactly", async () => {
    const { stats, warnings } = await json("dataset=town&stats=true");
    const amount = {
      min: -0.05,
      max: 10.1,
      count: 3,
      missing: 0,
      sum: 10.25,
      sumOfSquares: 102.0525,
      mean: 3.4166666666666665,
      average: 3.4166666666666665,
      stddev: 5.789286081489957,
    };
    const { measures, ...others } = stats as { measures: Record<string, unknown> };
    assert.deepEqual(others, { results_count_query: 3, results_count: 3, ...amount });
    assert.deepEqual(measures["amount"], amount);
    assert.equal((measures["planned"] as { sum: number }).sum, 0.05);
    assert.equal(warnings, undefined);
  });

  it("finds no spread in equal amounts, even large ones, and no statistics without entries", async () => {
    const large = dataset(
      "large",
      Array.from({ length: 3 }, (_, at) => ({ id: String(at), paid: 10n ** 30n + 1n })),
    );
    const one = search(contextOf([large]), ANONYMOUS, queryParameters("stats=true"), ORIGIN);
    assert.equal(JSON.parse(await formText(one, "json")).stats.stddev, 0);
    const { stats } = await json("q=nowhere&stats=true&dataset=town");
    assert.deepEqual(
      [stats["count"], stats["sum"], stats["mean"], stats["min"], stats["stddev"]],
      [0, 0, null, null, null],
    );
  });

  it("rounds a standard deviation once, as amount.stddev does", async () => {
    const two = dataset("two", [
      { id: "a", paid: 1n },
      { id: "b", paid: 18n },
    ]);
    const found = search(contextOf([two]), ANONYMOUS, queryParameters("stats=true"), ORIGIN);
    // The double nearest to 0.17 / √2. A quotient that is rounded before its root gives …307.
    assert.equal(JSON.parse(await formText(found, "json")).stats.stddev, 0.12020815280171308);
  });

  it("counts entries without a measure as missing and warns of mixed currencies", async () => {
    const { stats, warnings } = await json("stats=true");
    const { measures } = stats as { measures: Record<string, { missing: number; count: number }> };
    assert.deepEqual([measures["planned"]!.missing, measures["planned"]!.count], [2, 3]);
    assert.deepEqual(stats["sum"], 25.35);
    assert.match(warnings!.join(), /mix currencies: EUR, GBP/);
    assert.equal((await json("stats=true&q=dataset:city")).warnings, undefined);
    assert.equal((await json("")).warnings, undefined);
  });
});
