import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { editDataset } from "#src/calls/publishing/manage/edit-model.js";
import { Catalog } from "#src/store/catalog.js";
import { plainFormat } from "../../reference/builder.js";
import { readTexts } from "#src/core/model/edit/edits.js";
import { SPENDING } from "../../fixtures.js";
import { newDataset, rows } from "./loading-rows.js";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const VIEW = { name: "default", dimension: "dataset", drilldown: "region" };
const LABELS = {
  "dataset.label": "Our town",
  "mapping.region.label": "Part of town",
  "mapping.region.facet": "",
  views: JSON.stringify([VIEW]),
};

async function edit(name: string, texts: Readonly<Record<string, string>> = LABELS): Promise<void> {
  const { catalog, loads } = server.context;
  const shown = readTexts(catalog.get(name)!.model);
  const typed = { shown, texts: new Map(Object.entries(texts)) };
  await editDataset(loads, name, typed, { id: "ada", name: "ada", admin: false }, new AbortController().signal);
}

async function model(name: string): Promise<Body["json"]> {
  return (await server.ask(null, "GET", `/${name}/model.json`)).json;
}

/** Read the texts that `EDITED` has after the edits. */
async function labels(name: string): Promise<readonly unknown[]> {
  const { dataset, mapping, views } = await model(name);
  return [dataset.label, mapping.region.label, mapping.region.facet, views];
}

const EDITED = ["Our town", "Part of town", false, [VIEW]];

function put(name: string, changes: { dataset?: object; mapping?: object; views?: unknown[] }): void {
  const { dataset, mapping, ...more } = { dataset: {}, mapping: {}, ...changes };
  server.files.put(`/${name}.json`, {
    dataset: { ...SPENDING.dataset, name, ...dataset },
    mapping: { ...SPENDING.mapping, ...mapping },
    ...more,
  });
}

describe("a dataset with edited labels", () => {
  it("keeps them when its unchanged file is loaded again", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    await edit(name);
    assert.deepEqual(await labels(name), EDITED);
    const same = await server.loaded("ada", parameters);
    assert.deepEqual([same.json.run.rows_read, same.json.run.notes.length, same.json.label], [0, 1, "Our town"]);
    server.files.put(`/${name}.csv`, rows(["7", "c"]));
    const again = await server.loaded("ada", parameters);
    assert.deepEqual([again.json.run.rows_read, again.json.label, again.json.num_entries], [1, "Our town", 1]);
    assert.deepEqual(await labels(name), EDITED);
  });

  it("keeps them when single sources are reloaded or removed, and still takes a changed model file", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    await edit(name);
    server.files.put(`/${name}.csv`, rows(["7", "c"]));
    for (const change of ["reload", "remove"]) {
      const { status } = await server.ask("ada", "POST", `/${name}/sources/1/${change}?wait=true`);
      assert.deepEqual([status, await labels(name)], [200, EDITED], change);
      assert.equal((await server.loaded("ada", parameters)).status, 200);
    }
    assert.deepEqual(await labels(name), EDITED);
  });

  it("takes changed metadata and views of a model file, and keeps the other edits", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    await edit(name);
    const view = { ...VIEW, label: "Of the file" };
    put(name, { dataset: { label: "Of the file", description: "New." }, views: [view] });
    await server.loaded("ada", parameters);
    assert.deepEqual(await labels(name), ["Of the file", "Part of town", false, [view]]);
    assert.equal((await model(name)).dataset.description, "New.");
  });

  it("takes a model file with the loaded or the edited labels, and refuses others, as it would without edits", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    await edit(name);
    const region = SPENDING.mapping.region;
    put(name, { mapping: { region: { ...region, label: "Another" } } });
    const refused = await server.load("ada", parameters);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /"region\\" is defined differently/);
    put(name, { mapping: { region: { ...region, label: "Part of town" } } });
    await server.loaded("ada", parameters);
    assert.deepEqual(await labels(name), EDITED);
  });

  it("refuses a model file that lacks a field of an edited view, and names the field", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    await edit(name);
    put(name, { mapping: { region: null } });
    const refused = await server.load("ada", parameters);
    assert.deepEqual([refused.status, /\\"region\\" was removed/.test(refused.text)], [409, true], refused.text);
    await server.loaded("ada", { ...parameters, replace: "true" });
    const { dataset, views } = await model(name);
    assert.deepEqual([dataset.label, views], ["Town spending", []]);
  });

  it("shows them everywhere at once, also to clients with a cached answer, and after a restart", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    const paths = [`/${name}.json`, `/${name}/model.json`, `/${name}/dimensions.json`, `/${name}/region.json`];
    const texts = { ...LABELS, "mapping.region.label": `Label <of> ${name}`, "dataset.label": `Label <of> ${name}` };
    const before = await Promise.all(paths.map((path) => server.ask(null, "GET", path)));
    const page = await server.ask(null, "GET", `/${name}`, { headers: { Accept: "text/html" } });
    await edit(name, texts);
    for (const [at, path] of paths.entries()) {
      for (const headers of [{}, { "If-None-Match": before[at]!.headers["etag"]! }]) {
        const now = await server.ask(null, "GET", path, { headers });
        assert.deepEqual([now.status, now.text.includes(`Label <of> ${name}`)], [200, true], path);
        assert.notEqual(now.headers["etag"], before[at]!.headers["etag"]);
      }
    }
    const after = await server.ask(null, "GET", `/${name}`, { headers: { Accept: "text/html" } });
    assert.ok(!page.text.includes(`Label &lt;of&gt; ${name}`) && after.text.includes(`Label &lt;of&gt; ${name}`));
    const opened = await Catalog.open(`${server.directory}/data`, plainFormat);
    assert.deepEqual(opened.get(name)!.model.document, server.context.catalog.get(name)!.model.document);
    for (const { engine } of opened.list()) engine.dispose();
  });
});

describe("an edit", () => {
  it("waits for a running load, and survives it", async () => {
    const { name, metadata, csv_file } = newDataset(server);
    await server.loaded("ada", { metadata, csv_file });
    const held = server.files.hold(`/${name}-held.csv`, rows(["3", "z"]));
    const accepted = await server.load("ada", { metadata, csv_file: held });
    const edited = edit(name);
    while (!server.files.asked.includes(`/${name}-held.csv`)) await new Promise(setImmediate);
    server.files.release();
    assert.equal((await server.end(null, accepted)).status, "complete");
    await edited;
    const dataset = server.context.catalog.get(name)!;
    assert.deepEqual([dataset.engine.numEntries, await labels(name)], [3, EDITED]);
  });
});
