import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tableFromIPC } from "apache-arrow";
import { request } from "../client.js";
import { SIDE, THREE_ROWS, editTexts, getJson, loadTown } from "./derived-town.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
let name: string;

const HIERARCHIES = {
  places: { levels: ["side", "region"] },
  purposes: { levels: ["region", "cofog1"] },
  time: { levels: ["year", "time.yearmonth", "time"] },
  mixed: { levels: ["cofog1", "year", "until"] },
};

/** Entries in North and South in 2009, and in West, which has no side, in 2010; each has a purpose of its own. */
before(async () => {
  server = await startLoading();
  ({ name } = await loadTown(server, { side: { ...SIDE, labels: { cold: "Cold side" } } }));
  await editTexts(server, name, { hierarchies: JSON.stringify(HIERARCHIES) });
});
after(() => server.stop());

const COLD = () => ({
  id: 1,
  name: "cold",
  label: "Cold side",
  taxonomy: "side",
  html_url: `${server.url}/${name}/side/cold`,
});

type Json = Record<string, Body["json"]>;
const cellsOf = async (query: string): Promise<readonly Json[]> =>
  (await getJson(server, `/api/2/aggregate?dataset=${name}&order=amount:asc&${query}`)).drilldown;
const pick = (cells: readonly Json[], ...keys: readonly string[]): unknown =>
  cells.map((cell) => keys.map((key) => (cell[key] === undefined ? "none" : (cell[key]?.name ?? cell[key]))));

describe("the parents of cells", () => {
  it("are added if they are asked for, of all levels above, and null where there is none", async () => {
    assert.deepEqual(pick(await cellsOf("drilldown=cofog1"), "cofog1", "region", "side"), [
      ["1", "none", "none"],
      ["12", "none", "none"],
      ["2", "none", "none"],
    ]);
    const cells = await cellsOf("drilldown=cofog1&parents=true");
    assert.deepEqual(pick(cells, "cofog1", "region"), [
      ["1", "North"],
      ["12", "South"],
      ["2", "West"],
    ]);
    assert.equal("side" in cells[0]!, false);
    const regions = await cellsOf("drilldown=region&parents=1");
    assert.deepEqual(regions[0], { region: "North", side: COLD(), amount: 1.5, num_entries: 1 });
    assert.deepEqual(pick(regions, "side"), [["cold"], ["warm"], [null]]);
  });

  it("stand under the key of their own reference, and leave what is there", async () => {
    assert.deepEqual((await cellsOf("drilldown=time&parents=true"))[0]!["year"], "2009");
    assert.deepEqual(pick(await cellsOf("drilldown=time.yearmonth&parents=true"), "time", "year"), [
      [{ yearmonth: "200901" }, "2009"],
      [{ yearmonth: "201001" }, "2010"],
    ]);
    assert.deepEqual(pick(await cellsOf("drilldown=region&cut=side:cold&parents=true"), "side"), [
      [{ name: "cold" }.name],
    ]);
    assert.deepEqual(await cellsOf("drilldown=region|side&parents=true"), await cellsOf("drilldown=region|side"));
  });

  it("have no effect without a level below in the cells", async () => {
    for (const query of ["drilldown=side", "", "drilldown=invoice"]) {
      const [without, withThem] = await Promise.all(
        [query, `${query}&parents=true`].map((each) =>
          server.ask(null, "GET", `/api/2/aggregate?dataset=${name}&${each}`),
        ),
      );
      assert.equal(withThem!.text, without!.text);
      assert.equal(withThem!.headers.etag, without!.headers.etag);
    }
  });

  it("make another answer with another ETag", async () => {
    const tags = await Promise.all(
      ["", "&parents=true", "&parents=yes", "&parents=false"].map(
        async (flag) =>
          (await server.ask(null, "GET", `/api/2/aggregate?dataset=${name}&drilldown=region${flag}`)).headers.etag,
      ),
    );
    assert.notEqual(tags[0], tags[1]);
    assert.equal(tags[1], tags[2]);
    assert.equal(tags[0], tags[3]);
  });

  it("are columns of CSV and Arrow, after the drilldowns", async () => {
    const ask = (format: string) =>
      request(
        `${server.url}/api/2/aggregate?dataset=${name}&drilldown=region&order=amount:asc&parents=true&format=${format}`,
      );
    assert.equal(
      (await ask("csv")).text,
      "region,side.name,side.label,amount,num_entries\r\nNorth,cold,Cold side,1.5,1\r\nSouth,warm,warm,2,1\r\nWest,,,4,1\r\n",
    );
    const table = tableFromIPC((await ask("arrow")).body);
    assert.deepEqual(
      table.toArray().map((row) => [row["region"], row["side.name"], row["side.label"]]),
      [
        ["North", "cold", "Cold side"],
        ["South", "warm", "warm"],
        ["West", null, null],
      ],
    );
    assert.deepEqual(JSON.parse((await ask("ndjson")).text.split("\n")[0]!).side, COLD());
  });
});

