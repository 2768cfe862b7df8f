import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { loadPaged, loadRows } from "./page-datasets.js";
import { describeScope, linksTo } from "./scope-rules.js";
import { readTables } from "./shown-tables.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describeScope("demo");

describe("the page of health spending in London", () => {
  it("has London's health as its headline, not all of London", async () => {
    const dataset = await loadPaged(server, "demo");
    const target = "/region/UKI?year=2009&cut=function:07";
    const page = await dataset.open(target);
    const { summary } = await dataset.aggregate({ cut: "region:UKI|function:07|year:2009" });
    const [, head] = /<p class="headline">([^]*?)<\/p>/.exec(page)!;
    assert.match(head!, new RegExp(`value="${summary["amount"]}"`));
    assert.match(page, /aria-label="Remove filter: Function: Health"/);
    const [entries] = linksTo(page, /^All \d+ entries/);
    const list = await server.ask(null, "GET", entries!, { headers: { accept: "text/html" } });
    assert.match(readText(list.text).replaceAll(/\s+/g, " "), new RegExp(`of ${summary["num_entries"]} `));
  });
});

describe("a filter of an address that a page cannot show", () => {
  const cases = [
    ["functoin:07", 'The filter functoin:07 was ignored: Unknown dimension "functoin"; did you mean "function"?'],
    ["amount:5", 'The filter amount:5 was ignored: "amount" is a measure'],
    ["function", 'A filter was ignored: "function" has no value'],
    ["function:[01 TO", "A filter was ignored: A range needs two ends"],
    ["year:[2005 TO 2007]", "The filter year:[2005 TO 2007] was ignored: this page shows one year, or all"],
    ["function:99", 'No entry has function "99"; near: "09"'],
  ] as const;

  for (const target of ["", "/region", "/region/UKI"]) {
    it(`is named on the page /uk-spending${target}, which leaves its figures alone`, async () => {
      const dataset = await loadPaged(server, "demo");
      const head = (page: string): string => readText(page.slice(page.indexOf("<body"))).replaceAll(/\s+/g, " ");
      const plain = await dataset.open(target);
      for (const [cut, sentence] of cases) {
        const page = await dataset.open(`${target}?${new URLSearchParams({ cut })}`);
        assert.ok(head(page).includes(sentence), `${cut}: ${head(page)}`);
        if (cut !== "function:99") assert.deepEqual(readTables(page), readTables(plain), cut);
        assert.doesNotMatch(head(plain), /ignored/);
      }
    });
  }

  it("is named if it contradicts what the page is of, and not if it repeats it", async () => {
    const dataset = await loadPaged(server, "demo");
    const cut = async (target: string): Promise<string> => readText(await dataset.open(target));
    assert.match(await cut("/region/UKI?cut=region:UKJ"), /region:UKJ was ignored: this page is of region:UKI/);
    assert.match(await cut("/region?cut=region:UKJ"), /region:UKJ was ignored: this page lists every/);
    assert.match(await cut("?cut=year:2005|year:2006"), /year:2006 was ignored/);
    for (const target of ["/region/UKI?cut=region:UKI", "?cut=year:2006", "?year=2006&cut=year:2006"]) {
      assert.doesNotMatch(await cut(target), /ignored/, target);
    }
  });
});

describe("the chart of a split", () => {
  const text = (column: string, more: object = {}): object => ({
    type: "attribute",
    column,
    datatype: "string",
    ...more,
  });
  const load = (rows: readonly string[]) =>
    loadRows(
      server,
      {
        dataset: { name: "years", label: "Years", description: "Made up", currency: "EUR" },
        mapping: {
          amount: { type: "measure", column: "amount", datatype: "float" },
          time: { type: "date", column: "year", datatype: "date" },
          area: text("area", { facet: true }),
          row: text("row", { key: true }),
        },
      } as never,
      ["year,area,amount,row", ...rows].join("\n"),
    );

  it("is the same in every year: areas only if no year has too much below zero", async () => {
    const rows = ["2010,A,50,1", "2010,B,30,2", "2010,C,20,3", "2011,A,60,4", "2011,B,30,5"];
    for (const [last, kind] of [
      ["2011,C,10,6", "treemap"],
      ["2011,C,-30,6", "bars"],
    ] as const) {
      const dataset = await load([...rows, last]);
      for (const year of ["2010", "2011"]) {
        const page = await dataset.open(`?year=${year}`);
        const section = page.slice(page.indexOf('id="split"'));
        const drawn = section.includes('class="chart treemap wide"') ? "treemap" : "bars";
        assert.equal(drawn, kind, year);
        const [table = ""] = /<table[^]*?<\/table>/.exec(section) ?? [];
        assert.equal(table.match(/<td class="bar">\s*<svg/g)?.length, 3, "its table has the bars");
        const [explore] = linksTo(page, /^Explore this$/);
        const explored = await server.ask(null, "GET", explore!, { headers: { accept: "text/html" } });
        assert.match(explored.text, new RegExp(`class="chart ${kind} wide"`), `${kind} ${year} in the explorer`);
        const [, picture] = /<meta property="og:image" content="[^"]*(\?[^"]*)"/.exec(page)!;
        assert.equal(new URLSearchParams(readText(picture!)).get("chart"), kind === "bars" ? "bars" : null);
      }
    }
  });
});
