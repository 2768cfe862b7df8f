import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Catalog } from "#src/store/catalog.js";
import { plainFormat } from "../../reference/builder.js";
import { SPENDING } from "../../fixtures.js";
import { SIDE, THREE_ROWS, type Town, editTexts, getJson, loadTown as loadRows } from "./derived-town.js";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const get = (path: string): Promise<Body["json"]> => getJson(server, path);
const loadTown = (fields: object): Promise<Town> => loadRows(server, fields);
const loadDerived = async (fields: object = { side: SIDE }): Promise<string> => (await loadTown(fields)).name;
const edit = (name: string, derived: object | null): Promise<void> =>
  editTexts(server, name, { mapping: derived ? JSON.stringify(derived) : "" });

describe("an aggregate by a derived dimension", () => {
  it("has its members as cells, and says what has none", async () => {
    const name = await loadDerived();
    const { drilldown, unmapped } = await get(`/api/2/aggregate?dataset=${name}&drilldown=side`);
    assert.deepEqual(
      drilldown.map((cell: Record<string, unknown>) => [cell["side"], cell["amount"]]),
      [
        [null, 4],
        ["warm", 2],
        ["cold", 1.5],
      ],
    );
    assert.deepEqual(unmapped, { num_entries: 1, amount: 4 });
  });

  it("says the same with a page of fewer cells, and with other cuts", async () => {
    const name = await loadDerived();
    const query = `/api/2/aggregate?dataset=${name}&measure=amount|planned&drilldown=side`;
    assert.deepEqual((await get(`${query}&pagesize=1&page=3`)).unmapped, { num_entries: 1, amount: 4, planned: 0 });
    assert.deepEqual((await get(`${query}&cut=year:2009`)).unmapped, { num_entries: 0, amount: 0, planned: 0 });
  });

  it("that is cut to a member says what meets the other cuts and has no member", async () => {
    const name = await loadDerived();
    const { summary, unmapped } = await get(`/api/2/aggregate?dataset=${name}&cut=side:warm`);
    assert.deepEqual([summary.amount, unmapped], [2, { num_entries: 1, amount: 4 }]);
    const filtered = await get(`/api/2/aggregate?dataset=${name}&fq=side:warm&cut=year:2009`);
    assert.deepEqual([filtered.summary.amount, filtered.unmapped], [2, { num_entries: 0, amount: 0 }]);
  });

  it("has members with labels", async () => {
    const name = await loadDerived({ area: { type: "derived", from: "cofog1", prefix: 1, labels: { 1: "Safety" } } });
    const { drilldown } = await get(`/api/2/aggregate?dataset=${name}&drilldown=area&order=area:asc`);
    assert.deepEqual(
      drilldown.map((cell: Record<string, Record<string, unknown>>) => [
        cell["area"]!["name"],
        cell["area"]!["label"],
        cell["amount"],
      ]),
      [
        ["1", "Safety", 3.5],
        ["2", "2", 4],
      ],
    );
  });

  it("adds nothing to an answer that does not use one", async () => {
    const name = await loadDerived();
    assert.ok(!("unmapped" in (await get(`/api/2/aggregate?dataset=${name}&drilldown=region`))));
  });
});

