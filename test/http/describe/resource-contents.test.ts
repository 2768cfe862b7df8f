import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { readText } from "../pages/markup.js";
import { datasetCalled, idOf, startResources } from "./resource-server.js";
import type { TestServer } from "../server.js";
import { nextLink } from "../entries/next-link.js";

let server: TestServer;
before(async () => {
  server = await startResources();
});
after(() => server.stop());

const get = (path: string): Promise<Response> => request(server.url + path);
// oxlint-disable-next-line typescript/no-explicit-any -- JSON of several shapes
const json = async (path: string): Promise<any> => JSON.parse((await get(path)).text);

const town = (): Record<string, unknown> => ({
  name: "town",
  label: "Town spending",
  description: SPENDING.dataset.description,
  currency: "EUR",
  category: "spending",
  default_time: null,
  languages: [],
  territories: [],
  licence: null,
  serp_title: null,
  serp_teaser: null,
  timestamps: { created: "2020-02-02T02:02:02.222Z", last_modified: "2020-02-02T02:02:02.222Z" },
  num_entries: 3,
  private: false,
  html_url: `${server.url}/town`,
});

const attribute = (column: string | null, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  column,
  facet: false,
  constant: null,
  datatype: "string",
  end_column: null,
  ...more,
});

const region = (): Record<string, unknown> => ({
  name: "region",
  key: "region",
  html_url: `${server.url}/town/region`,
  label: "region",
  type: "attribute",
  description: "",
  facet: true,
  attributes: { region: attribute("region", { facet: true }) },
});

const cofog1 = (): Record<string, unknown> => ({
  name: "cofog1",
  key: "cofog1",
  html_url: `${server.url}/town/cofog1`,
  label: "Function",
  type: "compound",
  description: "",
  facet: false,
  attributes: {
    name: attribute("code"),
    label: attribute("function"),
    color: attribute("color"),
    weight: attribute("weight", { datatype: "float" }),
  },
});

const member = (id: number, name: string): Record<string, unknown> => ({
  id,
  name,
  label: `Function ${name}`,
  color: "#555555",
  weight: name === "1" ? 2 : null,
  taxonomy: "cofog",
  html_url: `${server.url}/town/cofog1/${name}`,
});

const march = (): Record<string, unknown> => ({
  id: 1,
  name: "2009-03-02",
  label: "2 March 2009",
  year: "2009",
  quarter: "1",
  month: "03",
  week: "10",
  day: "02",
  yearmonth: "200903",
  taxonomy: "time",
  html_url: `${server.url}/town/time/2009-03-02`,
});

const covered = (year: number, ...months: readonly number[]): object => ({ year: String(year), months });

