import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { newDataset, rows } from "./loading-rows.js";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

/** Amounts of all entries by their keys. */
async function entries(name: string): Promise<Record<string, number>> {
  const { json } = await server.ask("ada", "GET", `/api/2/search?dataset=${name}`);
  const found = (json.results as { invoice: string; amount: number }[]).map((each) => [each.invoice, each.amount]);
  return Object.fromEntries(found.toSorted());
}

async function sources(name: string): Promise<Body["json"][]> {
  return (await server.ask("ada", "GET", `/${name}/sources.json`)).json;
}

describe("the sources of a dataset", () => {
  it("hold what they wrote last: removed rows disappear, and an entry belongs to its last writer", async () => {
    const { name, metadata, csv_file } = newDataset(server);
    const other = server.files.put(`/${name}-b.csv`, rows(["10", "b"], ["20", "c"]));
    await server.loaded("ada", { metadata, csv_file });
    const { json } = await server.loaded("ada", { metadata, csv_file: other });
    assert.deepEqual([json.source.id, json.run.entries_created, json.run.entries_updated], [2, 1, 1]);
    assert.deepEqual(await entries(name), { a: 1.5, b: 10, c: 20 });
    // "b" is the second source's now, so the first takes nothing but "a" with it.
    server.files.put(`/${name}.csv`, rows(["7", "d"]));
    const again = await server.loaded("ada", { metadata, csv_file });
    assert.deepEqual([again.json.source.id, again.json.run.id, again.json.run.entries_created], [1, 3, 1]);
    assert.deepEqual(await entries(name), { b: 10, c: 20, d: 7 });
    const list = await sources(name);
    assert.deepEqual(
      list.map(({ id, url, html_url, runs }) => [id, url, html_url, runs.map((run: Body["json"]) => run.id)]),
      [
        [1, csv_file, `${server.url}/${name}/sources/1`, [3, 1]],
        [2, other, `${server.url}/${name}/sources/2`, [2]],
      ],
    );
    assert.equal(
      list[0].digest,
      createHash("sha256")
        .update(rows(["7", "d"]))
        .digest("hex"),
    );
  });

  it("are read as JSON and as pages, each with its runs", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["<b>", "a"]));
    await server.end(null, await server.load("ada", parameters));
    const paths = ["", "/1", "/1/runs", "/1/runs/1"].map((path) => `/${name}/sources${path}`);
    for (const path of paths) {
      const json = await server.ask(null, "GET", `${path}.json`);
      assert.equal(json.status, 200, `${path}: ${json.text}`);
      const page = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
      assert.deepEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"]);
      assert.ok(!page.text.includes("<b>"));
      assert.match(page.text, new RegExp(`href="${server.url}${path}\\.json"`));
      const again = await server.ask(null, "GET", `${path}.json`, {
        headers: { "If-None-Match": json.headers["etag"]! },
      });
      assert.equal(again.status, 304, path);
    }
    assert.match((await server.ask(null, "GET", `${paths[3]}.html`)).text, /&lt;b&gt;/);
    const [run] = (await server.ask(null, "GET", `${paths[2]}.json`)).json;
    assert.deepEqual(run, (await server.ask(null, "GET", `${paths[3]}.json`)).json);
    for (const path of ["/2", "/0", "/x", "/1/runs/2", "/1/runs/x", "/2/runs"]) {
      assert.equal((await server.ask(null, "GET", `/${name}/sources${path}.json`)).status, 404, path);
    }
  });

  it("are shown to managers only while the dataset is private, from the beginning", async () => {
    const { name, ...parameters } = newDataset(server);
    const csv_file = server.files.hold(`/${name}-held.csv`, rows(["1", "a"]));
    const accepted = await server.load("ada", { ...parameters, csv_file, private: "true" });
    const path = new URL(accepted.json.run.url).pathname;
    const seen = async (): Promise<readonly number[]> => {
      const statuses = ["ada", "admin", "bob", null].map((user) => server.ask(user, "GET", path));
      return (await Promise.all(statuses)).map(({ status }) => status);
    };
    assert.deepEqual(await seen(), [200, 200, 404, 404]);
    while (!server.files.asked.includes(`/${name}-held.csv`)) await new Promise(setImmediate);
    server.files.release();
    assert.equal((await server.end("ada", accepted)).status, "complete");
    assert.deepEqual(await seen(), [200, 200, 403, 401]);
  });

  it("are dropped with their dataset, and so are their runs", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", { ...parameters });
    await server.context.catalog.setPrivate(name, true);
    await server.context.catalog.drop(name);
    assert.equal((await server.ask("admin", "GET", `/${name}/sources/1/runs/1.json`)).status, 404);
    const { json } = await server.loaded("bob", parameters);
    assert.deepEqual([json.run.id, json.source.id], [1, 1]);
  });

  it("update the core metadata and the views, but never permissions", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", { ...parameters, private: "true" });
    const views = [
      { name: "default", label: "By region", entity: "dataset", dimension: "dataset", drilldown: "region" },
    ];
    const dataset = { ...SPENDING.dataset, name, label: "New label", currency: "USD" };
    server.files.put(`/${name}.json`, { ...SPENDING, dataset, views });
    const { json } = await server.loaded("ada", { ...parameters, private: "false" });
    assert.deepEqual([json.label, json.currency, json.private], ["New label", "USD", true]);
    const model = (await server.ask("ada", "GET", `/${name}/model.json`)).json;
    assert.deepEqual([model.views.length, model.dataset.label], [1, "New label"]);
  });
});

