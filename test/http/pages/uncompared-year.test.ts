import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { loadRows } from "./page-datasets.js";

const column = (name: string, more: object = {}) => ({ type: "attribute", column: name, datatype: "string", ...more });

const MODEL = {
  dataset: { name: "borough", label: "Borough", description: "Made up for tests.", currency: "EUR" },
  mapping: {
    amount: { type: "measure", column: "amount", datatype: "float" },
    time: { type: "date", column: "year", datatype: "date" },
    row: column("row", { key: true }),
    place: column("place"),
    purpose: column("purpose"),
    side: column("side", { additive: false, default: "out" }),
  },
};

const CSV = ["row,year,place,purpose,side,amount"]
  .concat(
    ["2021", "2022", "2023"].flatMap((year) => [
      `${year}a,${year},North,Schools,out,300`,
      `${year}b,${year},South,Roads,out,200`,
      `${year}c,${year},South,Schools,out,100`,
      `${year}d,${year},South,Schools,in,50`,
    ]),
  )
  .join("\n");

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** Load the dataset with a note on a year, and return what its list of years hatches. */
async function hatchedIn(name: string, noted: string): Promise<readonly string[]> {
  const notes = [{ on: `year:${noted}`, kind: "break", text: "Plans." }];
  const model = { ...MODEL, dataset: { ...MODEL.dataset, name }, notes };
  const { open } = await loadRows(server, model, CSV);
  const [, years] = /id="years">([^]*?)<\/section>/.exec(await open(""))!;
  const rows = [...years!.matchAll(/<th scope="row">([^<]*)<[^]*?<\/tr>/g)];
  assert.equal(rows.length, 3);
  return rows.filter(([row]) => row.includes('class="hatch"')).map(([, year]) => readText(year!).trim());
}

describe("the bar of a year", () => {
  it("is hatched if it is the newest, and compares with none before it", async () => {
    assert.deepEqual(await hatchedIn("borough", "2023"), ["2023"]);
  });

  it("is whole if others follow it", async () => {
    assert.deepEqual(await hatchedIn("county", "2022"), ["2023"]);
    assert.deepEqual(await hatchedIn("parish", "2021"), []);
  });
});

describe("the page of a member", () => {
  it("leads to the explorer's comparison with all members, where their sum has a meaning", async () => {
    const { open } = await loadRows(server, { ...MODEL, dataset: { ...MODEL.dataset, name: "shire" } }, CSV);
    const linkIn = (page: string): string | undefined =>
      /<a href="[^"]*(\/explore[^"]*against=[^"]*)">Compare with<\/a>/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    const href = linkIn(await open("/place/North"));
    assert.ok(href);
    const query = new URL(href, "http://localhost").searchParams;
    assert.equal(query.get("against"), "place:*");
    assert.match(query.get("cut")!, /place:"?North/);
    assert.match(readText(await open(href)), /compared with all of place/);
    assert.equal(linkIn(await open("/side/in")), undefined);
  });
});

describe("prices that pages offer", () => {
  it("are of one year on all pages that name none: that of the dataset's page", async () => {
    const dataset = { currency: "EUR", territories: ["IE"], default_time: "2022" };
    await loadSeries(server, "past", dataset, MODEL.mapping, CSV);
    const index = { territories: ["IE"], series: { kind: "index" } };
    await loadSeries(server, "deflator", index, seriesMapping(), "t,n\n2021,80\n2022,90\n2023,95\n");
    for (const path of ["/past", "/past?year=all", "/past/explore?drilldown=place", "/past/place/North"]) {
      const { text } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
      const [, prices] = /[?;]prices=(\d+)/.exec(text) ?? [];
      assert.equal(prices, "2022", path);
    }
  });
});
