import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ROWS, startExploreTown } from "./explore-town.js";
import { readText } from "./markup.js";

const { open } = startExploreTown();
const oneYear = startExploreTown(
  [],
  ROWS.filter(({ date }) => date!.startsWith("2009")),
);

async function headingOf(path: string): Promise<string> {
  const { text } = await open(path);
  const [, heading] = /<h1[^>]*>([^]*?)<\/h1>/.exec(text)!;
  const [, title] = /<title>([^]*?)<\/title>/.exec(text)!;
  const shown = plain(heading!);
  assert.equal(plain(title!), `${shown} – spendcube`);
  return shown;
}

function plain(markup: string): string {
  return readText(markup).replaceAll(/[\u2066-\u2069]/g, "");
}

describe("the heading of a dimension", () => {
  for (const [query, heading] of [
    ["", "Town spending by region, 2011"],
    ["?year=2009", "Town spending by region, 2009"],
    ["?year=all", "Town spending by region, all years"],
    ["?year=2009&q=no", "Town spending by region matching “no”, 2009"],
    ["?year=2009&cut=cofog1:1", "Town spending by region, Function: Function 1, 2009"],
  ] as const) {
    it(`says the dataset and the state: ${query || "as it opens"}`, async () => {
      assert.equal(await headingOf(`/town/region${query}`), heading);
    });
  }
});

describe("the heading of a list of entries", () => {
  it("says the words that it is searched for, before its filters", async () => {
    assert.equal(await headingOf("/town/entries?q=%20fun%20"), "Entries of Town spending, “fun”");
    assert.equal(
      await headingOf("/town/entries?q=fun&filter=region:South"),
      "Entries of Town spending, “fun”, region: South",
    );
  });
});

describe("the heading of the explorer", () => {
  for (const [query, heading] of [
    ["drilldown=cofog1&cut=region:South|time.year:2009", "Paid in South by Function, 2009 – Town spending"],
    [
      "drilldown=region&cut=cofog1:1|cofog1:2",
      "Town spending by region and year: Paid, Function: Function 1, Function: Function 2",
    ],
    ["drilldown=cofog1&cut=!region:South", "Town spending by Function and year: Paid, region: not South"],
    [
      "drilldown=cofog1&cut=!region:South&chart=treemap",
      "Town spending by Function: Paid, region: not South, all years together",
    ],
  ] as const) {
    it(`is a sentence: ${query}`, async () => {
      assert.equal(await headingOf(`/town/explore?${query}`), heading);
    });
  }
});

describe("a split by year of a dataset with one year", () => {
  for (const chart of ["", "&chart=line"]) {
    it(`is bars of the members, as one point makes no line: ${chart || "automatic"}`, async () => {
      const page = await oneYear.explore(`drilldown=year|region${chart}`);
      assert.doesNotMatch(page, /class="chart line/);
      const [, bars] = /<svg[^>]*class="chart bars wide"[^>]*>([^]*?)<\/svg>/.exec(page)!;
      const names = [...bars!.matchAll(/<title>([^<]*?):/g)].map(([, name]) => plain(name!));
      assert.deepEqual(names.toSorted(), ["East", "North", "South", "West"]);
    });
  }
});
