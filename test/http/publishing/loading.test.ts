import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { SPENDING } from "../../fixtures.js";
import { newDataset, rows } from "./loading-rows.js";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

async function total(name: string, user: string | null = null): Promise<readonly [amount: number, entries: number]> {
  const { json, text } = await server.ask(user, "GET", `/api/2/aggregate?dataset=${name}`);
  assert.ok(json.summary, text);
  return [json.summary.amount, json.summary.num_entries];
}

describe("a load over HTTP", () => {
  it("is accepted with the location of its run, and done afterwards", async () => {
    const { name, ...parameters } = newDataset(server);
    const accepted = await server.load("ada", parameters);
    assert.equal(accepted.status, 202, accepted.text);
    const { source, run, ...core } = accepted.json;
    const base = `${server.url}/${name}`;
    assert.deepEqual(source, { id: 1, url: parameters.csv_file, html_url: `${base}/sources/1` });
    assert.deepEqual([run.id, run.url], [1, `${base}/sources/1/runs/1.json`]);
    assert.equal(accepted.headers["location"], run.url);
    assert.ok(["queued", "running"].includes(run.status));
    assert.deepEqual([core.name, core.label, core.currency, core.private], [name, "Town spending", "EUR", false]);
    const ended = await server.end(null, accepted);
    assert.equal(ended.status, "complete", JSON.stringify(ended));
    assert.deepEqual(
      [ended.operation, ended.rows_read, ended.rows_blank, ended.entries_created, ended.entries_updated],
      ["load", 2, 0, 2, 0],
    );
    assert.deepEqual([ended.rows_rejected, ended.num_errors, ended.errors, ended.percent], [0, 0, [], 100]);
    assert.deepEqual([ended.num_entries, ended.totals], [2, { amount: "3.5", planned: "0" }]);
    assert.ok(ended.bytes_read > 0 && ended.bytes_read === ended.bytes_total);
    assert.deepEqual(await total(name), [3.5, 2]);
  });

  it("is answered when it is done, with wait=true", async () => {
    const { name, ...parameters } = newDataset(server);
    const { json, headers } = await server.loaded("ada", { ...parameters, private: "on" });
    assert.equal(headers["location"], json.run.url);
    assert.deepEqual([json.name, json.num_entries, json.private, json.run.status], [name, 2, true, "complete"]);
    assert.deepEqual(await total(name, "ada"), [3.5, 2]);
    assert.equal((await server.ask(null, "GET", `/${name}.json`)).status, 401);
    assert.equal((await server.ask("bob", "GET", `/${name}.json`)).status, 403);
    assert.equal((await server.ask("admin", "GET", `/${name}.json`)).status, 200);
  });

  it("reads its parameters from a form, too, which takes precedence over the URL", async () => {
    const { name, ...parameters } = newDataset(server);
    const body = new URLSearchParams({ ...parameters, wait: "true", private: "no" }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded; charset=utf-8" };
    const { status, json } = await server.ask("ada", "POST", "/api/2/new?private=true&wait=", { headers, body });
    assert.deepEqual([status, json.name, json.private], [200, name, false]);
  });

  it("fails with every error of every cell, and changes nothing", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["x", "a"], ["2", "b"], ["y", "c"]));
    const failed = await server.load("ada", { ...parameters, wait: "true" });
    assert.equal(failed.status, 400);
    assert.equal(failed.headers["location"], `${server.url}/${name}/sources/1/runs/1.json`);
    assert.match(failed.json.errors[0], /^2 of 3 rows cannot be loaded, with 2 errors; nothing was loaded$/);
    assert.equal((await server.ask("ada", "GET", `/${name}.json`)).status, 404);
    const run = (await server.ask("ada", "GET", `/${name}/sources/1/runs/1.json`)).json;
    assert.deepEqual([run.status, run.rows_read, run.rows_rejected, run.num_errors], ["failed", 3, 2, 2]);
    assert.deepEqual(
      run.errors.map(({ row, column, attribute, datatype, value }: Record<string, unknown>) => [
        row,
        column,
        attribute,
        datatype,
        value,
      ]),
      [
        [1, "paid", "amount", "float", "x"],
        [3, "paid", "amount", "float", "y"],
      ],
    );
    assert.deepEqual([run.num_entries, run.totals], [null, null]);
    assert.ok(run.time_queued <= run.time_start && run.time_start <= run.time_end);
  });

  it("loads the valid rows with skip_invalid, and says so", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["x", "a"], ["2", "b"], ["3", "b"]));
    const { json } = await server.loaded("ada", { ...parameters, skip_invalid: "yes" });
    const { run } = json;
    assert.deepEqual([run.status, run.rows_rejected, run.num_errors, run.errors.length], ["complete", 1, 1, 1]);
    assert.deepEqual(run.notes, [
      "1 row could not be loaded; the others are loaded",
      "2 rows read, 1 entry: of rows with the same id, the last one counts",
    ]);
    assert.deepEqual(await total(name), [3, 1]);
  });

  it("warns in the run and on its page of replaced rows and of names with several labels", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["5", "a"], ["2", "b"], ["3", "b"]));
    const { run } = (await server.loaded("ada", parameters)).json;
    assert.match(run.warnings.join("\n"), /3 rows read, 2 entries: 1 row was replaced .* leaves out 2 EUR/);
    const path = new URL(run.html_url).pathname;
    const page = await server.ask("ada", "GET", path, { headers: { Accept: "text/html" } });
    assert.match(page.text, /<bdi[^>]*>3<\/bdi> rows read, <bdi[^>]*>2<\/bdi> entries: 1 row was replaced/);
    assert.match(page.text, /which leaves out <bdi>€2 amount, €0 planned<\/bdi>/);
  });

  it("joins names that are equal in NFC, says so, and finds them in each form of Unicode", async () => {
    const { name, ...parameters } = newDataset(server);
    const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"];
    server.files.put(`/${name}.csv`, rows(["5", "a", composed], ["2", "b", decomposed], ["3", "c"]));
    const { run } = (await server.loaded("ada", parameters)).json;
    assert.match(
      run.warnings.join("\n"),
      /"region": 1 row has a name in another Unicode form \(not NFC\).*"Caf\u00e9"/,
    );
    assert.doesNotMatch(run.warnings.join("\n"), /look alike/);
    const ask = async (path: string): Promise<Body["json"]> => (await server.ask("ada", "GET", path)).json;
    for (const form of [composed, decomposed].map(encodeURIComponent)) {
      const { drilldown } = await ask(`/api/2/aggregate?dataset=${name}&cut=region:${form}&drilldown=region`);
      assert.deepEqual(
        drilldown.map(({ region, amount }: Record<string, unknown>) => [region, amount]),
        [[composed, 7]],
      );
      for (const query of [`fq=region:${form}`, `q=${form}`, `filter=region:${form}`]) {
        const { stats } = await ask(`/api/2/search?dataset=${name}&${query}`);
        assert.equal(stats.results_count, 2, query);
      }
      assert.equal((await ask(`/${name}/region/${form}.json`)).name, composed);
    }
  });

  it("refuses rows with the key of an earlier one with unique", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["5", "a"], ["2", "b"], ["3", "b"]));
    const run = await server.end("ada", await server.load("ada", { ...parameters, unique: "true" }));
    assert.deepEqual([run.status, run.num_errors, run.errors[0].row, run.errors[0].line], ["failed", 1, 3, 4]);
    assert.match(run.errors[0].message, /same key as row 2/);
  });

  it("refuses a source without rows for a dataset with entries, unless allow_empty is given", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(["5", "a"], ["2", "b"]));
    await server.loaded("ada", parameters);
    server.files.put(`/${name}.csv`, rows());
    const refused = await server.load("ada", { ...parameters, wait: "true" });
    assert.equal(refused.status, 400);
    assert.match(
      refused.json.errors[0],
      /has a header but no rows, and the dataset has 2 entries; nothing was changed/,
    );
    assert.deepEqual(await total(name), [7, 2]);
    const { run: allowed } = (await server.loaded("ada", { ...parameters, allow_empty: "true" })).json;
    assert.match(allowed.warnings[0], /less than half of what the dataset had: 0 of 2 entries, 0 of 7 EUR of amount/);
    assert.deepEqual(await total(name), [0, 0]);
  });

  it("reports warnings about the model", async () => {
    const { json } = await server.loaded("ada", { ...newDataset(server, { currency: null }) });
    assert.match(json.run.notes.join("\n"), /currency/);
  });

  it("keeps the first thousand errors and the count of all", async () => {
    const { name, ...parameters } = newDataset(server);
    server.files.put(`/${name}.csv`, rows(...Array.from({ length: 1500 }, (_, at) => ["x", `${at}`] as const)));
    const run = await server.end("ada", await server.load("ada", parameters));
    assert.deepEqual([run.num_errors, run.errors.length], [1500, 1000]);
  });

  it("fails in its run when the file cannot be fetched", async () => {
    const { name, ...parameters } = newDataset(server);
    const csv_file = server.files.on(`/${name}.csv`, (_, response) => response.writeHead(410).end());
    const run = await server.end(null, await server.load("ada", { ...parameters, csv_file }));
    assert.deepEqual([run.status, run.num_errors], ["failed", 1]);
    assert.equal(run.errors[0].row, null);
    assert.equal(run.errors[0].message, `${csv_file} answered 410 Gone`);
  });

  it("is wrapped for JSON-P, too", async () => {
    const { name: _, ...parameters } = newDataset(server);
    const { status, headers, text } = await server.load("ada", { ...parameters, callback: "f" });
    assert.deepEqual([status, headers["content-type"]], [202, "application/javascript; charset=utf-8"]);
    assert.match(text, /^\/\*\*\/f\(\{.*\}\);$/s);
  });
});