describe("an unchanged file", () => {
  it("is not loaded again, and the run says so", async () => {
    const { name, ...parameters } = newDataset(server);
    const first = await server.loaded("ada", parameters);
    const version = server.context.catalog.get(name)!.version;
    const { json } = await server.loaded("ada", parameters);
    assert.equal(server.context.catalog.get(name)!.version, version);
    assert.deepEqual([json.run.status, json.run.rows_read, json.run.totals], ["complete", 0, first.json.run.totals]);
    assert.deepEqual(json.run.notes, ["The file has not changed since it was last loaded, so there was nothing to do"]);
    assert.ok(json.run.time_start !== null && json.run.time_end !== null);
  });

  it("is not downloaded again if its server confirms it with 304", async () => {
    for (const [header, condition, value] of [
      ["ETag", "if-none-match", '"one"'],
      ["Last-Modified", "if-modified-since", "Mon, 02 Feb 2020 02:02:02 GMT"],
    ] as const) {
      const { name, ...parameters } = newDataset(server);
      let sent = 0;
      server.files.on(`/${name}.csv`, (request, response) => {
        if (request.headers[condition] === value) {
          response.writeHead(304).end();
          return;
        }
        sent++;
        response.writeHead(200, { [header]: value }).end(rows(["1", "a"]));
      });
      await server.loaded("ada", parameters);
      const { json } = await server.loaded("ada", parameters);
      assert.deepEqual([sent, json.run.notes.length, json.run.rows_read], [1, 1, 0]);
      const [source] = await sources(name);
      assert.deepEqual([source.etag, source.last_modified], header === "ETag" ? [value, null] : [null, value]);
    }
  });

  it("is loaded again if that changes the result", async () => {
    const { name, metadata, csv_file } = newDataset(server);
    const other = server.files.put(`/${name}-b.csv`, rows(["10", "b"]));
    await server.loaded("ada", { metadata, csv_file });
    await server.loaded("ada", { metadata, csv_file: other });
    // Another source has written "b" since.
    const back = await server.loaded("ada", { metadata, csv_file });
    assert.equal(back.json.run.rows_read, 2);
    assert.deepEqual(await entries(name), { a: 1.5, b: 2 });
    server.files.put(`/${name}.json`, { ...SPENDING, dataset: { ...SPENDING.dataset, name, label: "Other" } });
    assert.equal((await server.loaded("ada", { metadata, csv_file })).json.run.rows_read, 2);
    await server.loaded("ada", { metadata, csv_file, replace: "true" });
    assert.deepEqual(await entries(name), { a: 1.5, b: 2 });
  });

  it("is loaded again if rows of it were skipped", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["1", "a"], ["x", "b"]));
    await server.loaded("ada", { ...parameters, skip_invalid: "true" });
    assert.equal((await server.load("ada", { ...parameters, wait: "true" })).status, 400);
    const again = await server.loaded("ada", { ...parameters, skip_invalid: "true" });
    assert.deepEqual([again.json.run.rows_rejected, again.json.run.errors.length], [1, 1]);
  });
});

