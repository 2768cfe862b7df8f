import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { tableFromIPC } from "apache-arrow";
import { startFigureTown } from "./figure-town.js";

const { call, answer, csv, errorsOf } = startFigureTown();
const refunds = startFigureTown([
  { id: "a", paid: -1000n, date: "2008-03-02" },
  { id: "b", paid: -500n, date: "2009-03-02" },
]);

describe("terms", () => {
  it("are averages, ratios and numbers of entries, under their own keys", async () => {
    const terms = "amount|amount.sum|amount.avg|amount / planned|num_entries|amount/num_entries";
    assert.deepEqual(await csv(`drilldown=region&measure=${terms}`), [
      "region,amount,amount.sum,amount.avg,amount/planned,amount/num_entries,num_entries",
      "North,15,15,5,1.875,5,3",
      "West,0.5,0.5,0.5,0.5,0.5,1",
      "South,-2.5,-2.5,-1.25,-0.3125,-1.25,2",
    ]);
    const { summary, drilldown } = await answer(`cut=region:West&measure=${terms}`);
    assert.deepEqual(Object.keys(drilldown[0]!), [
      "region",
      "amount",
      "amount.sum",
      "amount.avg",
      "amount/planned",
      "amount/num_entries",
      "num_entries",
    ]);
    assert.deepEqual(summary, {
      amount: 0.5,
      "amount.sum": 0.5,
      "amount.avg": 0.5,
      "amount/planned": 0.5,
      "amount/num_entries": 0.5,
      num_entries: 1,
      num_drilldowns: 1,
      currency: { amount: "EUR", "amount.sum": "EUR", "amount.avg": "EUR", "amount/num_entries": "EUR" },
      page: 1,
      pages: 1,
      pagesize: 10_000,
    });
  });

  it("are the smallest, the largest and the middle amounts, and numbers of members and values", async () => {
    const terms = "amount.min|amount.max|amount.median|cofog1.count|cofog1.label.count|amount.median/num_entries";
    assert.deepEqual(await csv(`drilldown=region&measure=${terms}&order=region:asc`), [
      "region,amount.min,amount.max,amount.median,cofog1.count,cofog1.label.count,amount.median/num_entries,num_entries",
      "North,1,10,4,2,2,1.3333333333333333,3",
      "South,-5,2.5,-1.25,2,2,-0.625,2",
      "West,0.5,0.5,0.5,1,1,0.5,1",
    ]);
    const { summary } = await answer(`drilldown=region&measure=${terms}`);
    assert.deepEqual(
      ["amount.min", "amount.max", "amount.median", "cofog1.count"].map((key) => summary[key]),
      [-5, 10, 1.75, 2],
    );
    assert.deepEqual(summary["currency"], {
      "amount.min": "EUR",
      "amount.max": "EUR",
      "amount.median": "EUR",
      "amount.median/num_entries": "EUR",
    });
    const none = await answer(`cut=region:East&measure=${terms}`);
    assert.deepEqual(
      ["amount.min", "amount.max", "amount.median", "cofog1.count"].map((key) => none.summary[key]),
      [null, null, null, 0],
    );
  });

  it("are standard deviations of a sample, rounded once, also of cells put together", async () => {
    assert.deepEqual(await csv("drilldown=region&measure=amount.stddev&order=region:asc"), [
      "region,amount.stddev,num_entries",
      "North,4.58257569495584,3",
      "South,5.303300858899107,2",
      "West,,1",
    ]);
    assert.deepEqual((await csv("drilldown=region&measure=amount|amount.stddev&top=1")).slice(1), [
      "North,15,4.58257569495584,3,",
      ",-2,3.8837267325770144,3,2",
    ]);
    const { summary } = await answer("drilldown=region&measure=amount.stddev&exact=true");
    assert.equal(summary["amount.stddev"], "4.905778905196061");
    assert.equal((await answer("cut=region:East&measure=amount.stddev")).summary["amount.stddev"], null);
  });

  it("of cells put together are the extremes of all, but no medians and numbers of members", async () => {
    const terms = "amount|amount.min|amount.max|amount.median|cofog1.count";
    assert.deepEqual((await csv(`drilldown=region&measure=${terms}&top=1`)).slice(1), [
      "North,15,1,10,4,2,3,",
      ",-2,-5,2.5,,,3,2",
    ]);
    const { left_out: left } = await answer(`drilldown=region&measure=${terms}&having=amount:[1 TO *]`);
    assert.deepEqual(left, {
      num_drilldowns: 2,
      num_entries: 3,
      amount: -2,
      "amount.min": -5,
      "amount.max": 2.5,
      "amount.median": null,
      "cofog1.count": null,
    });
    assert.deepEqual((await csv(`drilldown=region|year&measure=amount.median|cofog1.count&rollup=true`)).slice(1, 3), [
      "North,,4,2,3,1",
      "North,2008,10,1,1,2",
    ]);
  });

  it("take windows, orders and conditions like others", async () => {
    assert.deepEqual(
      (await csv("drilldown=region&measure=amount.median|amount.median.rank&order=amount.median:asc")).slice(1),
      ["South,-1.25,3,2", "West,0.5,2,1", "North,4,1,3"],
    );
    assert.deepEqual((await csv("drilldown=region&measure=amount.max&having=amount.max:[2 TO 3]")).slice(1), [
      "South,2.5,2",
    ]);
    assert.deepEqual(await csv("drilldown=region&cut=region:South&measure=amount.median&exact=true"), [
      "region,amount.median,num_entries",
      "South,-1.25,2",
    ]);
    const errors = await errorsOf("measure=amount.median.share|region.count.running@year|nowhere.count&drilldown=year");
    assert.equal(errors.length, 3);
    assert.match(errors.join(), /amount\.median\.share: medians don't add up to a whole/);
  });

  it("of everything are no means of the cells", async () => {
    const { summary } = await answer("drilldown=region&measure=amount.avg|amount/planned");
    assert.equal(summary["amount.avg"], 13 / 6);
    assert.equal(summary["amount/planned"], 13 / 17);
  });

  it("are missing where there is nothing to divide by", async () => {
    assert.deepEqual(await csv("drilldown=time&measure=amount/planned&cut=time:2009-12-01"), [
      "time.name,time.label,time.year,time.quarter,time.month,time.week,time.day,time.yearmonth,amount/planned,num_entries",
      "2009-12-01,1 December 2009,2009,4,12,49,01,200912,,1",
    ]);
    const none = await answer("cut=region:East&measure=amount|amount.avg|amount/planned|amount.share|num_entries");
    const { amount, "amount.avg": average, "amount/planned": ratio, "amount.share": share } = none.summary;
    assert.deepEqual([amount, average, ratio, share], [0, null, null, null]);
  });

  it("are written in full as texts with exact, but for counts and ranks", async () => {
    const query = "drilldown=region&exact=true&measure=amount|amount.avg|amount.share|amount.rank|num_entries";
    const { summary, drilldown } = await answer(query);
    assert.deepEqual([summary["amount"], summary["amount.avg"], summary["amount.share"]], ["13", "13/6", "1"]);
    assert.deepEqual(drilldown[2], {
      region: "South",
      amount: "-2.5",
      "amount.avg": "-1.25",
      "amount.share": "-5/26",
      "amount.rank": 3,
      num_entries: 2,
    });
    assert.equal((await csv(query)).at(-1), "South,-2.5,-1.25,-5/26,3,2");
  });

  it("order cells, missing ones last in both directions", async () => {
    const regions = async (order: string): Promise<string> => {
      const lines = await csv(`drilldown=region|year&measure=amount.change&order=amount.change:${order}`);
      return lines.slice(1).join(" ");
    };
    assert.equal(await regions("asc"), "North,2009,-0.5,2 North,2008,,1 South,2009,,1 South,2011,,1 West,2011,,1");
    assert.equal(await regions("desc"), "North,2009,-0.5,2 North,2008,,1 South,2009,,1 South,2011,,1 West,2011,,1");
    assert.deepEqual((await csv("drilldown=region&measure=num_entries")).slice(1), ["North,3", "South,2", "West,1"]);
  });

  it("are the columns of Arrow, texts if they are exact", async () => {
    const read = async (query: string): Promise<unknown[]> => {
      const response = await call(
        `drilldown=region|year&measure=amount|amount.change|amount.rank&format=arrow&${query}`,
      );
      return tableFromIPC(new Uint8Array(await response.arrayBuffer()))
        .toArray()
        .map((row) => Object.values(row.toJSON() as object));
    };
    assert.deepEqual((await read("cut=region:North")).slice(0, 2), [
      ["North", "2008", 10, null, 1, 1n],
      ["North", "2009", 5, -0.5, 2, 2n],
    ]);
    assert.deepEqual((await read("cut=region:North&exact=true"))[1], ["North", "2009", "5", "-0.5", 2, 2n]);
    assert.deepEqual((await read("rollup=true&cut=region:North")).at(0), ["North", null, 15, null, 1, 3n, 1n]);
  });

  it("have pages of the same cells", async () => {
    for (const more of ["", "|amount.rank"]) {
      const query = `drilldown=region|year&measure=amount.avg|amount.share${more}`;
      const all = (await answer(query)).drilldown;
      const pages = await Promise.all(
        [1, 2, 3].map(async (page) => (await answer(`${query}&pagesize=2&page=${page}`)).drilldown),
      );
      assert.deepEqual(pages.flat(), all);
      const first = await call(`${query}&pagesize=2`);
      assert.match(first.headers.get("link")!, /page=2>; rel="next"/);
    }
  });

  it("are refused with all errors at once", async () => {
    const measure = [
      "amount.foo",
      "amount.share@region",
      "amount.count",
      "a/b/c",
      "amount.avg.share",
      "amount/planned.running",
      "amount@year",
      "amount.against",
      "amount.change",
    ].join("|");
    const errors = await errorsOf(`measure=${measure}&having=planned:[1 TO 2]|amount.foo:x&top=0&rollup=true`);
    for (const part of [
      'Unknown function "foo" of "amount"; known: sum, avg, min, max, median',
      'amount.share@region: "region" is not drilled down',
      '"amount.count": a measure has no members',
      '"a/b/c" has 2 slashes',
      "amount.avg.share: averages don't add up to a whole",
      "amount/planned.running: ratios don't add up to a whole",
      '"amount@year": "@" follows one of',
      "amount.change: no date is drilled down",
      'having: "planned" is not among the requested measures',
      'having: amount.foo: "x" is not a number',
      'top: "0" is not an integer of 1 or more',
      "rollup: it cannot be combined with top",
    ]) {
      assert.ok(
        errors.some((each) => each.includes(part)),
        `${part} is not in\n${errors.join("\n")}`,
      );
    }
  });
});

describe("windows", () => {
  it("are shares of the whole and of groups, and ranks in them", async () => {
    const lines = await csv(
      "drilldown=region|year&measure=amount.share|amount.share@year|amount.rank|amount.rank@year&order=year:asc|region:asc",
    );
    assert.deepEqual(lines.slice(1), [
      `North,2008,${10 / 13},1,1,1,1`,
      `North,2009,${5 / 13},,2,1,2`,
      `South,2009,${-5 / 13},,5,2,1`,
      `South,2011,${2.5 / 13},${2.5 / 3},3,1,1`,
      `West,2011,${0.5 / 13},${0.5 / 3},4,2,1`,
    ]);
  });

  it("go by the calendar over time: a gap has no period before it", async () => {
    const measure = "amount.running@year|amount.difference@year|amount.change@year";
    assert.deepEqual((await csv(`drilldown=region|year&measure=${measure}&order=region:asc|year:asc`)).slice(1), [
      "North,2008,10,,,1",
      "North,2009,15,-5,-0.5,2",
      "South,2009,-5,,,1",
      "South,2011,-2.5,,,1",
      "West,2011,0.5,,,1",
    ]);
    assert.deepEqual((await csv("drilldown=month&measure=amount.difference&order=month:asc")).slice(3, 5), [
      "200911,,1",
      "200912,3,1",
    ]);
    assert.deepEqual((await csv("drilldown=time.name&measure=amount.running&order=time:asc")).slice(2, 4), [
      "2009-01-01,5,1",
      "2009-11-30,6,1",
    ]);
  });

  it("divide by the size of what was there before, so that a change of a negative amount has its sign", async () => {
    const query = "drilldown=cofog1.name|year&cut=cofog1:1&fq=-region:South&measure=amount.change&order=year:desc";
    assert.equal((await csv(query))[1], `1,2009,${-9 / 10},1`);
    const { drilldown } = await refunds.answer("drilldown=year&measure=amount.change&order=year:desc");
    assert.equal(drilldown[0]!["amount.change"], 0.5);
  });

  it("see the cells that having and pages leave out", async () => {
    const query = "drilldown=year&measure=amount|amount.change|amount.share|amount.rank&having=amount:[* TO 0]";
    assert.deepEqual((await answer(query)).drilldown, [
      { year: "2009", amount: 0, "amount.change": -1, "amount.share": 0, "amount.rank": 3, num_entries: 3 },
    ]);
    const { drilldown } = await answer("drilldown=year&measure=amount.running&order=year:desc&pagesize=1");
    assert.equal(drilldown[0]!["amount.running"], 13);
  });

  it("name what they cannot go by", async () => {
    const of = async (query: string): Promise<string> => (await errorsOf(query)).join();
    assert.match(await of("drilldown=time.quarter&measure=amount.change"), /no period before one of time\.quarter/);
    assert.match(await of("drilldown=region&measure=amount.running@region"), /"region" is not a date/);
    assert.match(await of("drilldown=year|month&measure=amount.running"), /several dates/);
    assert.match(await of("drilldown=time&measure=amount.running@year"), /needs a drilldown of its own/);
    assert.match(await of("drilldown=year|region&measure=amount.running@year,region"), /one attribute of a date/);
  });

  it("leave out of the summary what compares cells", async () => {
    const { summary } = await answer("drilldown=year&measure=amount.share|amount.share@year|amount.rank|amount.change");
    assert.deepEqual(
      Object.keys(summary).filter((key) => key.startsWith("amount")),
      ["amount.share"],
    );
    assert.equal(summary["amount.share"], 1);
  });
});
