import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getJson } from "./derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;

const TOWN = {
  amount: { type: "measure", column: "n", datatype: "float" },
  staff: { type: "measure", column: "staff", datatype: "float", unit: "people" },
  time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
  region: {
    type: "compound",
    key: true,
    taxonomy: "zone",
    attributes: { name: { column: "region" }, label: { column: "title" } },
  },
  what: { type: "attribute", column: "what", key: true },
};
const ROWS = `t,region,title,what,n,staff
2009,N,North,roads,100.50,1
2009,S,South,roads,50,2
2009,X,Elsewhere,parks,10,1
2010,N,North,parks,200,3
2010,S,South,roads,30.25,4
2011,N,North,roads,7,1
`;

before(async () => {
  server = await startLoading();
  const add = (...given: Parameters<typeof loadSeries> extends [unknown, ...infer Rest] ? Rest : never) =>
    loadSeries(server, ...given);
  await add("town", { currency: "GBP", territories: ["GB"] }, TOWN, ROWS);
  await add(
    "deflator",
    { territories: ["GB"], series: { kind: "index" } },
    seriesMapping(),
    "t,n\n2009,80\n2010,90\n2011,96\n",
  );
  await add(
    "monthly",
    { series: { kind: "index" } },
    seriesMapping({}, "month"),
    `t,n\n${monthsOf(2009, 12)}${monthsOf(2010, 11)}`,
  );
  await add(
    "people",
    { series: { kind: "stock" } },
    withUnit(seriesMapping({ zone: "zone" })),
    "t,zone,n\n2009,N,3\n2009,S,4\n2010,N,5\n2010,S,6\n2011,N,7\n2011,S,0\n",
  );
  await add(
    "levels",
    { series: { kind: "stock" } },
    seriesMapping({ zone: "zone", level: "level" }),
    "t,zone,level,n\n2009,N,region,3\n2009,S,region,4\n2009,all,country,7\n",
  );
  await add(
    "rates",
    { series: { kind: "rate", base: "EUR" } },
    seriesMapping({ currency: "currency" }),
    "t,currency,n\n2009,GBP,0.8\n2009,USD,1.5\n2010,GBP,0.75\n2010,USD,1.25\n2011,USD,1.25\n",
  );
  await add(
    "gdp",
    { currency: "GBP", series: { kind: "flow" } },
    seriesMapping(),
    "t,n\n2009,1000\n2010,1100\n2011,1200\n",
  );
  await add(
    "gdp-usd",
    { currency: "USD", series: { kind: "flow" } },
    seriesMapping(),
    "t,n\n2009,1500\n2010,1300\n2011,1200\n",
  );
  await add(
    "secret",
    { territories: ["GB"], series: { kind: "index" } },
    seriesMapping(),
    "t,n\n2009,1\n2010,2\n2011,3\n",
    { settings: { private: "true" } },
  );
});
after(() => server.stop());

function monthsOf(year: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `${year}-${String(at + 1).padStart(2, "0")},${100 + at}\n`).join("");
}

function withUnit(mapping: object): object {
  const { amount } = mapping as { amount: object };
  return { ...mapping, amount: { ...amount, unit: "people" } };
}

const ask = (query: string) => getJson(server, `/api/2/aggregate?dataset=town&exact=true&${query}`);
const cells = async (
  query: string,
  of = (cell: Record<string, unknown>): unknown[] => [cell["year"], cell["amount"]],
) => (await ask(query)).drilldown.map(of);
const refuse = async (query: string, why: RegExp): Promise<void> => {
  const { status, text } = await server.ask(null, "GET", `/api/2/aggregate?dataset=town&${query}`);
  assert.equal(status, 400, text);
  assert.match(text, why);
};

