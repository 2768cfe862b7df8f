import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";

let server: LoadingServer;

const ROWS = "t,n\n2009,100\n2010,300\n";
const PLACED = "t,country,n\n2009,US,100\n2010,US,200\n2010,GB,100\n";

before(async () => {
  server = await startLoading();
  const load = (name: string, dataset: object, model: object = {}) =>
    loadSeries(server, name, dataset, seriesMapping(), ROWS, { model });
  await load("city", { currency: "USD", territories: ["US"] });
  await load("state", { currency: "USD", territories: ["US"] }, { references: { per: "world-people" } });
  await load("funds", { currency: "EUR", territories: ["DE", "FR", "GB"] });
  await load("euros-in-britain", { currency: "EUR", territories: ["GB"] });
  await load("council", { currency: "GBP", territories: ["GB"] });
  const byCountry = seriesMapping({ country: "territory" });
  const byRegion = seriesMapping({ region: "nuts", service: "cofog" });
  const regional = "t,region,service,n\n2009,UKI,health,100\n2010,UKI,health,200\n2010,UKJ,health,100\n";
  const british = { currency: "GBP", territories: ["GB"] };
  await loadSeries(server, "regional", british, byRegion, regional);
  await loadSeries(server, "aid", { currency: "USD" }, byCountry, PLACED);
  const { amount, ...rest } = seriesMapping({ territory: "territory" }) as { amount: object };
  const people = { ...rest, amount: { ...amount, unit: "people" } };
  const stock = { series: { kind: "stock" } };
  await loadSeries(server, "world-people", stock, people, "t,territory,n\n2009,US,50\n2010,US,60\n2010,GB,25\n");
  const { territory: _, ...britons } = people as { territory?: object };
  const { territory: _places, ...counted } = people as { territory?: object };
  const byNuts = { ...counted, region: (seriesMapping({ region: "nuts" }) as { region: object }).region };
  const inRegions = "t,region,n\n2009,UKI,10\n2010,UKI,12\n2010,UKJ,13\n";
  await loadSeries(server, "by-region", stock, byNuts, inRegions);
  await loadSeries(server, "britons", { ...stock, territories: ["GB"] }, britons, "t,n\n2009,20\n2010,25\n");
  const index = { series: { kind: "index" }, territories: ["GB"] };
  await loadSeries(server, "deflator", index, seriesMapping(), "t,n\n2009,80\n2010,90\n");
});
after(() => server.stop());

async function read(path: string): Promise<{ readonly page: string; readonly offers: readonly string[] }> {
  const { text, status } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  const [nav = ""] = /<nav class="chips" aria-label="Amounts">[^]*?<\/nav>/.exec(text) ?? [];
  const offers = [...nav.matchAll(/<a [^>]*>([^]*?)<\/a>/g)].map(([, label]) => readText(label!).trim());
  return { page: readText(text).replaceAll(/\s+/g, " "), offers };
}

const warningsOf = async (query: string): Promise<readonly string[]> => {
  const { json, status } = await server.ask(null, "GET", `/api/2/aggregate?${query}`);
  assert.equal(status, 200);
  return (json as { warnings?: readonly string[] }).warnings ?? [];
};

