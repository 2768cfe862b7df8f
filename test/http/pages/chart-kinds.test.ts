import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MANY_ROWS, startExploreTown } from "./explore-town.js";
import { assertWellFormed, readPlain } from "./markup.js";
import { readTables } from "./shown-tables.js";

const { explore, open, call } = startExploreTown([], MANY_ROWS);

/** A part of a chart: what its title says, and its rectangle. */
interface Part {
  readonly name: string;
  readonly amount: number;
  readonly height: number;
  readonly area: number;
}

const plain = (markup: string): string => readPlain(markup).replaceAll(/\s+/g, " ").trim();

function chartOf(page: string, kind: string): string {
  const found = new RegExp(`<svg[^>]*class="chart ${kind} wide"[^>]*>[^]*?</svg>`).exec(page);
  assert.ok(found, `no ${kind}`);
  assertWellFormed(found[0]);
  return found[0];
}

function partsOf(chart: string): readonly Part[] {
  const parts = chart.matchAll(/<(?:a|g)[^>]*>\s*<title>([^<]*)<\/title\s*>[^]*?<rect([^>]*)\/>/g);
  return [...parts].map(([, title, rect]) => {
    const number = (name: string): number => Number(new RegExp(`\\s${name}="([^"]*)"`).exec(rect!)![1]);
    const [name, amount] = plain(title!).split(": ");
    return {
      name: name!,
      amount: Number(amount!.replaceAll(/[^\d.-]/g, "")),
      height: number("height"),
      area: number("width") * number("height"),
    };
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.011;
const descriptionOf = (chart: string): string => plain(/<svg[^>]*>\s*<desc>([^<]*)/.exec(chart)![1]!);

describe("columns over time", () => {
  it("have the figures of the aggregate, the others together, and heights like their amounts", async () => {
    const parts = partsOf(chartOf(await explore("drilldown=region|time.year&chart=stacked"), "stacked"));
    const { drilldown: years } = await call("drilldown=time.year");
    for (const { time, amount } of years as readonly { time: { year: string }; amount: number }[]) {
      const own = parts.filter(({ name }) => name.endsWith(`, ${time.year}`));
      assert.equal(own.length, 9);
      assert.ok(near(sum(own.map((each) => each.amount)), amount), `${time.year}: ${amount}`);
    }
    const { drilldown: cells } = await call("drilldown=region|time.year&pagesize=1000");
    const known = new Map(
      (cells as readonly { region: string; time: { year: string }; amount: number }[]).map((each) => [
        `${each.region}, ${each.time.year}`,
        each.amount,
      ]),
    );
    for (const { name, amount } of parts.filter((each) => !each.name.startsWith("The other"))) {
      assert.ok(near(amount, known.get(name)!), name);
    }
    const rates = parts.filter(({ height }) => height > 20).map(({ height, amount }) => height / amount);
    assert.ok(Math.max(...rates) / Math.min(...rates) < 1.02);
  });

  it("are all as high as shares, and say in words what they show", async () => {
    const chart = chartOf(await explore("drilldown=region|time.year&chart=stacked-share"), "stacked-share");
    const parts = partsOf(chart);
    const heights = ["2005", "2009"].map((year) =>
      sum(parts.filter(({ name }) => name.endsWith(year)).map(({ height }) => height)),
    );
    assert.ok(Math.abs(heights[0]! - heights[1]!) < 1, heights.join());
    assert.match(descriptionOf(chart), /^From .* in \d{4} to .* in \d{4}\. The largest part in \d{4} is .*%\)\.$/);
  });

  it("are offered only where there are several periods; elsewhere a note says why", async () => {
    const page = await explore("drilldown=region&cut=time.year:2009&chart=stacked");
    assert.doesNotMatch(page, /class="chart stacked/);
    assert.match(plain(page), /instead of stacked columns: there is one (?:year|period)\./);
    assert.match(page, /<option value="stacked"[^>]*(?:selected|disabled)/);
  });
});

describe("small charts", () => {
  it("are one for each member of the second part, on one scale, with the figures of the aggregate", async () => {
    const chart = chartOf(await explore("drilldown=cofog1|region&chart=multiples"), "multiples");
    const { drilldown: regions } = await call("drilldown=region&pagesize=1000");
    const panels = chart.split('class="panel"').slice(1);
    assert.equal(panels.length, Math.min(24, regions.length) + (regions.length > 24 ? 1 : 0));
    const { drilldown: cells } = await call("drilldown=cofog1|region&pagesize=1000");
    const known = new Map(
      (cells as readonly { region: string; cofog1: { label: string }; amount: number }[]).map((each) => [
        `${each.region}, ${each.cofog1.label}`,
        each.amount,
      ]),
    );
    const parts = partsOf(chart).filter(({ name }) => !name.includes("other"));
    assert.ok(parts.length > 24);
    for (const { name, amount } of parts) assert.ok(near(amount, known.get(name)!), name);
    const rates = parts.filter(({ area }) => area > 120).map(({ area, amount }) => area / Math.abs(amount));
    assert.ok(rates.length > 5, JSON.stringify(parts.slice(0, 9)));
    assert.ok(Math.max(...rates) / Math.min(...rates) < 1.02, rates.join());
    assert.match(descriptionOf(chart), /^25 charts on one scale\. Most is .*; least /);
  });

  it("are over time if one part is a time", async () => {
    const chart = chartOf(await explore("drilldown=time.year|region&chart=multiples"), "multiples");
    assert.match(partsOf(chart)[0]!.name, /, \d{4}$/);
    const panels = chart.split('class="panel"').slice(1).map(plain);
    for (const panel of panels) assert.match(panel, /\d{4}: -?€[\d.]/, "a figure says which year it is of");
  });
});

describe("levels", () => {
  it("stand beside each other, with links that open a part in place", async () => {
    const chart = chartOf(await explore("drilldown=region|cofog1&chart=icicle"), "icicle");
    const parts = partsOf(chart);
    const { drilldown: regions } = await call("drilldown=region&pagesize=40");
    for (const { region, amount } of regions as readonly { region: string; amount: number }[]) {
      assert.ok(near(parts.find(({ name }) => name === region)!.amount, amount), region);
    }
    const [, href] = /<a href="([^"]*chart=icicle[^"]*)"/.exec(chart)!;
    const { text: opened } = await open(plain(href!.replaceAll("&amp;", "&")));
    assert.match(opened, /class="chart icicle wide"/);
  });

  it("are tiles within tiles as a treemap: never one colour for each pair", async () => {
    const chart = chartOf(await explore("drilldown=region|cofog1&chart=treemap"), "treemap");
    const fills = new Set(chart.match(/font-weight="600" fill="#\w+"/g));
    assert.ok(fills.size >= 1, "upper parts have their names above");
    assert.ok(partsOf(chart).some(({ name }) => name.includes(" · ")));
  });
});

describe("two sides", () => {
  it("are dots with the figures of both", async () => {
    const query = "drilldown=cofog1&cut=time.year:2009&against=time.year:2006";
    const chart = chartOf(await explore(`${query}&chart=dots`), "dots");
    const { drilldown } = await call(query);
    const titles = [...chart.matchAll(/<title>([^<]*)</g)].map(([, text]) => plain(text!));
    for (const { cofog1 } of (drilldown as readonly { cofog1: { label: string } }[]).slice(0, 5)) {
      assert.ok(titles.some((each) => each.startsWith(`${cofog1.label}: `)));
    }
    assert.match(descriptionOf(chart), /^The sides are farthest apart in /);
  });
});

describe("a flow", () => {
  it("has bands with the figures of the aggregate, and nodes with totals and shares", async () => {
    const chart = chartOf(await explore("drilldown=region|cofog1&chart=flow"), "flow");
    const titles = [...chart.matchAll(/<title>([^<]*)<\/title\s*>/g)].map(([, text]) => plain(text!));
    const { drilldown: regions } = await call("drilldown=region&pagesize=10");
    for (const { region, amount } of regions as unknown as readonly { region: string; amount: number }[]) {
      const node = titles.find((each) => each.startsWith(`${region}: `))!;
      const [, shown] = /: (.*), [\d.]+ ?% of the total$/.exec(node)!;
      assert.ok(near(Number(shown!.replaceAll(/[^\d.-]/g, "")), amount), node);
    }
    const { drilldown: cells } = await call("drilldown=region|cofog1&pagesize=5000");
    const known = new Map(
      (cells as unknown as readonly { region: string; cofog1: { label: string }; amount: number }[]).map((each) => [
        `${each.region} → ${each.cofog1.label}`,
        each.amount,
      ]),
    );
    const bands = titles.filter((each) => each.includes(" → ") && !each.includes("other"));
    assert.ok(bands.length > 5);
    for (const band of bands) {
      const [name, amount] = band.split(": ");
      assert.ok(near(Number(amount!.replaceAll(/[^\d.-]/g, "")), known.get(name!)!), band);
      assert.ok(known.get(name!)! > 0);
    }
    assert.match(descriptionOf(chart), /^From .* to .*\. Most goes from .* to .*: /);
  });

  it("is not offered over time", async () => {
    const page = await explore("drilldown=region|time.year&chart=flow");
    assert.doesNotMatch(page, /class="chart flow/);
    assert.match(plain(page), /instead of flow: money does not go to a time\./);
  });
});

describe("two parts", () => {
  it("open as a table with heat, among all and in each row, and have a picture with totals", async () => {
    const page = await explore("drilldown=region|cofog1");
    assert.doesNotMatch(page, /class="chart /);
    const [table] = readTables(page);
    assert.equal(table!.total.at(-1), String(await sumOfAll()));
    assert.match(page, /class="number all-6 row-6"/);
    assert.match(page, /Shade each row by itself/);
    const { text: picture } = await open("/town/explore.svg?drilldown=region|cofog1");
    assertWellFormed(picture);
    assert.match(picture, /class="chart pivot wide"/);
    assert.match(picture, />Total</);
  });
});

async function sumOfAll(): Promise<number> {
  const { summary } = (await call("drilldown=")) as unknown as { summary: { amount: number } };
  return summary.amount;
}