describe("a member in a hierarchy", () => {
  it("has its parent and the URL of its children", async () => {
    const north = await getJson(server, `/${name}/region/North.json`);
    assert.deepEqual(north.parent, COLD());
    assert.equal(north.children_url, `${server.url}/${name}/cofog1.distinct?cut=region%3ANorth`);
    const { results } = await getJson(
      server,
      new URL(north.children_url).pathname + new URL(north.children_url).search,
    );
    assert.deepEqual(pick(results, "name", "parent"), [["1", "North"]]);
    const { parent } = await getJson(server, `/${name}/region/West.json`);
    assert.equal(parent, null);
  });

  it("has null at the top and at the bottom", async () => {
    const cold = await getJson(server, `/${name}/side/cold.json`);
    assert.deepEqual([cold.parent, cold.children_url], [null, `${server.url}/${name}/region.distinct?cut=side%3Acold`]);
    const day = await getJson(server, `/${name}/time/2009-01-01.json`);
    assert.deepEqual([day.parent, day.children_url], ["200901", null]);
  });

  it("has the URL of an aggregate where the level below is an attribute", async () => {
    const { children_url: url } = await getJson(server, `/${name}/cofog1/1.json`);
    assert.equal(url, `${server.url}/api/2/aggregate?dataset=${name}&cut=cofog1%3A1&drilldown=year`);
    assert.deepEqual(pick((await getJson(server, url.slice(server.url.length))).drilldown, "year"), [["2009"]]);
  });

  it("keeps attributes of these names, and gains nothing outside of hierarchies", async () => {
    const invoice = await getJson(server, `/${name}/invoice/a.json`);
    assert.deepEqual(["parent" in invoice, "children_url" in invoice], [false, false]);
    const csv = await server.ask(null, "GET", `/${name}/region/North.csv`);
    assert.match(csv.text, /^id,name,label,taxonomy,html_url\r\n/);
    assert.equal("parent" in (await cellsOf("drilldown=region"))[0]!, false);
  });
});

describe("members with several parents", () => {
  const WARNING =
    'hierarchy "regions": 1 member of "year" ("2009") has more than one parent in "region", and therefore none';
  const hierarchies = JSON.stringify({ regions: { levels: ["region", "year"] }, sides: { levels: ["side", "year"] } });

  it("are a warning of the run of a load, also where a level goes through a crosswalk, and have no parent", async () => {
    const zones = await loadTown(server, {});
    const through = { type: "derived", from: "region", through: zones.name, to: "cofog1" };
    const town = await loadTown(server, { side: through });
    await editTexts(server, town.name, { hierarchies });
    server.files.put(`/${town.name}.csv`, `${THREE_ROWS}8,,2010,,d,West,,2,Parks,,\n`);
    const { json } = await town.load();
    const { json: run } = await server.ask("ada", "GET", new URL(json.run.url).pathname);
    assert.deepEqual(
      run.warnings.filter((each: string) => each.startsWith("hierarchy")),
      [WARNING, WARNING.replace("regions", "sides").replace("region", "side")],
    );
    const { drilldown } = await getJson(
      server,
      `/api/2/aggregate?dataset=${town.name}&drilldown=year&order=year:asc&parents=true`,
    );
    assert.deepEqual(pick(drilldown, "year", "region", "side"), [
      ["2009", null, null],
      ["2010", "West", "2"],
    ]);
  });
});

describe("the members of distinct", () => {
  it("have their parents, and those of all levels if asked", async () => {
    const { results } = await getJson(server, `/${name}/cofog1.distinct`);
    assert.deepEqual(pick(results, "name", "parent", "region", "side"), [
      ["12", "South", "none", "none"],
      ["2", "West", "none", "none"],
      ["1", "North", "none", "none"],
    ]);
    const { results: all } = await getJson(server, `/${name}/region.distinct?parents=true`);
    assert.deepEqual(pick(all, "name", "parent", "side"), [
      ["North", "cold", "cold"],
      ["South", "warm", "warm"],
      ["West", null, null],
    ]);
    const [day] = (await getJson(server, `/${name}/time.distinct?parents=true&pagesize=1`)).results;
    assert.deepEqual([day.year, day.parent, "time" in day], ["2009", "200901", false]);
  });

  it("have another ETag with the parents of all levels", async () => {
    const tags = await Promise.all(
      ["", "?parents=true", "?parents=off"].map(
        async (flag) => (await server.ask(null, "GET", `/${name}/region.distinct${flag}`)).headers.etag,
      ),
    );
    assert.notEqual(tags[0], tags[1]);
    assert.equal(tags[0], tags[2]);
  });
});
