import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { addShapes } from "#src/calls/publishing/manage/add-shapes.js";
import { DEMO_SHAPES } from "#src/core/assets/demo.js";
import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readPlain } from "./markup.js";
import { loadPaged, loadRows, type PagedDataset } from "./page-datasets.js";

let server: LoadingServer;
let demo: PagedDataset;
let folder: ShapeFolder;
before(async () => {
  server = await startLoading();
  folder = new ShapeFolder(join(server.directory, "data"));
  demo = await loadPaged(server, "demo");
});
after(() => server.stop());

const QUERY = "drilldown=region&cut=time.year:2009";
const plain = (markup: string): string => readPlain(markup).replaceAll(/\s+/g, " ").trim();

/** Read a text without spaces and marks of direction: lines of pictures break anywhere. */
const squeeze = (markup: string): string => readPlain(markup).replaceAll(/[\s\u2066-\u2069]/g, "");

/** Return the map of a page. */
function mapOf(page: string): string {
  const found = /<svg[^>]*class="chart map"[^>]*>[^]*?<\/svg>/.exec(page);
  assert.ok(found, "no map");
  assertWellFormed(found[0]);
  return found[0];
}

/** Read what the map says of each place: its figure, and the colour of its shape. */
function placesOf(map: string): ReadonlyMap<string, { readonly figure: number; readonly fill: string }> {
  const groups = map.matchAll(/<g fill="([^"]*)">([^]*?)(?=<g fill=|<\/g\s*><\/g\s*><\/?[gr])/g);
  return new Map(
    [...groups].flatMap(([, fill, own]) =>
      [...own!.matchAll(/<title>([^<]*)<\/title\s*>(?:<desc>[^<]*<\/desc>)?\s*<path/g)].map(([, title]) => {
        const [name, figure] = plain(title!).split(": ");
        return [name!, { figure: Number(figure!.replaceAll(/[^\d.-]/g, "")), fill: fill! }] as const;
      }),
    ),
  );
}

describe("a map", () => {
  it("is offered only where there are shapes of the places", async () => {
    const before = await demo.open(`/explore?${QUERY}&chart=map`);
    assert.doesNotMatch(before, /class="chart map"/);
    assert.match(plain(before), /instead of map: there are no shapes of what it is split by\./);
    const { file, ...facts } = DEMO_SHAPES;
    await addShapes(folder, file, facts, shapeDrawerHere);
    mapOf(await demo.open(`/explore?${QUERY}&chart=map`));
    assert.match(await demo.open("/explore?drilldown=function"), /<option value="map" disabled/);
  });

  it("shows shares of the total and says why, where the number of people is not known", async () => {
    const page = await demo.open(`/explore?${QUERY}&chart=map`);
    const places = placesOf(mapOf(page));
    const { drilldown, summary } = await demo.aggregate({ drilldown: "region", cut: "time.year:2009" });
    assert.equal(places.size, 12);
    for (const { region, amount } of drilldown) {
      const place = places.get(region.label);
      if (place) assert.ok(Math.abs(place.figure - (amount / summary["amount"]!) * 100) < 0.06, region.label);
    }
    assert.match(plain(page), /The population of these places is not known.*Bars compare them better/);
  });

  it("shows amounts for each person as the aggregate does, in five classes, and lists what has no shape", async () => {
    const [model, csv] = ["model.json", "data.csv"].map((file) => readFileSync(join("demo/uk-population", file)));
    await loadRows(server, JSON.parse(String(model)), csv!);
    const page = await demo.open(`/explore?${QUERY}&chart=map`);
    const map = mapOf(page);
    const places = placesOf(map);
    const { drilldown } = await demo.aggregate({ drilldown: "region", cut: "time.year:2009", per: "uk-population" });
    const known = drilldown.filter(({ amount }) => amount !== null);
    assert.equal(known.length, 12);
    for (const { region, amount } of known)
      assert.ok(Math.abs(places.get(region.label)!.figure - amount) < 0.006, region.label);
    assert.equal(new Set([...places.values()].map(({ fill }) => fill)).size, 5);
    const [, legend] = plain(map).split("(places)");
    assert.equal(legend!.match(/ \(\d\)/g)!.length, 5);
    assert.match(legend!, /Not on the map:.*Not identifiable by region.*£85,?[.\d].*Outside the UK.*£15[.,]/);
    const [most, least] = known.toSorted((a, b) => b.amount - a.amount).filter((_, at) => at === 0 || at === 11);
    const [, description] = /<desc>([^<]*)/.exec(map)!;
    assert.match(
      plain(description!),
      new RegExp(`^${most.region.label} got most per person, £.*; ${least.region.label} least, £`),
    );
    assert.match(plain(page), /People: Population of the United Kingdom by region \(uk-population@1\)/);
  });

  it("shows changes on both sides of zero, and has a picture", async () => {
    const places = placesOf(mapOf(await demo.open(`/explore?${QUERY}&against=time.year:2008&chart=map`)));
    assert.equal(places.size, 12);
    const picture = await demo.open(`/explore.svg?${QUERY}&chart=map`);
    assert.equal(placesOf(mapOf(picture)).size, 12);
    assert.doesNotMatch(picture, /<a /);
    const credit = squeeze(`Shapes: ${DEMO_SHAPES.label}. Licence: ${DEMO_SHAPES.licence}. ${DEMO_SHAPES.source}`);
    for (const path of ["/explore.svg", "/explore", "/embed"]) {
      assert.ok(squeeze(await demo.open(`${path}?${QUERY}&chart=map`)).includes(credit), path);
      assert.ok(!squeeze(await demo.open(`${path}?${QUERY}&chart=bars`)).includes(credit), path);
    }
    assert.ok(squeeze(await demo.open("?_view=region&year=2009")).includes(credit));
  });

  it("stands beside the bars of a dataset's page that is split by places", async () => {
    const page = await demo.open("?_view=region&year=2009");
    assert.equal(placesOf(mapOf(page)).size, 12);
    assert.match(plain(mapOf(page)), /got most per person/);
    assert.doesNotMatch(await demo.open("?year=2009"), /class="chart map"/);
  });

  it("adds at most 60 KB to a page", async () => {
    const [map, bars] = await Promise.all(
      ["map", "bars"].map((chart) => demo.open(`/explore?${QUERY}&chart=${chart}`)),
    );
    assert.ok(map!.length - bars!.length < 60_000);
  });

  it("is gone with the shapes, which `/shapes.json` lists with their licences", async () => {
    const { json } = await server.ask(null, "GET", "/shapes.json");
    assert.deepEqual(
      json.map(({ name, num_shapes, licence }: Record<string, unknown>) => [name, num_shapes, licence]),
      [["uk-nuts1", 12, DEMO_SHAPES.licence]],
    );
    const page = await server.ask(null, "GET", "/shapes", { headers: { accept: "text/html" } });
    assert.match(page.text, /Contains OS data/);
    await folder.drop("uk-nuts1");
    assert.doesNotMatch(await demo.open(`/explore?${QUERY}&chart=map`), /class="chart map"/);
  });
});