describe("the JSON of", () => {
  it("a dataset: every key, null where unknown", async () => {
    assert.deepEqual(await json("/town.json"), { ...town(), years: [covered(2009, 3, 11), covered(2010, 1)] });
  });

  it("a model: dataset, mapping, views and measures", async () => {
    const { dataset, mapping, views, measures, ...rest } = await json("/town/model.json");
    assert.deepEqual([views, rest], [[], {}]);
    assert.deepEqual(dataset, town());
    assert.deepEqual(Object.keys(measures), ["amount", "planned"]);
    assert.deepEqual(mapping.amount, measures.amount);
    assert.equal(mapping.cofog1.taxonomy, "cofog");
    const labels = Object.entries(SPENDING.mapping).map(([name, field]) => ("label" in field ? field.label : name));
    assert.ok(labels.includes("planned"));
    assert.deepEqual(
      Object.keys(SPENDING.mapping).map((name) => mapping[name].label),
      labels,
    );
  });

  it("the dimensions, in the order of the mapping", async () => {
    const dimensions = await json("/town/dimensions.json");
    assert.deepEqual(
      dimensions.map(({ name, type }: Record<string, string>) => `${name} ${type}`),
      ["time date", "until date", "invoice attribute", "region attribute", "rate attribute", "cofog1 compound"],
    );
    assert.deepEqual(dimensions[3], region());
    assert.deepEqual(dimensions[5], cofog1());
  });

  it("a dimension: the same and the number of its members", async () => {
    assert.deepEqual(await json("/town/region.json"), { ...region(), num_members: 3 });
    assert.deepEqual(await json("/town/cofog1.json"), { ...cofog1(), num_members: 2 });
    assert.equal((await json("/town/until.json")).num_members, 1);
  });

  it("a date dimension: derived attributes have no column", async () => {
    const { attributes } = await json("/town/time.json");
    assert.deepEqual(attributes.name, attribute("date", { datatype: "date" }));
    assert.deepEqual(attributes.yearmonth, attribute(null));
    assert.equal(Object.keys(attributes).length, 8);
  });

  it("a member: id, every attribute, taxonomy and URL", async () => {
    const own = { ...member(1, "1"), years: [covered(2009, 3), covered(2010, 1)] };
    assert.deepEqual(await json("/town/cofog1/1.json"), own);
    assert.deepEqual(await json("/town/time/2009-03-02.json"), march());
  });

  it("a value of an attribute dimension: name and label are the value", async () => {
    assert.deepEqual(await json("/town/region/North.json"), {
      id: 1,
      name: "North",
      label: "North",
      taxonomy: "region",
      html_url: `${server.url}/town/region/North`,
      years: [covered(2009, 3)],
    });
    const { name, label, html_url: url } = await json("/town/rate/0.5.json");
    assert.deepEqual([name, label, url], [0.5, 0.5, `${server.url}/town/rate/0.5`]);
    assert.deepEqual(await json("/town/rate/5e-1.json"), await json("/town/rate/0.5.json"));
  });

  it("an entry: every dimension as in a cell, and every measure", async () => {
    assert.deepEqual(await json(`/town/entries/${idOf("a")}.json`), {
      id: idOf("a"),
      html_url: `${server.url}/town/entries/${idOf("a")}`,
      amount: 10.1,
      planned: 0.05,
      time: march(),
      until: null,
      invoice: "a",
      region: "North",
      rate: 10,
      cofog1: member(1, "1"),
    });
    const cells = await json("/api/2/aggregate?dataset=town&drilldown=time|cofog1&cut=invoice:a");
    assert.deepEqual([cells.drilldown[0].time, cells.drilldown[0].cofog1], [march(), member(1, "1")]);
  });

  it("a missing value: null, and a member without a name has no page", async () => {
    const entry = await json(`/town/entries/${idOf("c")}.json`);
    assert.deepEqual([entry.until, entry.region], [null, ""]);
    const { results } = await json("/town/region.distinct.json");
    assert.deepEqual(
      results.map((each: Record<string, unknown>) => [each["name"], each["html_url"]]),
      [
        ["", null],
        ["North", `${server.url}/town/region/North`],
        ["South", `${server.url}/town/region/South`],
      ],
    );
  });
});

describe("distinct values", () => {
  it("are members, and their total number", async () => {
    assert.deepEqual(await json("/town/cofog1.distinct.json"), { results: [member(1, "1"), member(2, "2")], count: 2 });
  });

  const found: readonly [query: string, names: unknown[]][] = [
    ["q=function 1", ["1"]],
    ["q=2", ["2"]],
    ["q=x", []],
    ["attribute=color&q=%23555", ["1", "2"]],
    ["cut=region:South", ["2"]],
    ["cut=year:2010", ["1"]],
    ["cut=region:South&cut=region:North", ["1", "2"]],
    ["q=&cut=&attribute=&page=&pagesize=", ["1", "2"]],
    ["inflate=true&_=1", ["1", "2"]],
  ];
  for (const [query, names] of found) {
    it(query, async () => {
      const { results, count } = await json(`/town/cofog1.distinct?${query.replaceAll(" ", "+")}`);
      assert.deepEqual(
        results.map(({ name }: { name: string }) => name),
        names,
      );
      assert.equal(count, names.length);
    });
  }

  it("come in pages, with a link to the next", async () => {
    const { headers, text } = await get("/town/cofog1.distinct.json?pagesize=1&q=f");
    assert.equal(JSON.parse(text).count, 2);
    assert.equal(nextLink({ headers }), `<${server.url}/town/cofog1.distinct.json?pagesize=1&q=f&page=2>; rel="next"`);
    const last = await get("/town/cofog1.distinct.json?pagesize=1&q=f&page=2");
    assert.equal(nextLink(last), undefined);
    assert.deepEqual(JSON.parse(last.text).results, [member(2, "2")]);
  });
});

