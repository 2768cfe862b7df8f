import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startFigureTown } from "./figure-town.js";

const { answer, csv, errorsOf } = startFigureTown();

describe("having", () => {
  it("keeps cells that meet all conditions, and says what it leaves out", async () => {
    const query = "drilldown=region&measure=amount|amount.avg|amount.share&having=amount:[0 TO *]|num_entries:{1 TO 3]";
    const { summary, drilldown, left_out } = await answer(query);
    assert.deepEqual(
      drilldown.map(({ region }) => region),
      ["North"],
    );
    assert.equal(summary["amount"], 13);
    assert.equal(summary["num_drilldowns"], 1);
    assert.deepEqual(left_out, {
      num_drilldowns: 2,
      num_entries: 3,
      amount: -2,
      "amount.avg": -2 / 3,
      "amount.share": -2 / 13,
    });
  });

  it("says so with zeros where nothing is left out", async () => {
    const { left_out } = await answer("drilldown=region&measure=amount|amount.avg&having=amount:[-10 TO *]");
    assert.deepEqual(left_out, { num_drilldowns: 0, num_entries: 0, amount: 0, "amount.avg": null });
  });

  it("takes single numbers and exclusions, which missing figures do not meet either", async () => {
    const regions = async (having: string): Promise<string> =>
      (await csv(`drilldown=region|year&measure=amount|amount.change&order=region:asc|year:asc&having=${having}`))
        .slice(1)
        .map((line) => line.split(",").slice(0, 2).join(" "))
        .join(", ");
    assert.equal(await regions("amount:-5"), "South 2009");
    assert.equal(await regions("!amount:-5|!amount:[5 TO *]"), "South 2011, West 2011");
    assert.equal(await regions("!amount.change:0"), "North 2009");
    assert.equal(await regions("amount.change:{* TO 0}"), "North 2009");
  });
});

describe("top", () => {
  it("puts the rest together in a last cell", async () => {
    const { summary, drilldown } = await answer(
      "drilldown=region&measure=amount|amount.avg|amount.rank|amount.share&top=1",
    );
    assert.equal(summary["num_drilldowns"], 2);
    assert.deepEqual(drilldown[1], {
      amount: -2,
      "amount.avg": -2 / 3,
      "amount.rank": null,
      "amount.share": -2 / 13,
      num_entries: 3,
      "@others": 2,
    });
    assert.deepEqual(await csv("drilldown=region&top=2"), [
      "region,amount,num_entries,@others",
      "North,15,3,",
      "West,0.5,1,",
      ",-2.5,2,1",
    ]);
  });

  it("puts the rest of each group after its last cell", async () => {
    assert.deepEqual(await csv("drilldown=year|region|cofog1.name&top=1@year&measure=amount|amount.share@year"), [
      "year,region,cofog1.name,amount,amount.share@year,num_entries,@others",
      "2008,North,1,10,1,1,",
      "2009,North,2,4,,1,",
      "2009,,,-4,,2,2",
      `2011,South,2,2.5,${2.5 / 3},1,`,
      `2011,,,0.5,${0.5 / 3},1,1`,
    ]);
    const { drilldown } = await answer("drilldown=year|region&top=1@year");
    assert.deepEqual(drilldown.at(-1), { year: "2011", amount: 0.5, num_entries: 1, "@others": 1 });
  });

  it("adds no cell where there is no rest, and chooses among those that having keeps", async () => {
    assert.equal((await csv("drilldown=region&top=3")).length, 4);
    const { drilldown, left_out } = await answer("drilldown=region&top=1&having=amount:[0 TO *]");
    assert.deepEqual(drilldown.slice(1), [{ amount: 0.5, num_entries: 1, "@others": 1 }]);
    assert.deepEqual(left_out, { num_drilldowns: 1, num_entries: 2, amount: -2.5 });
  });
});

describe("rollup", () => {
  it("adds a cell for each prefix of the drilldowns, before its parts", async () => {
    assert.deepEqual(
      await csv("drilldown=region|year|cofog1.name&rollup=true&measure=amount|amount.rank&order=amount:asc"),
      [
        "region,year,cofog1.name,amount,amount.rank,num_entries,@level",
        "South,,,-2.5,3,2,1",
        "South,2009,,-5,5,1,2",
        "South,2009,1,-5,6,1,3",
        "South,2011,,2.5,3,1,2",
        "South,2011,2,2.5,3,1,3",
        "West,,,0.5,2,1,1",
        "West,2011,,0.5,4,1,2",
        "West,2011,2,0.5,5,1,3",
        "North,,,15,1,3,1",
        "North,2009,,5,2,2,2",
        "North,2009,1,1,4,1,3",
        "North,2009,2,4,2,1,3",
        "North,2008,,10,1,1,2",
        "North,2008,1,10,1,1,3",
      ],
    );
  });

  it("counts all cells, and those of each level", async () => {
    const { summary, levels, drilldown } = await answer("drilldown=region|year&rollup=true&pagesize=2");
    assert.deepEqual([summary["num_drilldowns"], summary["pages"], levels], [8, 4, [3, 5]]);
    assert.deepEqual(drilldown, [
      { region: "North", amount: 15, num_entries: 3, "@level": 1 },
      { region: "North", year: "2008", amount: 10, num_entries: 1, "@level": 2 },
    ]);
  });

  it("has no windows with references on prefixes, and no having", async () => {
    const lines = await csv(
      "drilldown=region|year&rollup=true&measure=amount.share|amount.share@region|amount.running",
    );
    assert.equal(lines[1], `North,,${15 / 13},,,3,1`);
    assert.deepEqual(await errorsOf("drilldown=region|year&rollup=true&having=amount:[1 TO *]"), [
      "rollup: it cannot be combined with having",
    ]);
  });
});