/** What a page of each dataset offers: where only a country is in common, whose people it is per. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  city: ["as paid", "per person (United States)"],
  state: ["as paid", "per person"],
  funds: [],
  "euros-in-britain": [
    "as paid",
    "in prices of 2010",
    "per person (United Kingdom) (britons)",
    "per person (United Kingdom) (world-people)",
  ],
  council: [
    "as paid",
    "in prices of 2010",
    "per person (United Kingdom) (britons)",
    "per person (United Kingdom) (world-people)",
  ],
  aid: ["as paid", "per person"],
};

describe("what pages offer", () => {
  for (const [name, expected] of Object.entries(OFFERED)) {
    it(`is of the places and the currency of the dataset: ${name}`, async () => {
      assert.deepEqual((await read(`/${name}`)).offers, expected);
      assert.deepEqual((await read(`/${name}/explore?drilldown=year`)).offers, expected);
    });
  }

  it("is per person of a place only by people of that place", async () => {
    const all = ["per person (United Kingdom) (britons)", "per person (United Kingdom) (world-people)"];
    const paths = [
      "/regional/region/UKI",
      "/regional/region",
      "/regional?cut=region:UKI",
      "/regional/service/health?cut=region:UKI",
      "/regional/explore?drilldown=service&cut=region:UKI",
      "/regional/explore?drilldown=region",
    ];
    for (const path of paths) {
      const { offers } = await read(path);
      assert.ok(
        offers.some((each) => /^per person.*by-region|^per person$/.test(each)),
        `${path}: ${offers.join()}`,
      );
      for (const each of all) assert.ok(!offers.includes(each), `${path}: ${offers.join()}`);
    }
    const { offers } = await read("/regional/service/health");
    for (const each of all) assert.ok(offers.includes(each), offers.join());
  });

  it("is said to be of all people, where an address asks for these", async () => {
    const said = /divided by the people of all places together: [“"]britons[”"]/;
    for (const path of ["/regional/region/UKI?", "/regional/explore?drilldown=service&cut=region:UKI&"]) {
      const { page } = await read(`${path}per=britons`);
      assert.match(page, /per person \(United Kingdom\)/);
      assert.match(page, said);
    }
    assert.doesNotMatch((await read("/regional/service/health?per=britons")).page, said);
    assert.doesNotMatch((await read("/regional/region/UKI?per=by-region")).page, said);
  });

  it("is by place where entries have one", async () => {
    const { json } = await server.ask(
      null,
      "GET",
      "/api/2/aggregate?dataset=aid&drilldown=country&cut=year:2010&per=world-people&order=amount:desc",
    );
    const { drilldown, warnings = [] } = json as { drilldown: { amount: number }[]; warnings?: string[] };
    assert.deepEqual(
      drilldown.map(({ amount }) => amount),
      [4, 200 / 60],
    );
    assert.deepEqual(warnings, []);
  });
});

describe("what an address asks for", () => {
  it("says whose people amounts are per, and warns of those of other countries", async () => {
    const { page, offers } = await read("/city?year=2010&per=world-people");
    assert.match(page, /\$5(?:\.00)? per person \(United States\)/);
    assert.deepEqual(offers, ["as paid", "per person (United States)"]);
    assert.doesNotMatch(page, /are divided by/);
    const funds = await read("/funds?per=britons");
    assert.match(funds.page, /[“"]funds[”"] are divided by [“"]britons[”"] of all of GB/);
    assert.deepEqual(funds.offers, ["as paid", "per person (United Kingdom)"]);
    assert.match((await read("/funds?per=britons&lang=de")).page, /je Einwohner \(Vereinigtes Königreich\)/);
    const picture = await server.ask(null, "GET", "/city/explore.svg?drilldown=year&per=world-people");
    assert.match(picture.text, /per person \(United States\)/);
  });

  it("says nothing of its own people", async () => {
    const { page } = await read("/state?year=2010&per=world-people");
    assert.match(page, /per person/);
    assert.doesNotMatch(page, /United States\)|divided by/);
  });

  it("is answered by calls as before, with a warning", async () => {
    assert.deepEqual(await warningsOf("dataset=city&per=world-people"), []);
    assert.deepEqual(await warningsOf("dataset=funds&per=britons"), [
      'Amounts of "funds" are divided by "britons" of all of GB, which may not be its own place; "references" of its model can say that it is',
    ]);
    assert.deepEqual(await warningsOf("dataset=state&per=world-people"), []);
    assert.deepEqual(await warningsOf("dataset=funds&prices=2010"), [
      'Amounts of "funds" are in the prices of "deflator", which are those of GB, not of all its countries',
    ]);
    assert.deepEqual(await warningsOf("dataset=council&prices=2010"), []);
    const { json } = await server.ask(null, "GET", "/api/2/aggregate?dataset=city&per=world-people&cut=year:2010");
    assert.equal((json as { summary: { amount: number } }).summary.amount, 5);
  });
});
