import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });

const MODEL = {
  dataset: { name: "county", label: "County", description: "Made up for tests.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "year", datatype: "date" },
    row: column("row", { key: true }),
    chapter: column("chapter"),
    article: column("article"),
    place: column("place"),
  },
  hierarchies: { economic: { label: "Economic", levels: ["chapter", "article"] } },
};

const ROWS: readonly (readonly [chapter: string, article: string, place: string, amount: number])[] = [
  ["Wages", "Teachers", "North", 600],
  ["Wages", "Doctors", "South", 300],
  ["Goods", "Asphalt", "North", 500],
  ["Goods", "Paper", "South", 100],
];

let server: LoadingServer;
const loadCounty = (name: string, rows: typeof ROWS): Promise<PagedDataset> =>
  loadRows(
    server,
    { ...MODEL, dataset: { ...MODEL.dataset, name } },
    ["row,year,chapter,article,place,amount", ...rows.map((row, at) => [at, "2024", ...row].join(","))].join("\n"),
  );

let county: PagedDataset;
before(async () => {
  server = await startLoading();
  county = await loadCounty("county", ROWS);
});
after(() => server.stop());

const kindsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<svg[^>]*class="chart ([\w-]+) wide"/g)].map(([, kind]) => kind!);
const isCrosstab = (page: string): boolean => /class="[^"]*\bheat\b/.test(page);

describe("levels of one hierarchy that a state is split by", () => {
  for (const drilldown of ["chapter|article", "article|chapter"]) {
    it(`open as tiles within tiles from the top: ${drilldown}`, async () => {
      const page = await county.open(`/explore?drilldown=${drilldown}`);
      assert.deepEqual(kindsOf(page), ["treemap"]);
      const titles = [...page.matchAll(/<title>([^<]*)</g)].map(([, text]) => readPlain(text!));
      assert.ok(titles.includes("Wages · Teachers: €600"), titles.join("\n"));
    });
  }

  it("are a crosstab only where it is asked for, or for parts that are not of one hierarchy", async () => {
    const asked = await county.open("/explore?drilldown=chapter|article&chart=pivot");
    const crossed = await county.open("/explore?drilldown=chapter|place");
    const nested = await county.open("/explore?drilldown=chapter|article");
    assert.deepEqual([asked, crossed].map(kindsOf), [[], []]);
    assert.deepEqual([asked, crossed, nested].map(isCrosstab), [true, true, false]);
  });

  it("are bars where amounts below zero leave no areas", async () => {
    const below = await loadCounty("below", [...ROWS, ["Goods", "Refunds", "North", -2000]]);
    assert.deepEqual(kindsOf(await below.open("/explore?drilldown=chapter|article")), ["bars"]);
  });
});
