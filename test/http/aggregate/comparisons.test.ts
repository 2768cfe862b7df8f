import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import type { Dataset } from "#src/store/dataset.js";
import { contextOf, type Row, SPENDING, spendingDataset, spendingModel } from "../../fixtures.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { startFigureTown } from "./figure-town.js";
import { startTestServer, type TestServer } from "../server.js";

const { answer, csv, errorsOf } = startFigureTown();

describe("a comparison with other cuts", () => {
  it("has the cells of both sides, and each sum with its three comparisons", async () => {
    const { summary, drilldown, ...rest } = await answer("drilldown=region&cut=year:2009&against=year:2011");
    assert.deepEqual(drilldown, [
      {
        region: "North",
        year: "2009",
        amount: 5,
        "amount.against": 0,
        "amount.difference": 5,
        "amount.change": null,
        num_entries: 2,
        "num_entries.against": 0,
      },
      {
        region: "West",
        year: "2009",
        amount: 0,
        "amount.against": 0.5,
        "amount.difference": -0.5,
        "amount.change": -1,
        num_entries: 0,
        "num_entries.against": 1,
      },
      {
        region: "South",
        year: "2009",
        amount: -5,
        "amount.against": 2.5,
        "amount.difference": -7.5,
        "amount.change": -3,
        num_entries: 1,
        "num_entries.against": 1,
      },
    ]);
    assert.deepEqual(rest, { against: { cut: "year:2011", dataset: "town" } });
    const { amount, "amount.against": other, "amount.difference": difference, "amount.change": change } = summary;
    assert.deepEqual([amount, other, difference, change], [0, 3, -3, -1]);
    assert.deepEqual([summary["num_entries"], summary["num_entries.against"]], [3, 2]);
  });

  it("replaces only the cuts on what it names", async () => {
    const lines = await csv("cut=year:2009|region:North|cofog1:1&against=region:South|cofog1:*&measure=amount");
    assert.deepEqual(lines, [
      "year,region,cofog1.name,amount,amount.against,amount.difference,amount.change,num_entries,num_entries.against",
      "2009,North,1,1,-5,6,1.2,1,1",
    ]);
    const { against } = (await answer("cut=year:2009|region:North|cofog1:1&against=cofog1:*")) as unknown as {
      against: unknown;
    };
    assert.deepEqual(against, { cut: "year:2009|region:North", dataset: "town" });
  });

  it("compares averages and quotients, which are missing on a side without entries", async () => {
    const measure = "amount.avg|amount.avg.against|amount.avg.change|amount/planned.difference";
    assert.deepEqual((await csv(`drilldown=region&cut=year:2009&against=year:2008&measure=${measure}`)).slice(1), [
      `North,2009,2.5,10,-0.75,${-1 / 3},2,1`,
      "South,2009,-5,,,,1,0",
    ]);
  });

  it("goes before having, top and subtotals", async () => {
    const query = "drilldown=region&cut=year:2009&against=year:2011";
    const kept = await answer(`${query}&having=amount.difference:[* TO 0]&measure=amount.difference`);
    assert.deepEqual(kept.left_out, {
      num_drilldowns: 1,
      num_entries: 2,
      "num_entries.against": 0,
      "amount.difference": 5,
    });
    assert.deepEqual((await csv(`${query}&top=1&measure=amount|amount.change`)).slice(1), [
      "North,2009,5,,2,0,",
      `,2009,-5,${-8 / 3},1,2,2`,
    ]);
    assert.deepEqual(
      (await csv(`drilldown=region|cofog1.name&cut=year:2009&against=year:2011&rollup=true`)).slice(1, 4),
      ["North,,2009,5,0,5,,2,0,1", "North,2,2009,4,0,4,,1,0,2", "North,1,2009,1,0,1,,1,0,2"],
    );
  });

  it("is refused for what is drilled down, and what is not there", async () => {
    assert.deepEqual(await errorsOf("drilldown=year&against=year:2008|dataset:town|dataset:town|nowhere:1"), [
      "against: it names more than one dataset; compare with one at a time",
      'against: "year" is drilled down; use amount.change@year',
      'against: Unknown dimension "nowhere"; known: time, until, invoice, region, rate, cofog1',
    ]);
    assert.deepEqual(await errorsOf("measure=amount.against"), [
      'measure: amount.against: it compares with another side: add the parameter "against"',
    ]);
    assert.deepEqual(await errorsOf("against=dataset:nowhere"), ['no dataset with name "nowhere"']);
  });

  it("warns of what the other side does not have", async () => {
    const { warnings } = (await answer("cut=year:2009&against=year:2010")) as unknown as { warnings: unknown };
    assert.deepEqual(warnings, ['No entry has year "2010"; near: "2011"']);
  });
});

