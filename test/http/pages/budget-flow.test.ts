import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readLine } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });

const MODEL = {
  dataset: { name: "shire", label: "Shire", description: "Made up for tests.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "year", datatype: "date" },
    row: column("row", { key: true }),
    side: column("side", { role: "direction", additive: false }),
    chapter: column("chapter"),
    article: column("article"),
    purpose: column("purpose"),
  },
  hierarchies: { economic: { label: "Economic", levels: ["chapter", "article"] } },
};

const ROWS: readonly (readonly [side: string, chapter: string, article: string, purpose: string, amount: number])[] = [
  ["revenue", "Taxes", "Income tax", "General", 700.1],
  ["revenue", "Taxes", "Property tax", "General", 200],
  ["revenue", "Fees", "Permits", "Roads", 100],
  ["revenue", "Fees", "Refunds", "Refunded", -10.05],
  ["expenditure", "Wages", "Teachers", "Schools", 600],
  ["expenditure", "Goods", "Asphalt", "Roads", 500.25],
];

const csvOf = (rows: typeof ROWS): string =>
  ["row,year,side,chapter,article,purpose,amount", ...rows.map((row, at) => [at, "2024", ...row].join(","))].join("\n");

let server: LoadingServer;
let shire: PagedDataset;
before(async () => {
  server = await startLoading();
  shire = await loadRows(server, MODEL, csvOf(ROWS));
});
after(() => server.stop());

async function flowOf(
  town: PagedDataset,
  query: string,
): Promise<{ svg: string; titles: readonly string[]; page: string }> {
  const page = await town.open(`/explore?${query}&chart=flow`);
  const svg = /<svg[^>]*class="chart flow wide"[^>]*>[^]*?<\/svg>/.exec(page)?.[0];
  assert.ok(svg, `no flow: ${readLine(page).slice(0, 2000)}`);
  assertWellFormed(svg);
  return { svg, page, titles: [...svg.matchAll(/<title>([^<]*)<\/title\s*>/g)].map(([, text]) => readLine(text!)) };
}

describe("a flow of a budget", () => {
  it("goes from sources through the budget to functions, with amounts, shares and the deficit", async () => {
    const { svg, titles } = await flowOf(shire, "drilldown=chapter|purpose");
    for (const title of [
      /^Taxes → Budget: .*900\.10.*90\.9.*%/,
      /^Fees → Budget: .*89\.95/,
      /^Budget → Schools: .*600, 54\.5/,
      /^Budget → Roads: .*500\.25.*45\.5/,
      /^Deficit → Budget: .*110\.20$/,
      /^Taxes: .*900\.10.*90\.9 ?% of the total$/,
    ])
      assert.ok(
        titles.some((each) => title.test(each)),
        `${title} in ${titles.join("\n")}`,
      );
    const said = readLine(/<desc>([^<]*)/.exec(svg)![1]!);
    assert.match(
      said,
      /revenue: .*990.*expenditure: .*1,100.*Deficit: .*110.*Most comes from Taxes.*Most goes to Schools/i,
    );
  });

  it("lists what is below zero and draws none of it", async () => {
    const { svg, titles } = await flowOf(shire, "drilldown=article");
    assert.match(readLine(svg), /Below zero, not drawn:.*Refunds: .*10/);
    assert.ok(!titles.some((each) => each.includes("Refunds")));
    const heights = [...svg.matchAll(/height="(-?[\d.]+)"/g)].map(([, height]) => Number(height));
    assert.ok(heights.every((each) => each > 0));
  });

  it("has a surplus where revenue is larger, and links that open a part in its direction", async () => {
    const rich = await loadRows(
      server,
      { ...MODEL, dataset: { ...MODEL.dataset, name: "rich" } },
      csvOf([...ROWS, ["revenue", "Fees", "Tolls", "Roads", 1000], ["financing", "Loans", "Bank", "Debt", 50]]),
    );
    const { svg, titles } = await flowOf(rich, "drilldown=chapter");
    assert.ok(
      titles.some((each) => /^Budget → Surplus: .*889\.80$/.test(each)),
      titles.join("\n"),
    );
    assert.match(readLine(svg), /Not part of the flow: financing: .*50/i);
    const links = [...svg.matchAll(/<a href="([^"]*)"/g)].map(
      ([, href]) => new URL(href!.replaceAll("&amp;", "&"), server.url),
    );
    const taxes = links.find((each) => each.searchParams.get("cut")?.includes("Taxes"))!;
    assert.equal(taxes.searchParams.get("drilldown"), "article");
    assert.match(taxes.searchParams.get("cut")!, /side:revenue/);
  });

  it("is offered only where there are both and neither is chosen", async () => {
    const spent = await shire.open("/explore?drilldown=chapter&cut=side:expenditure&chart=flow");
    assert.doesNotMatch(spent, /class="chart flow/);
    assert.match(readLine(spent), /instead of flow: it splits by two|of flow: /);
    assert.match(await shire.open("/explore?drilldown=chapter"), /<option value="flow"(?![^>]*disabled)/);
    assert.match(
      await shire.open("/explore?drilldown=chapter&cut=side:expenditure"),
      /<option value="flow"[^>]*disabled/,
    );
    const only = await loadRows(
      server,
      { ...MODEL, dataset: { ...MODEL.dataset, name: "spent" } },
      csvOf(ROWS.filter(([side]) => side === "expenditure")),
    );
    assert.match(await only.open("/explore?drilldown=chapter"), /<option value="flow"[^>]*disabled/);
  });
});
