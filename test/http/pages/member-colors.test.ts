import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lineColor, placeColor } from "#src/web/pages/parts/colors.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readPlain } from "./markup.js";
import { loadPaged, type PagedDataset } from "./page-datasets.js";

let server: LoadingServer;
let demo: PagedDataset;
before(async () => {
  server = await startLoading();
  demo = await loadPaged(server, "demo");
});
after(() => server.stop());

const GREY = "#8b8f94";

/** Return the colours of the parts of the widest chart of a page, by name. */
function colorsOf(page: string): ReadonlyMap<string, string> {
  const [chart] = /<svg[^>]*class="chart [\w-]+ wide"[^>]*>[^]*?<\/svg>/.exec(page) ?? assert.fail("no chart");
  const found = new Map<string, string>();
  for (const [, title, rest] of chart!.matchAll(/<title\s*>([^<]*)<\/title\s*>([^]*?)(?=<title|$)/g)) {
    const [, fill] = /<rect[^>]*?fill="(#[0-9a-f]{6})"/.exec(rest!) ?? [];
    if (fill !== undefined)
      found.set(
        readPlain(title!)
          .replace(/(?:, \d{4}.*|:.*)/s, "")
          .trim(),
        fill,
      );
  }
  for (const [, fill, title] of chart!.matchAll(/<circle[^>]*?fill="(#[0-9a-f]{6})"\s*><title\s*>([^<]*)/g)) {
    found.set(readPlain(title!).replace(/, \d{4}.*/s, ""), fill!);
  }
  return found;
}

describe("the colour of a member", () => {
  it("is the same in all years, views and kinds of charts", async () => {
    const known = new Map<string, string>();
    const pages = [
      ...["2004", "2005", "2006", "2007", "2008", "2009", "2010"].map((year) => `?year=${year}`),
      "/region/UKI?year=2009",
      "/region/UKC?year=2006",
      "/explore?drilldown=function&cut=year:2007&chart=bars",
      "/explore?drilldown=function|year&chart=line",
      "/explore?drilldown=function|year&chart=stacked",
      "/explore?drilldown=function|year&chart=stacked-share",
      "/explore?drilldown=function&cut=year:2009|region:UKN",
    ];
    for (const target of pages) {
      for (const [name, color] of colorsOf(await demo.open(target))) {
        if (!/^[A-Z]/.test(name) || name.startsWith("The other")) continue;
        assert.equal(color, known.get(name) ?? color, `${name} at ${target}`);
        known.set(name, color);
      }
    }
    assert.equal(known.size, 10);
  });

  it("is that of its dataset on the page about taxes, too", async () => {
    const { text } = await server.ask(null, "GET", "/explore/tax?income=40000", { headers: { accept: "text/html" } });
    const [chart] = /<svg[^>]*class="chart [^]*?<\/svg>/.exec(text) ?? assert.fail("no chart");
    const paid = colorsOf(chart.replace(/class="chart (\w+)[^"]*"/, 'class="chart $1 wide"'));
    const own = colorsOf(await demo.open("/explore?drilldown=function&cut=year:2008"));
    assert.equal(paid.size, 10);
    for (const [name, color] of paid) assert.equal(color, own.get(name), name);
  });

  it("is one of seven hues for the largest of the whole dataset, and grey for the rest", async () => {
    const { drilldown } = await demo.aggregate({ drilldown: "region", order: "amount:desc" });
    const colors = colorsOf(await demo.open("/explore?drilldown=region&cut=year:2009&chart=bars"));
    const hues = drilldown.map((cell) => colors.get(cell.region.label) ?? assert.fail(cell.region.label));
    assert.equal(new Set(hues.slice(0, 7)).size, 7);
    assert.deepEqual(new Set(hues.slice(7)), new Set([GREY]));
    assert.ok(!hues.slice(0, 7).includes(GREY));
    for (const hue of hues) assert.equal(lineColor(hue), hue, "lines have it, too");
  });

  it("is a shade of that of the member above it", () => {
    const colors = [0, 1, 2].map((shade) => placeColor({ hue: 3, shade }));
    assert.equal(colors[0], placeColor({ hue: 3, shade: null }));
    assert.equal(new Set(colors).size, 3);
    assert.equal(placeColor({ hue: null, shade: null }), GREY);
  });
});
