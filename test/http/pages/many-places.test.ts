import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { addShapes } from "#src/calls/publishing/manage/add-shapes.js";
import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import { ShapeFolder } from "#src/store/shape-folder.js";
import { MANY_PLACES, placesDataset, writeShapeFile } from "../../many-places.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readLine } from "./markup.js";
import { loadRows, type PagedDataset } from "./page-datasets.js";

/** Number of places without a shape. */
const WITHOUT = 14;
const MOST = 60_000;
const EXPLORED = "/explore?drilldown=place&cut=time.year:2024";
const SPLIT = "?_view=place&year=2024";

let server: LoadingServer;
let communes: PagedDataset;
let bytesWithout: number;
before(async () => {
  server = await startLoading();
  const { model, csv } = placesDataset("communes", [
    ...MANY_PLACES,
    ...MANY_PLACES.slice(0, WITHOUT).map((each) => ({ ...each, id: `${each.id}X`, label: `Elsewhere ${each.id}` })),
  ]);
  communes = await loadRows(server, model, csv);
  bytesWithout = Buffer.byteLength(await communes.open(SPLIT));
  const file = join(server.directory, "places.json");
  writeFileSync(file, writeShapeFile(MANY_PLACES));
  const facts = { name: "communes", label: "Communes", taxonomy: null, licence: null, source: null, id: "code" };
  await addShapes(new ShapeFolder(join(server.directory, "data")), file, facts, shapeDrawerHere);
});
after(() => server.stop());

function mapOf(page: string): string {
  const [map] = /<svg[^>]*class="chart map"[^>]*>[^]*?<\/svg>/.exec(page) ?? assert.fail("no map");
  assertWellFormed(map);
  return map;
}

describe("a map of five hundred places", () => {
  for (const path of [`${EXPLORED}&chart=map`, `/embed?drilldown=place&cut=time.year:2024&chart=map`, SPLIT])
    it(`shows all of them, not only those of the table: ${path}`, async () => {
      const map = mapOf(await communes.open(path));
      const places = new Map(
        Array.from(
          map.matchAll(/<a href="([^"]*)"><title>(Commune \d+): ([^<]+)<\/title>/g),
          ([, href, name, said]) => [name!, { href: href!, said: readLine(said!) }],
        ),
      );
      assert.equal(places.size, MANY_PLACES.length);
      assert.doesNotMatch(map, /fill="url\(#no-figure\)"/);
      const { drilldown, summary } = await communes.aggregate({ drilldown: "place", cut: "time.year:2024" });
      for (const { place, amount } of drilldown) {
        if (!place.label.startsWith("Commune")) continue;
        const percent = (amount / summary["amount"]!) * 100;
        const { said } = places.get(place.label)!;
        const shown = Number(/[\d.]+/.exec(said)![0]);
        const isRight = said.includes("<") ? percent < shown : Math.abs(shown - percent) <= 0.0501;
        assert.ok(isRight, `${place.label}: ${said} of ${percent}`);
      }
      const { href } = places.get("Commune 33")!;
      const found = new URL(href.replaceAll("&amp;", "&"), `${server.url}/communes${path}`);
      const opened = await communes.open(found.href.slice(`${server.url}/communes`.length));
      assert.match(opened, /Commune 33/);
      const { amount } = drilldown.find(({ place }) => place.label === "Commune 33");
      assert.ok(opened.includes(`<data value="${amount}"`), `${found.href}: ${amount}`);
    });

  it("lists the largest places without a shape, and counts the others", async () => {
    const map = readLine(mapOf(await communes.open(`${EXPLORED}&chart=map`)));
    assert.equal(map.match(/Elsewhere K\d+:/g)!.length, 12);
    assert.match(map, /and 2 more/);
  });

  it("opens a place with the conditions of its page, and no links from a picture", async () => {
    const map = mapOf(await communes.open(`${EXPLORED}|purpose:Roads&chart=map`));
    const [, href] = /<a href="([^"]*)"><title>Commune 33:/.exec(map) ?? assert.fail("no link");
    assert.match(href!, /purpose:Roads%7Cplace:K33$/);
    assert.doesNotMatch(await communes.open(`${EXPLORED.replace("explore", "explore.svg")}&chart=map`), /<a /);
  });

  it("adds at most 60 KB to a page", async () => {
    const split = Buffer.byteLength(await communes.open(SPLIT)) - bytesWithout;
    assert.ok(split > 10_000 && split <= MOST, `${split} bytes beside bars`);
    // A table alone has all that a map has but the map.
    const [map, table] = await Promise.all(
      ["map", "table"].map((chart) => communes.open(`${EXPLORED}&chart=${chart}`)),
    );
    const explored = Buffer.byteLength(map!) - Buffer.byteLength(table!);
    assert.ok(explored > 10_000 && explored <= MOST, `${explored} bytes more than a table`);
  });
});
