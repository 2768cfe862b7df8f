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

describe("the titles of a page that is cut", () => {
  const plain = (markup: string): string =>
    readText(markup)
      .replaceAll(/[\u2066-\u2069]/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
  const health = "London, Function: Health";
  for (const [target, heading, split, files] of [
    ["/region/UKI?year=2009&cut=function:07", health, "Health by subfunction", "health-by-subfunction-2009-10-london-"],
    [
      "?year=2009&cut=function:07",
      "Public spending in the United Kingdom, Function: Health",
      "Health by subfunction",
      "health-by-subfunction-2009-10-public-",
    ],
    [
      "?year=2009&cut=region:UKI",
      "Public spending in the United Kingdom, Region: London",
      "Spending by function, Region: London",
      "spending-by-function-region-london-2009-10-",
    ],
    [
      "/region/UKI?year=2009",
      "London",
      "Spending in this region by function",
      "spending-in-this-region-by-function-2009-10-london-",
    ],
  ] as const) {
    it(`say what it is of and what it shows: ${target}`, async () => {
      const dataset = await loadPaged(server, "demo");
      const page = await dataset.open(target);
      assert.equal(plain(/<h1[^>]*>([^]*?)<\/h1>/.exec(page)![1]!), heading);
      assert.equal(plain(/<h2 id="split"[^>]*>([^]*?)<\/h2>/.exec(page)![1]!), `${split}, 2009–10`);
      const tables = readTables(page).map(({ caption }) => plain(caption));
      assert.ok(tables.includes(split), tables.join());
      const place = target.startsWith("/") ? "London – " : "";
      const [, frame] = / title=&quot;([^]*?)&quot; loading/.exec(page)!;
      assert.equal(plain(readText(frame!)), `${split}, 2009–10 – ${place}Public spending in the United Kingdom`);
      const [pathname, search] = target.split("?");
      const { headers } = await server.ask(null, "GET", `/${dataset.name}${pathname}/table.xlsx?${search}`);
      assert.match(String(headers["content-disposition"]), new RegExp(`filename="${files}`));
    });
  }

  it("say of lists of entries what these are filtered by", async () => {
    const dataset = await loadPaged(server, "demo");
    const page = await dataset.open("/region/UKI/entries?filter=function:07|time.year:2009");
    assert.equal(plain(/<h1[^>]*>([^]*?)<\/h1>/.exec(page)![1]!), "Entries of London, Function: Health, Year: 2009–10");
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
