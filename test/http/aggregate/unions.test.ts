import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getJson } from "./derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;

// oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON the server answers
type Cell = Record<string, any>;

const mapping = (purpose: string, more: object = {}): object => ({
  amount: { type: "measure", column: "n", datatype: "float" },
  time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
  [purpose]: {
    type: "compound",
    key: true,
    taxonomy: "purpose",
    attributes: { name: { column: "what" }, label: { column: "title" } },
  },
  ...more,
});

before(async () => {
  server = await startLoading();
  const add = (...given: Parameters<typeof loadSeries> extends [unknown, ...infer Rest] ? Rest : never) =>
    loadSeries(server, ...given);
  const rows = (north: string) => `t,what,title,n\n2009,1,${north},100.5\n2010,1,${north},7\n2010,2,Parks,3\n`;
  await add("a", { currency: "EUR", territories: ["AT"] }, mapping("function"), rows("Roads"), {
    model: { notes: [{ on: "year:2010", kind: "provisional", text: "Not yet audited" }] },
  });
  await add("b", { currency: "EUR", territories: ["BE"] }, mapping("programme"), rows("Streets"));
  await add("b2", { currency: "EUR", territories: ["BE"] }, mapping("function"), "t,what,title,n\n2011,1,Roads,10\n");
  await add("c", { currency: "USD", territories: ["CH"] }, mapping("function"), rows("Roads"));
  await add("hidden", { currency: "EUR" }, mapping("function"), rows("Roads"), { settings: { private: "true" } });
  await add(
    "phased",
    { currency: "EUR" },
    mapping("function", {
      phase: { type: "attribute", column: "phase", key: true, role: "phase" },
      time: { type: "date", column: "t", datatype: "date", fiscal_year: { starts: "04-01", named: "start" } },
    }),
    "t,what,title,phase,n\n2009-05-02,1,Roads,approved,10\n2009-05-03,1,Roads,executed,9\n",
  );
  await add(
    "rates",
    { series: { kind: "rate", base: "EUR" } },
    seriesMapping({ currency: "currency" }),
    "t,currency,n\n2009,USD,2\n2010,USD,4\n2011,USD,4\n",
  );
  await add(
    "people",
    { series: { kind: "stock" } },
    seriesMapping({ territory: "territory" }),
    "t,territory,n\n2009,AT,10\n2010,AT,10\n2009,BE,5\n2010,BE,5\n2011,BE,5\n",
  );
});
after(() => server.stop());

const ask = (query: string) => getJson(server, `/api/2/aggregate?${query}`);
const refuse = async (query: string): Promise<unknown> => {
  const { status, json, text } = await server.ask(null, "GET", `/api/2/aggregate?${query}`);
  assert.equal(status, 400, text);
  return json.errors;
};
const amounts = async (query: string, key: string): Promise<unknown[]> =>
  (await ask(query)).drilldown.map((cell: Cell) => [cell[key]?.name ?? cell[key], cell["amount"]]);