describe("a comparison with another dataset", () => {
  let server: TestServer;
  const rows: readonly Row[] = [
    { id: "a", paid: 300n, region: "North", code: "1", function: "Police", date: "2009-03-02" },
    { id: "b", paid: 100n, region: "East", code: "3", function: "Fire", date: "2009-03-02" },
  ];
  const named = (name: string, currency = "EUR"): Partial<Dataset> => {
    const model = spendingModel();
    return { model: { ...model, dataset: { ...model.dataset, name, currency } } };
  };
  /** A dataset whose dimension of the taxonomy cofog has another name. */
  const renamed = (): Dataset => {
    const { cofog1, ...mapping } = SPENDING.mapping;
    const file = { dataset: { ...SPENDING.dataset, name: "city" }, mapping: { ...mapping, purpose: cofog1 } };
    const { model } = parseModel(file);
    return spendingDataset(rows, { model });
  };
  before(async () => {
    server = await startTestServer(
      makeRoutes(
        contextOf([
          spendingDataset([
            { id: "a", paid: 1000n, region: "North", code: "1", function: "Order", date: "2009-03-02" },
            { id: "b", paid: 200n, region: "North", code: "2", date: "2009-03-02" },
          ]),
          renamed(),
          spendingDataset(rows, named("dear", "GBP")),
          spendingDataset(rows, { ...named("hidden"), private: true }),
        ]),
      ),
    );
  });
  after(() => server.stop());
  const call = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}/api/2/aggregate?dataset=town&${query}`, { headers });

  it("finds dimensions by name or taxonomy, and members by name", async () => {
    const response = await call("drilldown=cofog1&against=dataset:city&measure=amount|amount.against&order=cofog1:asc");
    const { drilldown, against } = (await response.json()) as {
      drilldown: { cofog1: { name: string; label: string; color: string }; amount: number; "amount.against": number }[];
      against: unknown;
    };
    assert.deepEqual(
      drilldown.map(({ cofog1: { name, label, color }, ...cell }) => [
        name,
        label,
        color,
        cell.amount,
        cell["amount.against"],
      ]),
      [
        ["1", "Order", "#555555", 10, 3],
        ["2", "Function 2", "#555555", 2, 0],
        ["3", "Fire", "#555555", 0, 1],
      ],
    );
    assert.deepEqual(against, { cut: "", dataset: "city" });
    const cut = await (await call("cut=cofog1:1|region:North&against=dataset:city|region:*&format=csv")).text();
    assert.match(cut, /\r\n1,North,10,3,7,2\.3333333333333335,1,1\r\n$/);
  });

  it("is refused for another currency, and for what may not be read as for what is not there", async () => {
    const refused = await call("against=dataset:dear");
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /amounts of different currencies cannot be compared/);
    assert.equal((await call("against=dataset:hidden")).status, 401);
    const allowed = await call("against=dataset:hidden", { Authorization: "ApiKey admin" });
    assert.equal(allowed.status, 200);
    assert.match(allowed.headers.get("cache-control")!, /private/);
  });
});