describe("amounts in the prices of a year", () => {
  it("are multiplied by the base over their own year, and add up to the whole", async () => {
    const { summary, adjustments } = await ask("prices=2010&drilldown=year&order=year:asc");
    assert.deepEqual(await cells("prices=2010&drilldown=year&order=year:asc"), [
      ["2009", "180.5625"],
      ["2010", "230.25"],
      ["2011", "6.5625"],
    ]);
    assert.equal(summary.amount, "417.375");
    assert.deepEqual(summary.original, { amount: "397.75" });
    assert.deepEqual(adjustments, [
      {
        kind: "prices",
        base: "2010",
        series: "deflator@1",
        label: "deflator",
        licence: null,
        cite: `${server.url}/deflator@1`,
        values: { 2009: "80", 2010: "90", 2011: "96" },
      },
    ]);
  });

  it("leave out what is no money, and count as one in averages, least and greatest amounts and shares", async () => {
    const { summary } = await ask("prices=2010&measure=staff|amount.avg|amount.min|amount.max|num_entries");
    const { staff, "amount.avg": mean, "amount.min": least, "amount.max": greatest } = summary;
    assert.deepEqual([staff, mean, least, greatest], ["12", "69.5625", "6.5625", "200"]);
  });

  it("name an index by its version, and use the mean of twelve months of one", async () => {
    assert.equal((await ask("prices=2010@deflator@1&cut=year:2010")).summary.amount, "230.25");
    const { summary, adjustments } = await ask("prices=2009@monthly&cut=year:2009");
    assert.equal(summary.amount, "160.5");
    assert.deepEqual(adjustments[0].values, { 2009: "105.5" });
    const missing = await ask("prices=2009@monthly");
    assert.equal(missing.summary.amount, null);
    assert.deepEqual(missing.missing, [
      { series: "monthly", year: "2010", amount: 230.25 },
      { series: "monthly", year: "2011", amount: 7 },
    ]);
    await refuse("prices=2010@monthly", /\\"monthly\\" has no value for 2010; it has 200901 to 201011/);
  });

  it("go through having, top, order and windows", async () => {
    const of = (cell: Record<string, unknown>) => [cell["year"] ?? cell["@others"], cell["amount"]];
    assert.deepEqual(await cells("prices=2010&drilldown=year&having=amount:[100 TO 200]", of), [["2009", "180.5625"]]);
    assert.deepEqual(await cells("prices=2010&drilldown=year&top=1", of), [
      ["2010", "230.25"],
      [2, "187.125"],
    ]);
    const { drilldown } = await ask("prices=2010&drilldown=year&measure=amount.difference&order=year:asc");
    assert.deepEqual(
      drilldown.map((cell: Record<string, unknown>) => cell["amount.difference"]),
      [null, "49.6875", "-223.6875"],
    );
    const { summary } = await ask("prices=2010&cut=year:2010&against=year:2009");
    assert.deepEqual(
      [summary.amount, summary["amount.against"], summary["amount.difference"]],
      ["230.25", "180.5625", "49.6875"],
    );
  });

  it("are refused where they have no meaning, or nothing tells the index", async () => {
    await refuse("prices=then", /prices: \\"then\\" is not a year/);
    await refuse("prices=2040", /has no value for 2040; it has 2009 to 2011/);
    await refuse("prices=2010@people", /\\"people\\" is a series of what there is at a time, not an index of prices/);
    await refuse("prices=2010@town", /\\"town\\" is no series/);
    await refuse("prices=2010&measure=amount.median", /a median has no meaning with prices, in or per/);
    await refuse("prices=2010&per=gdp", /a share of it needs no prices/);
  });

  it("tell nothing of a series that the reader may not read", async () => {
    const answers = await Promise.all(
      ["secret", "nothing"].map((name) =>
        server.ask("bob", "GET", `/api/2/aggregate?dataset=town&prices=2010@${name}`),
      ),
    );
    const [hidden, missing] = answers.map(({ status, text }) => [status, text.replace(/secret|nothing/g, "x")]);
    assert.deepEqual(hidden, missing);
    // Its manager has to name one of two; others do not know of the second.
    const own = await server.ask("ada", "GET", "/api/2/aggregate?dataset=town&prices=2010");
    assert.equal(own.status, 400);
    assert.match(own.text, /name the series, as in prices=2010@deflator; there are: deflator, secret/);
  });
});

describe("amounts per person", () => {
  it("are divided by the members that are shown", async () => {
    const of = (cell: Record<string, unknown>): unknown[] => [
      (cell["region"] as { name: string }).name,
      cell["amount"],
    ];
    const query = "per=people&drilldown=region&cut=year:2009&order=region:asc";
    assert.deepEqual(await cells(query, of), [
      ["N", "33.5"],
      ["S", "12.5"],
      ["X", null],
    ]);
    const { summary, missing, num_missing: count } = await ask(query);
    assert.deepEqual([summary.amount, summary.currency], ["321/14", { amount: "GBP/person" }]);
    assert.deepEqual([missing, count], [[{ series: "people", year: "2009", region: "X", amount: 10 }], 1]);
  });

  it("are sums over years of sums over what is not drilled down", async () => {
    const { summary } = await ask("per=people&cut=region:N&exact=true");
    assert.equal(summary.amount, "74.5");
    assert.deepEqual(await cells("per=people&cut=region:N|year:2010&drilldown=what"), [["2010", "40"]]);
    assert.equal((await ask("per=people&cut=region.label:North|year:2009")).summary.amount, "33.5");
    assert.equal((await ask("per=people&cut=!region:N|year:2009")).summary.amount, "15");
  });

  it("are compared, rolled up and put together by the members of each side", async () => {
    const { summary } = await ask("per=people&cut=year:2009|region:N&against=region:S");
    assert.deepEqual([summary.amount, summary["amount.against"], summary["amount.difference"]], ["33.5", "12.5", "21"]);
    const { drilldown } = await ask(
      "per=people&cut=year:2010&drilldown=what|region&rollup=true&order=what:asc|region:asc",
    );
    assert.deepEqual(
      drilldown.map((cell: Record<string, unknown>) => [cell["what"], cell["@level"], cell["amount"]]),
      [
        ["parks", 1, "200/11"],
        ["parks", 2, "40"],
        ["roads", 1, "2.75"],
        ["roads", 2, "121/24"],
      ],
    );
    const top = await ask("per=people&cut=year:2010&drilldown=region|what&top=1");
    assert.deepEqual(top.drilldown[1].amount, "121/24");
  });

  it("are missing where a series has no value, or 0", async () => {
    const { summary, missing } = await ask("per=people&cut=year:2011|region:S");
    assert.deepEqual([summary.amount, missing], ["0", undefined]);
    const warned = await ask("per=people&cut=year:2011");
    assert.deepEqual(warned.warnings, [
      '"people" has no value for S in 2011: what is shown for all of them is per the others',
    ]);
  });

  it("need one level of a series that has several", async () => {
    await refuse("per=levels&cut=year:2009", /\\"levels\\" has levels: cut `level` to `country` or `region`/);
    assert.equal((await ask("per=levels&cut=year:2009|level:region")).summary.amount, "321/14");
  });

  it("of a series of money are shares, in one currency", async () => {
    const { summary } = await ask("per=gdp&cut=year:2009");
    assert.deepEqual([summary.amount, summary.currency], ["0.1605", { amount: null }]);
    await refuse("per=gdp-usd", /in GBP, and \\"gdp-usd\\" is in USD; add in=USD/);
    assert.equal((await ask("per=gdp-usd&in=USD&cut=year:2009")).summary.amount, "0.200625");
    await refuse("per=deflator", /is an index of prices, not a series of what there is at a time or a series of money/);
    await refuse("per=people.adults", /\\"people\\" has no measure \\"adults\\"; it has amount/);
  });
});