describe("an aggregation of several datasets", () => {
  it("adds up members of one name, which have the label and the page of the first dataset", async () => {
    const { summary, drilldown, warnings } = await ask("dataset=a|b&drilldown=function&cut=year:2010");
    assert.equal(summary.amount, 20);
    assert.deepEqual(drilldown[0], {
      function: {
        id: null,
        name: "1",
        label: "Roads",
        taxonomy: "purpose",
        html_url: `${server.url}/a/function/1`,
      },
      year: "2010",
      amount: 14,
      num_entries: 2,
      "@notes": [0],
    });
    assert.deepEqual(warnings, [
      'The datasets have different labels: function "1" is "Roads" in "a" and "Streets" in "b"',
    ]);
  });

  it("finds a dimension by each of its names", async () => {
    assert.deepEqual(await amounts("dataset=a|b&drilldown=programme&cut=function:1", "programme"), [["1", 215]]);
    assert.deepEqual(await amounts("dataset=b|a&drilldown=year&q=programme:2", "year"), [["2010", 6]]);
  });

  it("tells the datasets apart by a drilldown, and cuts to some", async () => {
    const { drilldown } = await ask("dataset=a|b2&drilldown=dataset");
    assert.deepEqual(drilldown[0].dataset, {
      id: null,
      name: "a",
      label: "a",
      taxonomy: "dataset",
      html_url: `${server.url}/a`,
    });
    assert.deepEqual(await amounts("dataset=a|b2&drilldown=dataset", "dataset"), [
      ["a", 110.5],
      ["b2", 10],
    ]);
    const { summary } = await ask("dataset=a|b|b2&cut=dataset:b2|dataset:a");
    assert.equal(summary.amount, 120.5);
  });

  it("answers functions, shares, having, top and rollup as of one dataset", async () => {
    const { left_out, drilldown } = await ask(
      "dataset=a|b2&drilldown=dataset|year&measure=amount|amount.share@dataset&having=amount:[10 TO *]",
    );
    assert.deepEqual(left_out, { num_drilldowns: 0, num_entries: 0, amount: 0 });
    assert.equal(drilldown.length, 3);
    const top = await ask("dataset=a|b2&drilldown=year&top=1");
    assert.deepEqual(
      top.drilldown.map((cell: Cell) => [cell.year, cell.amount, cell["@others"]]),
      [
        ["2009", 100.5, undefined],
        [undefined, 20, 2],
      ],
    );
    const { levels } = await ask("dataset=a|b2&drilldown=dataset|year&rollup=true");
    assert.deepEqual(levels, [2, 3]);
  });

  it("is compared with one of its members", async () => {
    const { drilldown, against } = await ask("dataset=a|b&drilldown=year&against=dataset:b&order=year:asc");
    assert.deepEqual(
      drilldown.map((cell: Cell) => [cell.year, cell.amount, cell["amount.against"], cell["amount.difference"]]),
      [
        ["2009", 201, 100.5, 100.5],
        ["2010", 20, 10, 10],
      ],
    );
    assert.deepEqual(against, { cut: "", dataset: "b" });
  });

  it("refuses what a dataset does not have, and what would mean two things", async () => {
    assert.deepEqual(await refuse("dataset=a|phased&drilldown=phase"), [
      'drilldown: "a" has no dimension "phase", and none of its taxonomy "phase"',
    ]);
    assert.deepEqual(await refuse("dataset=a|c"), [
      'dataset: amounts of different currencies cannot be added up: "a" in EUR and "c" in USD; write in=EUR to convert them',
    ]);
    assert.deepEqual(await refuse("dataset=a|nowhere"), ['no dataset with name "nowhere"']);
    const many = Array.from({ length: 51 }, (_, at) => `d${at}`).join("|");
    assert.deepEqual(await refuse(`dataset=${many}`), [
      "dataset: 51 datasets are named; at most 50 are added up at once",
    ]);
    const { status } = await server.ask(null, "GET", "/api/2/aggregate?dataset=a|hidden");
    assert.equal(status, 401);
  });

  it("warns where phases, fiscal years and precisions differ, and of what one dataset adds up", async () => {
    const { warnings } = await ask("dataset=a|phased");
    assert.deepEqual(warnings, [
      'The datasets have different phases: none in "a"; approved and executed in "phased"',
      'The datasets have different fiscal years: years from 1 January in "a"; years from 1 April in "phased"',
      'The dates of the datasets have different precisions: years in "a"; days in "phased"',
      '"phased": amount adds up approved and executed of "phase", which contain one another: cut or drill down by phase',
    ]);
  });

  it("has the notes of each dataset, in the cells of the dataset where these are told apart", async () => {
    const { notes, drilldown } = await ask("dataset=a|b&drilldown=dataset|year&order=dataset:asc|year:asc");
    assert.deepEqual(notes, [{ id: 0, kind: "provisional", text: "a: Not yet audited" }]);
    assert.deepEqual(
      drilldown.map((cell: Cell) => cell["@notes"] ?? null),
      [null, [0], null, null],
    );
  });

  it("is written in every format", async () => {
    const { text } = await server.ask(null, "GET", "/api/2/aggregate?dataset=a|b2&drilldown=dataset&format=csv");
    assert.equal(text, "dataset.name,dataset.label,amount,num_entries,@notes\r\na,a,110.5,3,\r\nb2,b2,10,1,\r\n");
    for (const format of ["arrow", "xlsx"]) {
      const { status } = await server.ask(
        null,
        "GET",
        `/api/2/aggregate?dataset=a|b2&drilldown=dataset&format=${format}`,
      );
      assert.equal(status, 200);
    }
  });
});