describe("a derived dimension", () => {
  it("is described with its coverage", async () => {
    const name = await loadDerived();
    const { type, label, num_members, coverage } = await get(`/${name}/side.json`);
    assert.deepEqual(
      [type, label, num_members, coverage],
      ["derived", "Side", 2, { members: 2 / 3, amount: 3.5 / 7.5 }],
    );
    assert.ok(!("coverage" in (await get(`/${name}/region.json`))));
  });

  it("covers no share of amounts of which a part is below zero, or above the whole", async () => {
    for (const west of ["-2", "-4"]) {
      const { name } = await loadRows(server, { side: SIDE }, THREE_ROWS.replace("4,,2010", `${west},,2010`));
      assert.deepEqual((await get(`/${name}/side.json`)).coverage, { members: 2 / 3, amount: null });
    }
  });

  it("has members with pages, entries, and a column in every export", async () => {
    const name = await loadDerived();
    assert.equal((await get(`/${name}/side/warm.json`)).label, "warm");
    const { results } = await get(`/api/2/search?dataset=${name}&q=side:warm`);
    assert.deepEqual([results.length, results[0].invoice, results[0].side], [1, "b", "warm"]);
    const { text } = await server.ask(null, "GET", `/api/2/search?dataset=${name}&format=csv&order=invoice:asc`);
    const [header = "", ...records] = text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(","));
    const at = header.indexOf("side");
    assert.deepEqual(
      records.map((record) => record[at]),
      ["cold", "warm", ""],
    );
    for (const path of [`/${name}/side`, `/${name}/side/warm`, `/${name}`, `/${name}/dimensions`, `/${name}/entries`]) {
      const { status } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
      assert.equal(status, 200, path);
    }
  });

  it("changes no entry's id", async () => {
    const { name, load } = await loadTown({});
    const ids = async (): Promise<unknown> =>
      (await get(`/api/2/search?dataset=${name}`)).results.map(({ id }: { id: string }) => id);
    const before = await ids();
    await edit(name, { side: SIDE });
    server.files.put(`/${name}.csv`, `${THREE_ROWS}\n`);
    assert.equal((await load()).json.run.entries_updated, 3);
    assert.deepEqual(await ids(), before);
  });
});

describe("editing derived dimensions", () => {
  it("adds, changes and removes them without a load, also for clients with a cached answer", async () => {
    const name = await loadDerived({});
    const path = `/api/2/aggregate?dataset=${name}&drilldown=region`;
    const { headers } = await server.ask(null, "GET", path);
    await edit(name, { side: SIDE });
    const cached = await server.ask(null, "GET", path, { headers: { "If-None-Match": headers["etag"]! } });
    assert.equal(cached.status, 200);
    const sideOf = async (): Promise<unknown> =>
      (await get(`/api/2/aggregate?dataset=${name}&drilldown=side&order=side:asc`)).drilldown[0].side;
    assert.equal(await sideOf(), "cold");
    await edit(name, { side: { ...SIDE, values: { West: "beyond" } } });
    assert.equal(await sideOf(), "beyond");
    await edit(name, null);
    assert.equal((await server.ask(null, "GET", `/${name}/side.json`)).status, 404);
  });

  it("stays through loads and restarts", async () => {
    const { name, load } = await loadTown({});
    await edit(name, { side: SIDE });
    server.files.put(`/${name}.csv`, `${THREE_ROWS}8,,2010,,d,South,,2,Parks,,\n`);
    await load();
    assert.equal((await get(`/api/2/aggregate?dataset=${name}&cut=side:warm`)).summary.amount, 10);
    const opened = await Catalog.open(`${server.directory}/data`, plainFormat);
    assert.equal(opened.get(name)!.model.dimensions.at(-1)!.name, "side");
  });

  it("keeps an edit no longer that a new file contradicts", async () => {
    const { name, load } = await loadTown({ side: SIDE });
    await edit(name, null);
    const view = { name: "default", dimension: "dataset", drilldown: "side" };
    server.files.put(`/${name}.json`, {
      dataset: { ...SPENDING.dataset, name },
      mapping: { ...SPENDING.mapping, side: SIDE },
      views: [view],
    });
    await load();
    assert.deepEqual((await get(`/${name}/model.json`)).views, [view]);
    assert.equal((await get(`/${name}/side.json`)).num_members, 2);
  });

  it("takes a load of a file with other derived dimensions: they touch no rows", async () => {
    const { name, load } = await loadTown({ side: SIDE });
    server.files.put(`/${name}.json`, {
      dataset: { ...SPENDING.dataset, name },
      mapping: { ...SPENDING.mapping, side: { ...SIDE, values: { West: "beyond" } } },
    });
    await load();
    assert.equal((await get(`/api/2/aggregate?dataset=${name}&cut=side:beyond`)).summary.amount, 4);
  });
});
