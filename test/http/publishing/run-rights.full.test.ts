import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { newDataset, rows } from "./loading-rows.js";
import { type Body, type LoadingServer, startLoading } from "./loading-server.js";

const MARK = "hidden-cell";
const BAD = rows([MARK, "a"]);
const HALF_BAD = rows([MARK, "a"], ["1", "b"]);

let server: LoadingServer;
let hidden: LoadingServer;
before(async () => {
  server = await startLoading();
  hidden = await startLoading({ hidePrivate: true });
});
after(() => Promise.all([server.stop(), hidden.stop()]));

interface Made {
  readonly name: string;
  /** Parameters of a load that succeeds, publicly and from another address than the failed ones. */
  readonly good: Record<string, string>;
  /** Load rows that fail, under this visibility. @returns the path of the run */
  fail(user: string, isPrivate: boolean): Promise<string>;
}

function make(at: LoadingServer): Made {
  const { name, ...good } = newDataset(at);
  const bad = at.files.put(`/${name}-${MARK}.csv`, BAD);
  return {
    name,
    good,
    async fail(user, isPrivate) {
      const accepted = await at.load(user, { ...good, csv_file: bad, private: String(isPrivate) });
      assert.equal((await at.end(user, accepted)).status, "failed");
      await at.context.loads.services.lock.idle();
      return new URL(accepted.json.run.url).pathname;
    },
  };
}

/** Names of those who see the mark on any page about the sources and runs of a dataset. */
async function whoSees(at: LoadingServer, name: string, run: string): Promise<readonly string[]> {
  const runs = run.replace(/\/\d+\.json$/, "");
  const paths = [`/${name}/sources`, runs.replace(/\/runs$/, ""), runs, run.replace(/\.json$/, "")];
  const urls = [...paths.map((path) => `${path}.json`), ...paths];
  const seen: string[] = [];
  for (const user of ["ada", "bob", "admin", null]) {
    const texts: string[] = [];
    for (const url of urls) {
      const headers = { Accept: url.endsWith(".json") ? "application/json" : "text/html" };
      texts.push((await at.ask(user, "GET", url, { headers })).text);
    }
    if (texts.some((text) => text.includes(MARK))) seen.push(user ?? "nobody");
  }
  return seen;
}

const status = async (at: LoadingServer, user: string | null, path: string): Promise<number> =>
  (await at.ask(user, "GET", path)).status;

describe("a run that failed as private", () => {
  it("stays with its user when another one publishes a dataset of that name", async () => {
    for (const at of [server, hidden]) {
      const { name, good, fail } = make(at);
      const run = await fail("ada", true);
      assert.deepEqual(await whoSees(at, name, run), ["ada", "admin"]);
      await at.loaded("bob", good);
      assert.deepEqual(await whoSees(at, name, run), ["ada", "admin"]);
      assert.deepEqual([await status(at, null, run), await status(at, "bob", run)], [404, 404]);
      assert.equal((await at.ask(null, "GET", `/${name}/sources.json`)).json.length, 1);
    }
  });

  it("stays with its user when another one loads a private dataset of that name", async () => {
    for (const [at, refused] of [
      [server, [200, 404, 401]],
      [hidden, [200, 404, 404]],
    ] as const) {
      const { name, good, fail } = make(at);
      const run = await fail("ada", true);
      await at.loaded("bob", { ...good, private: "true" });
      assert.deepEqual(await whoSees(at, name, run), ["ada", "admin"]);
      const statuses = ["ada", "bob", null].map((user) => status(at, user, run));
      assert.deepEqual(await Promise.all(statuses), refused);
      assert.doesNotMatch((await at.ask("ada", "GET", `/${name}/sources.json`)).text, /town\d+\.csv/);
    }
  });

  it("is not published with its dataset", async () => {
    const { name, good, fail } = make(server);
    await server.loaded("ada", { ...good, private: "true" });
    const run = await fail("ada", true);
    await server.context.catalog.setPrivate(name, false);
    assert.deepEqual(await whoSees(server, name, run), ["ada", "admin"]);
    assert.equal(await status(server, null, run), 404);
    assert.equal(await status(server, null, `/${name}/sources/1/runs/1.json`), 200);
    await server.context.catalog.changeManagers(name, ["bob"], ["ada"]);
    assert.deepEqual(await whoSees(server, name, run), ["bob", "admin"]);
  });

  it("does not become public because its dataset was public before and is again", async () => {
    const { name, good } = make(server);
    await server.loaded("ada", good);
    const csv_file = server.files.hold(`/${name}-${MARK}.csv`, BAD);
    const accepted = await server.load("ada", { ...good, csv_file });
    const run = new URL(accepted.json.run.url).pathname;
    await server.context.catalog.setPrivate(name, true);
    while (!server.files.asked.includes(`/${name}-${MARK}.csv`)) await new Promise(setImmediate);
    server.files.release();
    assert.equal((await server.end("ada", accepted)).status, "failed");
    await server.context.catalog.setPrivate(name, false);
    assert.deepEqual(await whoSees(server, name, run), ["ada", "admin"]);
  });
});