describe("a source", () => {
  it("is loaded again by its managers", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    server.files.put(`/${name}.csv`, rows(["4", "a"]));
    const accepted = await server.ask("ada", "POST", `/${name}/sources/1/reload`);
    assert.equal(accepted.status, 202, accepted.text);
    assert.equal(accepted.headers["location"], accepted.json.run.url);
    assert.equal((await server.end(null, accepted)).status, "complete");
    assert.deepEqual(await entries(name), { a: 4 });
    const { status, json } = await server.ask("admin", "POST", `/${name}/sources/1/reload?wait=true`);
    assert.deepEqual([status, json.run.rows_read, json.run.notes.length], [200, 0, 1]);
  });

  it("is removed with its entries only", async () => {
    const { name, metadata, csv_file } = newDataset(server);
    const other = server.files.put(`/${name}-b.csv`, rows(["10.01", "b"], ["20.02", "c"]));
    await server.loaded("ada", { metadata, csv_file });
    await server.loaded("ada", { metadata, csv_file: other });
    const { status, json } = await server.ask("ada", "POST", `/${name}/sources/1/remove?wait=1`);
    assert.deepEqual(
      [status, json.run.operation, json.run.status, json.run.num_entries],
      [200, "remove", "complete", 2],
    );
    assert.deepEqual([json.run.totals.amount, await entries(name)], ["30.03", { b: 10.01, c: 20.02 }]);
    assert.deepEqual(
      (await sources(name)).map(({ id }) => id),
      [2],
    );
    assert.equal((await server.ask("ada", "POST", `/${name}/sources/1/remove`)).status, 404);
    await server.ask("ada", "POST", `/${name}/sources/2/remove?wait=1`);
    assert.deepEqual([await entries(name), await sources(name)], [{}, []]);
    // Its entries are loaded again under the id that it had.
    const back = await server.loaded("ada", { metadata, csv_file });
    assert.deepEqual([back.json.source.id, back.json.run.entries_created], [1, 2]);
  });

  it("is not changed by other users", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    for (const change of ["reload", "remove"]) {
      const path = `/${name}/sources/1/${change}`;
      assert.equal((await server.ask(null, "POST", path)).status, 401);
      assert.equal((await server.ask("bob", "POST", path)).status, 403);
      assert.equal((await server.ask("ada", "POST", `/nowhere/sources/1/${change}`)).status, 404);
      assert.equal((await server.ask("ada", "POST", `/${name}/sources/9/${change}`)).status, 404);
      assert.equal((await server.ask("ada", "POST", `${path}?wait=maybe`)).status, 400);
      assert.equal((await server.ask("ada", "GET", path)).status, 405);
    }
    assert.deepEqual(await entries(name), { a: 1.5, b: 2 });
  });

  it("is queued like every load: a second change is refused", async () => {
    const { name, metadata } = newDataset(server);
    const csv_file = server.files.hold(`/${name}-slow.csv`, rows(["1", "a"]));
    const first = await server.load("ada", { metadata, csv_file });
    assert.equal((await server.load("ada", { metadata, csv_file })).status, 409);
    while (!server.files.asked.includes(`/${name}-slow.csv`)) await new Promise(setImmediate);
    server.files.release();
    await server.end(null, first);
    server.files.hold(`/${name}-slow.csv`, rows(["2", "a"]));
    assert.equal((await server.ask("ada", "POST", `/${name}/sources/1/reload`)).status, 202);
    for (const path of ["reload", "remove"]) {
      assert.equal((await server.ask("ada", "POST", `/${name}/sources/1/${path}`)).status, 409);
    }
    while (server.files.asked.filter((path) => path === `/${name}-slow.csv`).length < 2)
      await new Promise(setImmediate);
    server.files.release();
    await server.context.loads.services.lock.idle();
    assert.deepEqual(await entries(name), { a: 2 });
  });

  it("that was uploaded cannot be reloaded by the server", async () => {
    const form = new FormData();
    const { name, metadata } = newDataset(server);
    form.set("metadata", metadata);
    form.set("wait", "true");
    form.set("csv_file", new Blob([rows(["1", "a"])]), "own.csv");
    const headers = { Authorization: "ApiKey ada" };
    assert.equal((await fetch(`${server.url}/api/2/new`, { method: "POST", headers, body: form })).status, 200);
    const { status, json } = await server.ask("ada", "POST", `/${name}/sources/1/reload`);
    assert.equal(status, 409);
    assert.match(json.errors[0], /loaded from a file/);
  });
});