describe("a load over HTTP is refused", () => {
  const cases: readonly [
    name: string,
    user: string | null,
    change: (parameters: Record<string, string>) => Record<string, string>,
    status: number,
    errors: readonly RegExp[],
  ][] = [
    ["without a key", null, (all) => all, 401, [/needs a key/]],
    ["without a key before anything else", null, () => ({}), 401, [/needs a key/]],
    ["with a wrong key", "eve", (all) => all, 401, [/No user has this API key/]],
    ["without parameters", "ada", () => ({}), 400, [/csv_file.*metadata.*budget_data_package/]],
    ["without a csv_file", "ada", ({ metadata }) => ({ metadata: metadata! }), 400, [/Missing parameter csv_file/]],
    ["without metadata", "ada", ({ csv_file }) => ({ csv_file: csv_file! }), 400, [/Missing parameter metadata/]],
    [
      "with everything wrong, which is told at once",
      "ada",
      () => ({ csv_file: "rows.csv", metadata: "ftp://x.example/", private: "maybe", wait: "2" }),
      400,
      [
        /^csv_file: "rows.csv" is not a URL/,
        /^metadata: .* only http and https/,
        /^private: "maybe" is neither true nor false$/,
        /^wait: "2" is/,
      ],
    ],
    ["with a local file", "ada", (all) => ({ ...all, csv_file: "/etc/passwd" }), 400, [/is not a URL/]],
    ["with a file URL", "ada", (all) => ({ ...all, metadata: "file:///etc/passwd" }), 400, [/only http and https/]],
    [
      "with metadata that is not there",
      "ada",
      (all) => ({ ...all, metadata: server.files.on("/gone", (_, response) => response.writeHead(404).end()) }),
      400,
      [/answered 404/],
    ],
    [
      "with metadata that is not JSON",
      "ada",
      (all) => ({ ...all, metadata: server.files.put("/text", "{ no") }),
      400,
      [/not JSON: line 1, column 3/],
    ],
    [
      "with metadata that is not a model, with every fault",
      "ada",
      (all) => ({ ...all, metadata: server.files.put("/faulty", { dataset: { name: "a b" }, mapping: {} }) }),
      400,
      [/name/, /label/],
    ],
    ["with a callback that is none", "ada", (all) => ({ ...all, callback: "1" }), 400, [/callback/]],
  ];
  for (const [name, user, change, status, errors] of cases) {
    it(name, async () => {
      const { name: dataset, ...parameters } = newDataset(server);
      const response = await server.load(user, change(parameters));
      assert.equal(response.status, status, response.text);
      for (const error of errors)
        assert.ok(
          response.json.errors.some((each: string) => error.test(each)),
          response.text,
        );
      assert.equal((await server.ask("admin", "GET", `/${dataset}.json`)).status, 404);
      assert.equal((await server.ask("admin", "GET", `/${dataset}/sources.json`)).status, 404);
    });
  }

  it("for a dataset of other managers, and says nothing else", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    const other = server.files.put("/other.json", {
      ...SPENDING,
      dataset: { ...SPENDING.dataset, name },
      mapping: OTHER,
    });
    const { status, json } = await server.load("bob", { ...parameters, metadata: other });
    assert.deepEqual([status, json.errors], [403, [`You are not a manager of the dataset "${name}"`]]);
    assert.equal((await server.load("admin", { ...parameters, wait: "1" })).status, 200);
  });

  it("while another load of the dataset is queued or running", async () => {
    const { name, ...parameters } = newDataset(server);
    const slow = server.files.hold(`/${name}-slow.csv`, rows(["4", "c"]));
    const first = await server.load("ada", { ...parameters, csv_file: slow });
    assert.equal(first.status, 202);
    for (const csv_file of [slow, parameters.csv_file]) {
      const { status, json } = await server.load("ada", { ...parameters, csv_file });
      assert.deepEqual(
        [status, json.errors],
        [409, [`A load of the dataset "${name}" is running; try again when it is done`]],
      );
    }
    while (!server.files.asked.includes(`/${name}-slow.csv`)) await new Promise(setImmediate);
    server.files.release();
    assert.equal((await server.end(null, first)).status, "complete");
    await server.loaded("ada", parameters);
    assert.deepEqual(await total(name), [7.5, 3]);
  });

  it("under another mapping, unless replace=true", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    const other = { ...SPENDING, dataset: { ...SPENDING.dataset, name }, mapping: OTHER };
    const metadata = server.files.put(`/${name}-other.json`, other);
    const { status, json } = await server.load("ada", { ...parameters, metadata });
    assert.equal(status, 409);
    assert.match(json.errors.join("\n"), /another mapping: .*"invoice"/);
    assert.deepEqual(await total(name), [3.5, 2]);
    const second = server.files.put(`/${name}-2.csv`, rows(["9", "z"]));
    const { json: replaced } = await server.loaded("ada", { metadata, csv_file: second, replace: "true" });
    assert.deepEqual([replaced.run.operation, replaced.source.id, replaced.run.id], ["replace", 2, 2]);
    assert.deepEqual(await total(name), [9, 1]);
    const sources = (await server.ask(null, "GET", `/${name}/sources.json`)).json;
    assert.deepEqual(
      sources.map(({ id, url }: Body["json"]) => [id, url]),
      [[2, second]],
    );
  });

  it("and leaves no file behind", async () => {
    assert.deepEqual(await readdir(`${server.directory}/downloads`).catch(() => []), []);
  });
});

/** Without a field of `SPENDING`. */
const OTHER: Record<string, unknown> = {
  ...SPENDING.mapping,
  invoice: { ...SPENDING.mapping.invoice, column: "region" },
};