describe("the CSV of", () => {
  it("a member is one row", async () => {
    const { text, headers } = await get("/town/cofog1/2.csv");
    assert.equal(
      text,
      `id,name,label,color,weight,taxonomy,html_url\r\n2,2,Function 2,#555555,,cofog,${server.url}/town/cofog1/2\r\n`,
    );
    assert.equal(headers["content-disposition"], 'attachment; filename="town.csv"');
  });

  it("an entry is one row: the fields in the order of the mapping, flattened", async () => {
    const { text, headers } = await get(`/town/entries/${idOf("a")}.csv`);
    const [header, row, ...rest] = text.split("\r\n");
    assert.deepEqual(rest, [""]);
    assert.equal(
      header,
      "id,amount,planned,time.name,time.label,time.year,time.quarter,time.month,time.week,time.day,time.yearmonth," +
        "until.name,until.label,until.year,until.quarter,until.month,until.week,until.day,until.yearmonth," +
        "invoice,region,rate,cofog1.name,cofog1.label,cofog1.color,cofog1.weight",
    );
    assert.equal(
      row,
      `${idOf("a")},10.1,0.05,2009-03-02,2 March 2009,2009,1,03,10,02,200903,,,,,,,,,a,North,10,1,Function 1,#555555,2`,
    );
    assert.equal(headers["content-disposition"], 'attachment; filename="town.csv"');
  });
});

describe("the redirect of", () => {
  const cases: readonly [path: string, query: string][] = [
    ["/town/entries.json", "dataset=town"],
    ["/town/entries.csv", "dataset=town&format=csv"],
    ["/town/entries.json?q=a+b&page=2&callback=f&pretty=true", "dataset=town&q=a%20b&page=2&callback=f&pretty=true"],
    ["/town/entries.json?dataset=secret&format=csv&q=x", "dataset=town&q=x"],
    [
      "/town/entries.csv?fq=a:1&fq=b:2&filter=c:3|d:4",
      "dataset=town&format=csv&fq=a%3A1&fq=b%3A2&filter=c%3A3%7Cd%3A4",
    ],
    [
      "/town/entries.csv?min=1.000,5&numbers=de&q=x&measure=planned",
      "dataset=town&format=csv&q=x&fq=planned%3A%5B1000.5%20TO%20*%5D",
    ],
    ["/town/region/North/entries.json?max=-2", "dataset=town&filter=region%3ANorth&fq=amount%3A%5B*%20TO%20-2%5D"],
    ["/town/region/North/entries.json", "dataset=town&filter=region%3ANorth"],
    ["/town/cofog1/1/entries.json?pagesize=5", "dataset=town&filter=cofog1%3A1&pagesize=5"],
    ["/town/time/2009-03-02/entries.csv", "dataset=town&filter=time%3A2009-03-02&format=csv"],
  ];
  for (const [path, query] of cases) {
    it(path, async () => {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers["location"]], [302, `${server.url}/api/2/search?${query}`]);
    });
  }
});

describe("a page of entries", () => {
  it("shows those of a member, and a page of them", async () => {
    const { text } = await get("/town/cofog1/1/entries.html");
    assert.match(readText(text), /2 entries/);
    const { text: second, headers } = await get("/town/entries.html?pagesize=1&page=2");
    assert.match(second, new RegExp(idOf("b")));
    assert.doesNotMatch(second, new RegExp(`${idOf("a")}|${idOf("c")}`));
    assert.match(nextLink({ headers })!, /page=3>; rel="next"$/);
    assert.match(second, /rel="prev" href="[^"]*\?page=1&amp;pagesize=1"/);
  });

  it("has a maximum size, which its links keep to", async () => {
    const { text } = await get("/town/entries.html?pagesize=5000&page=2");
    assert.match(text, /rel="prev" href="[^"]*\?page=1&amp;pagesize=1000"/);
  });
});

describe("a page", () => {
  it("says what its JSON says", async () => {
    for (const path of ["/town", "/town/cofog1", "/town/cofog1/1", `/town/entries/${idOf("a")}`]) {
      const text = readText((await get(`${path}.html`)).text);
      // The page writes months as words, and only those of a part of a year.
      const values = leavesOf({ ...(await json(`${path}.json`)), years: [] });
      for (const value of values) assert.ok(text.includes(String(value)), `${path}: ${String(value)}`);
    }
  });

  it("names the licence wherever there is data", async () => {
    const licence = { name: "Open Licence", url: "https://example.org/licence" };
    const licensed = await startResources([datasetCalled("open", {}, { licence })]);
    try {
      for (const path of ["/open.html", "/open/region.html", "/open/region/North.html", "/open/entries.html"]) {
        const { text } = await request(licensed.url + path);
        assert.match(text, /<a rel="license" href="https:\/\/example.org\/licence">Open Licence<\/a>/, path);
      }
    } finally {
      await licensed.stop();
    }
  });
});

function leavesOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return value === null ? [] : [value];
  return Object.values(value).flatMap(leavesOf);
}