describe("a run that failed as public", () => {
  it("is public, until its name is that of a private dataset", async () => {
    const { name, good, fail } = make(server);
    const run = await fail("ada", false);
    assert.deepEqual(await whoSees(server, name, run), ["ada", "bob", "admin", "nobody"]);
    await server.loaded("ada", { ...good, private: "true" });
    assert.deepEqual(await whoSees(server, name, run), ["ada", "admin"]);
    await server.context.catalog.setPrivate(name, false);
    assert.deepEqual(await whoSees(server, name, run), ["ada", "bob", "admin", "nobody"]);
  });
});

describe("a run that loaded private rows and left others out", () => {
  it("becomes public with its dataset, without the cells that were left out", async () => {
    const { name, good } = make(server);
    const csv_file = server.files.put(`/${name}-half.csv`, HALF_BAD);
    const loaded = await server.loaded("ada", { ...good, csv_file, private: "true", skip_invalid: "true" });
    const run = new URL(loaded.json.run.url).pathname;
    await server.context.catalog.setPrivate(name, false);
    assert.deepEqual(await whoSees(server, name, run), ["ada", "admin"]);
    const { json } = await server.ask(null, "GET", run);
    assert.deepEqual([json.status, json.num_errors, json.rows_rejected, json.errors], ["complete", 1, 1, []]);
    assert.match(json.notes.at(-1), /^Only managers see which cells/);
    assert.equal((await server.ask("ada", "GET", run)).json.errors.length, 1);
  });
});

describe("a load whose user loses the right to it", () => {
  /** Start a load that waits for its file, take the right away, and let the load go on. @returns the run */
  async function loadWithout(
    user: string,
    parameters: Record<string, string>,
    takeAway: () => Promise<void>,
  ): Promise<Body["json"]> {
    const path = `/held-${Math.random()}.csv`;
    const accepted = await server.load(user, { ...parameters, csv_file: server.files.hold(path, rows(["7", "z"])) });
    assert.equal(accepted.status, 202, accepted.text);
    while (!server.files.asked.includes(path)) await new Promise(setImmediate);
    await takeAway();
    server.files.release();
    return server.end("admin", accepted);
  }

  it("fails with a sentence when its user no longer manages the dataset", async () => {
    const { name, ...parameters } = newDataset(server);
    await server.loaded("ada", parameters);
    const { version } = server.context.catalog.get(name)!;
    const run = await loadWithout("ada", parameters, () => server.context.catalog.changeManagers(name, [], ["ada"]));
    const error = `The user who started this no longer manages the dataset "${name}", so nothing was changed`;
    assert.deepEqual([run.status, run.errors[0].message], ["failed", error]);
    assert.equal(server.context.catalog.get(name)!.version, version);
  });

  it("makes no dataset when its user is removed", async () => {
    const { name, ...parameters } = newDataset(server);
    const { catalog } = server.context;
    const bob = catalog.accounts.find((account) => account.name === "bob")!;
    try {
      const run = await loadWithout("bob", { ...parameters, private: "true" }, () => catalog.removeAccount("bob"));
      const error = "The user who started this was removed meanwhile, so nothing was changed";
      assert.deepEqual([run.status, run.errors[0].message], ["failed", error]);
      assert.equal(catalog.get(name), undefined);
    } finally {
      await catalog.addAccount(bob);
    }
  });
});
