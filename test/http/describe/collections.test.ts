import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Actor } from "#src/access/actor.js";
import { OPERATOR } from "#src/access/actor.js";
import { addCollection, dropCollection, type NewCollection } from "#src/calls/publishing/manage/collections.js";
import { Catalog } from "#src/store/catalog.js";
import { plainFormat } from "../../reference/builder.js";
import { findViolations } from "./dcat-shapes.js";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
const events: object[] = [];

const services = () => ({
  catalog: server.context.catalog as Catalog,
  audit: { record: (event: object) => Promise.resolve(void events.push(event)) },
});
const add = (name: string, changes: Partial<NewCollection> = {}, by: Actor = OPERATOR) =>
  addCollection(
    services(),
    {
      name,
      label: `All of ${name}`,
      description: "Towns",
      datasets: undefined,
      rule: { territory: undefined, category: undefined, taxonomy: undefined, tag: undefined },
      ...changes,
    },
    by,
  );
const get = (path: string, user: string | null = null) => server.ask(user, "GET", path);

before(async () => {
  server = await startLoading();
  const load = (name: string, dataset: object, rows: string, settings = {}) =>
    loadSeries(server, name, { currency: "EUR", ...dataset }, seriesMapping(), rows, { settings });
  await load("north", { territories: ["AT"] }, "t,n\n2009,10\n2010,20\n");
  await load("south", { territories: ["BE"] }, "t,n\n2010,30\n");
  await load("secret", { territories: ["AT"] }, "t,n\n2010,99\n", { private: "true" });
  await loadSeries(
    server,
    "people",
    { series: { kind: "stock" } },
    seriesMapping({ territory: "territory" }),
    "t,territory,n\n2010,AT,2\n2010,BE,10\n",
  );
  await add("both", { datasets: "north|south|secret" });
  await add("austria", { rule: { territory: "at", category: undefined, taxonomy: undefined, tag: undefined } });
});
after(() => server.stop());

