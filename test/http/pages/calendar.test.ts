import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readLine } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });
const modelOf = (name: string) => ({
  dataset: { name, label: "Payments", description: "Made up for tests.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "date", datatype: "date" },
    row: column("row", { key: true }),
    supplier: column("supplier"),
  },
});

const ROWS = [
  ["2023-02-01", "Smith", 10.5],
  ["2023-02-14", "Jones", 300],
  ["2023-05-02", "Smith", 40],
  ["2024-01-31", "Jones", 7],
  ["2024-01-31", "Smith", -9],
] as const;
const csvOf = (rows: readonly (readonly [string, string, number])[]): string =>
  ["row,date,supplier,amount", ...rows.map((row, at) => [at, ...row].join(","))].join("\n");

let server: LoadingServer;
let town: PagedDataset;
let yearly: PagedDataset;
before(async () => {
  server = await startLoading();
  town = await loadRows(server, modelOf("town"), csvOf(ROWS));
  yearly = await loadRows(
    server,
    modelOf("yearly"),
    csvOf([
      ["2023-01-01", "Smith", 1],
      ["2024-01-01", "Smith", 2],
    ]),
  );
});
after(() => server.stop());

function calendarOf(page: string): {
  readonly svg: string;
  readonly said: string;
  readonly cells: ReadonlyMap<string, string>;
} {
  const svg = /<svg[^>]*class="chart calendar wide"[^>]*>[^]*?<\/svg>/.exec(page)?.[0];
  assert.ok(svg, readLine(page).slice(0, 1500));
  assertWellFormed(svg);
  const cells = [...svg.matchAll(/<title>([^<]*)<\/title\s*><rect[^>]*?fill="([^"]*)"/g)].map(
    ([, title, fill]) => [readLine(title!), fill!] as const,
  );
  return { svg, cells: new Map(cells), said: readLine(/<desc>([^<]*)/.exec(svg)![1]!) };
}

describe("a calendar", () => {
  it("has a place for each month, and tells months without data from months of nothing", async () => {
    const { svg, cells, said } = calendarOf(
      await town.open("/explore?drilldown=time.yearmonth&cut=supplier:Smith&chart=calendar"),
    );
    assert.equal(cells.size, 24);
    assert.notEqual(cells.get("February 2023: €10.50"), "none");
    assert.equal(cells.get("March 2023: no data"), "none");
    assert.notEqual(cells.get("January 2024: -€9"), cells.get("May 2023: €40"));
    assert.equal(cells.get("February 2024: no data"), "none");
    assert.match(said, /^Most in May 2023: €40\. Least in January 2024: -€9\. 21 periods have no data\.$/);
    const links = [...svg.matchAll(/<a href="([^"]*)"/g)];
    assert.equal(links.length, 3);
    assert.match(decodeURIComponent(links[0]![1]!), /time\.yearmonth:202302/);
    const jones = calendarOf(await town.open("/explore?drilldown=time.yearmonth&cut=supplier:Jones&chart=calendar"));
    assert.equal(jones.cells.get("May 2023: €0"), "#f4f4f2");
    assert.match(readLine(jones.svg), /no data/);
  });

  it("has a place for each day where it is split by days", async () => {
    const { svg, cells } = calendarOf(await town.open("/explore?drilldown=time&chart=calendar"));
    assert.equal(cells.size, 365 + 366);
    assert.ok(cells.has("14 Feb 2023: €300"));
    assert.equal(cells.get("15 Feb 2023: €0"), "#f4f4f2");
    assert.equal(cells.get("1 Mar 2023: no data"), "none");
    const at = (title: string) =>
      [...new RegExp(`<title>[^<]*${title}[^<]*: [^]*?x="([^"]*)"\\s+y="([^"]*)"`).exec(svg)!].slice(1).map(Number);
    const [[x, y], [nextX, nextY]] = ["14 Feb 2023", "21 Feb 2023"].map(at) as [number[], number[]];
    assert.equal(y, nextY);
    assert.ok(nextX! > x!);
  });

  it("says which days it leaves out where years are too many, beside links to them", async () => {
    const long = await loadRows(
      server,
      modelOf("long"),
      csvOf(Array.from({ length: 9 }, (_, at) => [`${2010 + at}-03-0${1 + at}`, "Smith", 10 + at] as const)),
    );
    const page = await long.open("/explore?drilldown=time&chart=calendar");
    assert.doesNotMatch(calendarOf(page).svg, /2012/);
    assert.match(readLine(page), /Shows the days of the latest 6 of 9 years/);
    const { text: picture } = await server.ask(null, "GET", "/long/explore.svg?drilldown=time&chart=calendar");
    assert.match(readLine(picture).replaceAll(/\s/g, ""), /latest6of9years/);
    const [, earlier] = /<a[^>]*href="([^"]*chart=calendar[^"]*)"[^>]*>(?:<bdi>)?\s*2010/.exec(page)!;
    const year = await long.open(earlier!.replaceAll("&amp;", "&").replace("/long", ""));
    assert.ok(calendarOf(year).cells.has("1 Mar 2010: €10"));
    assert.doesNotMatch(readLine(year), /latest 6/);
    assert.doesNotMatch(readLine(await long.open("/explore?drilldown=time.yearmonth&chart=calendar")), /latest 6/);
  });

  it("is offered where dates have months, by months, in frames and pictures too", async () => {
    const page = await town.open("/explore?drilldown=supplier");
    assert.match(page, /<option value="calendar"(?![^>]*disabled)/);
    assert.match(page, /href="[^"]*drilldown=time.yearmonth[^"]*chart=calendar/);
    assert.match(await yearly.open("/explore?drilldown=supplier"), /<option value="calendar"[^>]*disabled/);
    assert.match(
      readLine(await yearly.open("/explore?drilldown=supplier&chart=calendar")),
      /instead of calendar: the dates are years/,
    );
    calendarOf(await town.open("/embed?drilldown=time.yearmonth&chart=calendar"));
    const { text } = await server.ask(null, "GET", "/town/explore.svg?drilldown=time.yearmonth&chart=calendar");
    assertWellFormed(text);
    assert.match(text, /class="chart calendar wide"/);
    assert.doesNotMatch(text, /<a /);
  });
});