describe("a data package over HTTP", () => {
  it("is loaded with all its tables, each a source, in one swap", async () => {
    const fields = ["id", "amount", "year", "region"].map((each) => ({ name: each, type: "string" }));
    const schema = { primaryKey: "id", fields };
    const descriptor = (files: readonly string[]): object => ({
      name: "packed",
      title: "Packed",
      resources: files.map((path) => ({ name: path.replace(".csv", ""), path, schema })),
    });
    const header = "id,amount,year,region\n";
    server.files.put("/pack/one.csv", `${header}1,10.5,2012,N\n2,1,2012,S\n`);
    server.files.put("/pack/two.csv", `${header}3,4,2013,N\n`);
    const budget_data_package = server.files.put("/pack/datapackage.json", descriptor(["one.csv", "two.csv"]));
    const { json } = await server.loaded("ada", { budget_data_package, csv_file: "ignored", metadata: "ignored" });
    assert.deepEqual(
      json.runs.map((run: Body["json"]) => [run.id, run.source, run.status, run.rows_read, run.totals.amount]),
      [
        [1, 1, "complete", 2, "15.5"],
        [2, 2, "complete", 1, "15.5"],
      ],
    );
    server.files.put("/pack/one.csv", `${header}1,100,2012,N\n`);
    server.files.put("/pack/two.csv", `${header}3,x,2013,N\n`);
    const failed = await server.load("ada", { budget_data_package, wait: "true" });
    assert.equal(failed.status, 400);
    const [second, first] = await Promise.all(
      [4, 3].map(async (run) => (await server.ask(null, "GET", `/packed/sources/${run - 2}/runs/${run}.json`)).json),
    );
    assert.deepEqual([second.status, second.rows_rejected], ["failed", 1]);
    assert.deepEqual(
      [first.status, first.errors[0].message],
      ["failed", "Another source of the same load failed, so nothing was loaded"],
    );
    const total = (await server.ask(null, "GET", "/api/2/aggregate?dataset=packed")).json.summary;
    assert.deepEqual([total.amount, total.num_entries], [15.5, 3]);
    const reloaded = await server.ask("ada", "POST", "/packed/sources/1/reload?wait=true");
    assert.deepEqual([reloaded.status, reloaded.json.run.totals?.amount], [200, "104"]);
  });

  it("that is invalid is refused with every error", async () => {
    const budget_data_package = server.files.put("/none/datapackage.json", { name: "none", resources: [] });
    const { status, json } = await server.load("ada", { budget_data_package });
    assert.equal(status, 400);
    assert.match(json.errors.join("\n"), /resources/);
    const missing = await server.load("ada", { budget_data_package: `${server.files.base}/gone/datapackage.json` });
    assert.deepEqual([missing.status, /answered 404/.test(missing.json.errors[0])], [400, true]);
  });
});