describe("a collection", () => {
  it("is a name for its datasets in every call", async () => {
    const { json } = await get("/api/2/aggregate?dataset=both&drilldown=dataset&cut=year:2010");
    assert.deepEqual(
      json.drilldown.map((cell: { dataset: { name: string }; amount: number }) => [cell.dataset.name, cell.amount]),
      [
        ["south", 30],
        ["north", 20],
      ],
    );
    assert.equal((await get("/api/2/search?dataset=both")).json.stats.results_count, 3);
    assert.equal((await get("/api/2/aggregate?dataset=austria&drilldown=dataset")).json.summary.amount, 30);
  });

  it("is cited as the version of its only dataset", async () => {
    await add("northern", { datasets: "north" });
    for (const dataset of ["austria", "northern", "northern|north", "north|north", "north&dataset=austria"]) {
      for (const call of ["/api/2/aggregate?cut=year:2010&dataset=", "/api/2/search?dataset="]) {
        const { headers, json } = await get(call + dataset);
        const [, path] = /<http:[/][/][^/]+([^>]+)>; rel="cite-as"/.exec(String(headers["link"]))!;
        assert.match(path!, /[?&]dataset=north@1(&|$)/);
        assert.deepEqual((await get(path!)).json.summary?.amount, json.summary?.amount, path);
      }
    }
    const { headers } = await get("/api/3/cubes/northern/aggregate");
    assert.match(String(headers["link"]), /[/]api[/]3[/]cubes[/]north@1[/]aggregate>; rel="cite-as"/);
    await dropCollection(services(), "northern", OPERATOR);
  });

  it("is a series of datasets in catalogues", async () => {
    const series = async (): Promise<Record<string, readonly string[]>> => {
      const { json } = await get("/datasets.jsonld");
      const entries = json["dcat:dataset"] as { "@id": string; "dcat:inSeries"?: { "dct:title": string }[] }[];
      return Object.fromEntries(
        entries.map((each) => [
          each["@id"].replace(`${server.url}/`, ""),
          each["dcat:inSeries"]?.map((one) => one["dct:title"]) ?? [],
        ]),
      );
    };
    const { headers } = await get("/datasets.ttl");
    assert.deepEqual(await series(), {
      north: ["All of both", "All of austria"],
      south: ["All of both"],
      people: [],
    });
    const { text } = await get("/datasets.ttl");
    assert.match(text, /<[^>]*\/both> a dcat:DatasetSeries ;\n {2}dct:title "All of both"/);
    assert.deepEqual(await findViolations(text), []);
    await add("south-alone", { datasets: "south" });
    assert.deepEqual((await series())["south"], ["All of both", "All of south-alone"]);
    assert.notEqual((await get("/datasets.ttl")).headers["etag"], headers["etag"]);
    await dropCollection(services(), "south-alone", OPERATOR);
  });

  it("shows each reader what she may read, and says so", async () => {
    const names = async (user: string | null): Promise<string[]> =>
      (await get("/both.json", user)).json.datasets.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names(null), ["north", "south"]);
    assert.deepEqual(await names("ada"), ["north", "south", "secret"]);
    assert.equal((await get("/api/2/aggregate?dataset=both", "ada")).json.summary.amount, 159);
    const { json } = await get("/collections.json");
    assert.deepEqual(
      json.collections.map(({ name, note }: { name: string; note: string }) => [name, note]),
      ["both", "austria"].map((name) => [name, "Members and totals are of the datasets that you may read."]),
    );
    await add("hidden", { datasets: "secret" });
    const missing = await get("/api/2/aggregate?dataset=nothing");
    const hidden = await get("/api/2/aggregate?dataset=hidden");
    assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text.replaceAll("nothing", "hidden")]);
    assert.equal((await get("/hidden")).status, 404);
  });

  it("has a page with its datasets as cards and as rankings, also per head", async () => {
    const { text } = await server.ask(null, "GET", "/both", { headers: { accept: "text/html" } });
    assert.match(text, /<h1[^>]*>All of both/);
    assert.match(text, /Amounts per head of 2010[\s\S]*north[\s\S]*€10[\s\S]*south[\s\S]*€3/);
    assert.match(text, /Amounts of 2010[\s\S]*south[\s\S]*30[\s\S]*north[\s\S]*20/);
    assert.doesNotMatch(text, /secret/);
  });

  it("shows what its datasets come to in each year, and of how many that is", async () => {
    const { text } = await server.ask(null, "GET", "/both", { headers: { accept: "text/html" } });
    assert.match(text, /Year by year[\s\S]*Not every year has all datasets[\s\S]*<svg/);
    const rows = [
      ...text.matchAll(/<th scope="row">(\d{4})<\/th>\s*<td class="number">([^<]*)<\/td>\s*<td[^>]*>(\d)</g),
    ];
    assert.deepEqual(
      rows.map(([, ...cells]) => cells),
      [
        ["2009", "€10", "1"],
        ["2010", "€50", "2"],
      ],
    );
  });

  it("of a dataset for each year is one time line, without rankings", async () => {
    const load = (name: string, rows: string) => loadSeries(server, name, { currency: "EUR" }, seriesMapping(), rows);
    await load("town-2021", "t,n\n2021,10.5\n");
    await load("town-2022", "t,n\n2022,20\n");
    await add("town", { datasets: "town-2021|town-2022" });
    const { text } = await server.ask(null, "GET", "/town", { headers: { accept: "text/html" } });
    assert.match(text, /Year by year[\s\S]*<svg[\s\S]*2021[\s\S]*€10\.50[\s\S]*2022[\s\S]*€20\.00/);
    assert.doesNotMatch(text, /Amounts of|Not every year/);
    await dropCollection(services(), "town", OPERATOR);
  });

  it("is listed on a page that shows each reader her collections", async () => {
    const open = async (user: string | null): Promise<string> =>
      (await server.ask(user, "GET", "/collections", { headers: { accept: "text/html" } })).text;
    const page = await open(null);
    assert.match(page, /<a href="[^"]*\/both">All of both<\/a>(?:(?!<\/article>)[^])*>2 datasets</);
    assert.doesNotMatch(page, /of hidden|secret/);
    assert.match(await open("ada"), /\/hidden">All of hidden<\/a>(?:(?!<\/article>)[^])*>1 dataset</);
  });

  it("is refused under a name that is taken or reserved, and without datasets, to anybody but administrators", async () => {
    await assert.rejects(add("north", { datasets: "south" }), /There is a dataset with name "north"/);
    await assert.rejects(add("both", { datasets: "south" }), /There is a collection with name "both"/);
    await assert.rejects(add("datasets", { datasets: "south" }), /is reserved/);
    await assert.rejects(add("none"), /needs datasets, or a rule/);
    await assert.rejects(
      add("typo", { datasets: "nort" }),
      /no dataset with name "nort", did you mean "north"|no dataset/,
    );
    await assert.rejects(add("more", { datasets: "south" }, { id: "1", name: "bob", admin: false }), /administrators/);
    const metadata = server.files.put("/both.json", {
      dataset: { name: "both", label: "Both", description: "", currency: "EUR" },
      mapping: seriesMapping(),
    });
    const csv_file = server.files.put("/both.csv", "t,n\n2009,1\n");
    const run = await server.end("ada", await server.load("ada", { metadata, csv_file }));
    assert.match(JSON.stringify(run), /There is a collection with name/);
  });

  it("is kept in the data directory, and dropped without its datasets", async () => {
    await add("brief", { datasets: "south" });
    const read = async () =>
      (await Catalog.open(join(server.directory, "data"), plainFormat)).collections.map(({ name }) => name);
    assert.ok((await read()).includes("brief"));
    await dropCollection(services(), "brief", OPERATOR);
    assert.ok(!(await read()).includes("brief"));
    assert.equal((await get("/south.json")).status, 200);
    await assert.rejects(dropCollection(services(), "brief", OPERATOR), /no collection with name "brief"/);
    assert.deepEqual(events.slice(-2), [
      { action: "collection.add", collection: "brief", by: null },
      { action: "collection.drop", collection: "brief", by: null },
    ]);
  });
});