describe("adjusted amounts of several datasets", () => {
  it("are converted to one currency, each from its own", async () => {
    assert.deepEqual(await amounts("dataset=a|c&in=EUR&drilldown=dataset", "dataset"), [
      ["a", 110.5],
      // 100.5 / 2 + 10 / 4
      ["c", 52.75],
    ]);
    const { summary } = await ask("dataset=a|c&in=EUR");
    assert.equal(summary.amount, 163.25);
    assert.deepEqual(summary.currency, { amount: "EUR" });
  });

  it("are divided by each dataset's own people, and by all of them together", async () => {
    assert.deepEqual(await amounts("dataset=a|b&per=people&drilldown=dataset&cut=year:2009", "dataset"), [
      ["b", 20.1],
      ["a", 10.05],
    ]);
    const { summary } = await ask("dataset=a|b&per=people&cut=year:2009");
    assert.equal(summary.amount, 13.4);
  });

  it("count the people of two datasets of one territory once, and those of years without entries not at all", async () => {
    const { summary } = await ask("dataset=b|b2&per=people");
    // 100.5 / 5 + 10 / 5 + 10 / 5
    assert.equal(summary.amount, 24.1);
    const alone = await ask("dataset=a|b2&per=people&cut=year:2011");
    assert.equal(alone.summary.amount, 2);
  });
});

describe("the members of several datasets", () => {
  const list = async (path: string) => {
    const { results, count } = await getJson(server, path);
    return [count, results.map(({ name, label, html_url }: Cell) => [name, label, html_url?.replace(server.url, "")])];
  };

  it("are each listed once, with the label and the page of the first dataset", async () => {
    assert.deepEqual(await list("/a|b/function.distinct"), [
      2,
      [
        ["2", "Parks", "/a/function/2"],
        ["1", "Roads", "/a/function/1"],
      ],
    ]);
    assert.deepEqual(await list("/b%7Ca/programme.distinct?q=str"), [1, [["1", "Streets", "/b/programme/1"]]]);
    assert.deepEqual(await list("/a|b/function.distinct?cut=year:2009&pagesize=1"), [
      1,
      [["1", "Roads", "/a/function/1"]],
    ]);
    assert.deepEqual(await list("/a|b|b2/dataset.distinct?cut=year:2011"), [1, [["b2", "b2", "/b2"]]]);
  });

  it("warn of a value that none of them has", async () => {
    const { warnings } = await getJson(server, "/a|b/function.distinct?cut=function:3");
    assert.match(warnings[0], /^No entry has function "3"/);
  });

  it("refuse a union with a dataset that may not be read", async () => {
    assert.equal((await server.ask(null, "GET", "/a|hidden/function.distinct")).status, 401);
    assert.equal((await server.ask(null, "GET", "/api/3/cubes/a|hidden/aggregate")).status, 401);
    assert.equal((await server.ask(null, "GET", "/a|nothing/function.distinct")).status, 404);
  });
});

describe("the newer interface of several datasets", () => {
  it("adds them up as the other one does", async () => {
    const { summary, cells, total_cell_count } = await getJson(server, "/api/3/cubes/a|b/aggregate?drilldown=function");
    assert.deepEqual(summary, { "amount.sum": 221, _count: 6 });
    assert.equal(total_cell_count, 2);
    assert.deepEqual(cells[0], { "function.name": "1", "function.label": "Roads", "amount.sum": 215, _count: 4 });
    const each = await getJson(server, "/api/3/cubes/a|b2/aggregate?drilldown=dataset.name&order=dataset.name");
    assert.deepEqual(
      each.cells.map((cell: Cell) => [cell["dataset.name"], cell["amount.sum"]]),
      [
        ["a", 110.5],
        ["b2", 10],
      ],
    );
  });

  it("refuses amounts of different currencies, and converts them", async () => {
    const { status, json } = await server.ask(null, "GET", "/api/3/cubes/a|c/aggregate");
    assert.equal(status, 400);
    assert.match(JSON.stringify(json), /different currencies/);
    const { summary } = await getJson(server, "/api/3/cubes/a|c/aggregate?in=EUR&cut=time.year:2009");
    assert.equal(summary["amount.sum"], 150.75);
  });

  it("lists their members and describes their model", async () => {
    const { data } = await getJson(server, "/api/3/cubes/a|b/members/function");
    assert.deepEqual(
      data.map((each: Cell) => each["function.name"]),
      ["1", "2"],
    );
    const { name, model } = await getJson(server, "/api/3/cubes/a|b/model");
    assert.equal(name, "a|b");
    assert.ok(model.dimensions.dataset && model.dimensions.function);
  });

  it("says where the entries of several are read", async () => {
    const { status, json } = await server.ask(null, "GET", "/api/3/cubes/a|b/facts");
    assert.equal(status, 400);
    assert.match(JSON.stringify(json), /api\/2\/search reads the entries of several, as in dataset=a\|b/);
  });
});