describe("amounts in another currency", () => {
  it("are multiplied, divided, or both", async () => {
    assert.equal((await ask("in=EUR&cut=year:2009")).summary.amount, "200.625");
    const { summary, adjustments } = await ask("in=USD&cut=year:2009");
    assert.deepEqual([summary.amount, summary.currency], ["300.9375", { amount: "USD" }]);
    assert.deepEqual(adjustments[0].values, { 2009: "1.875" });
    assert.equal((await ask("in=GBP&cut=year:2009")).summary.amount, "160.5");
  });

  it("are converted at the base year with prices", async () => {
    assert.equal((await ask("in=EUR&prices=2010&cut=year:2009")).summary.amount, "240.75");
  });

  it("are missing without a rate, and refused for an unknown currency", async () => {
    const { summary, missing } = await ask("in=EUR&drilldown=year");
    assert.equal(summary.amount, null);
    assert.deepEqual(missing, [{ series: "rates", year: "2011", amount: 7 }]);
    await refuse("in=JPY", /\\"rates\\" has no currency \\"JPY\\"; it has EUR, GBP, USD/);
  });
});

describe("amounts that inflate asks for", () => {
  it("have the ancestor's form, in cells and in entries", async () => {
    const get = (query: string) => getJson(server, `/api/2/aggregate?dataset=town&${query}`);
    const { summary, drilldown, warning } = await get("inflate=2010&drilldown=year&order=year:asc");
    assert.deepEqual([summary.amount, summary.original, warning], [417.375, 397.75, undefined]);
    assert.deepEqual(drilldown[0].inflation_adjustment, [
      { reference: "2009", target: "2010", original: 160.5, inflated: 180.5625 },
    ]);
    const { results } = await getJson(server, "/api/2/search?dataset=town&filter=year:2009&order=amount:desc");
    const path = `/town/entries/${results[0].id}`;
    const entry = await getJson(server, `${path}.json?inflate=2010`);
    assert.deepEqual(
      [entry.amount, entry.inflation_adjustment],
      [113.0625, [{ reference: "2009", target: "2010", original: 100.5, inflated: 113.0625 }]],
    );
    const page = await server.ask(null, "GET", `${path}?inflate=2010`, { headers: { Accept: "text/html" } });
    assert.match(page.text, /113\.06/);
  });

  it("are nominal with a warning where it cannot be done", async () => {
    const get = (query: string) => getJson(server, `/api/2/aggregate?dataset=town&${query}`);
    for (const query of ["inflate=2040", "inflate=2010&measure=amount.median", "inflate=2010&per=gdp"]) {
      const { warning, summary } = await get(query);
      assert.ok(!("original" in summary) || query.includes("per="));
      assert.equal(warning.inflation, "Unable to do inflation adjustment", query);
    }
    assert.equal((await get("inflate=2040")).summary.amount, 397.75);
  });
});

describe("adjusted amounts in files", () => {
  it("are written in CSV and NDJSON", async () => {
    const read = async (query: string): Promise<string[]> => {
      const response = await fetch(`${server.url}/api/2/aggregate?dataset=town&${query}`);
      return (await response.text()).trim().split(/\r?\n/);
    };
    const lines = await read("prices=2010&drilldown=year&order=year:asc&format=csv");
    assert.deepEqual(lines.slice(1), ["2009,180.5625,3", "2010,230.25,2", "2011,6.5625,1"]);
    const cells = await read("per=people&cut=year:2009&drilldown=region&order=region:desc&format=ndjson");
    assert.equal(JSON.parse(cells[0]!).amount, null);
  });
});
