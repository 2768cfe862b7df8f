import assert from "node:assert/strict";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { SPENDING } from "../fixtures.js";
import { type Files, HEADER, withFiles } from "./files.js";
import { endOf, type Outcome, run, start, startServing } from "./run.js";

const OPEN = ["--allow-http-loading", "--allow-private-urls"];

interface Place extends Files {
  readonly url: string;
  readonly key: string;
  readonly child: Awaited<ReturnType<typeof startServing>>["child"];
  /** Load into the server, as its user. */
  load(csv: string, ...more: string[]): Promise<Outcome>;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON the server answers
  get(path: string): Promise<any>;
  stop(): Promise<number | null>;
}

async function serve(files: Files, key: string, ...more: string[]): Promise<Place> {
  const server = await startServing(["--data", files.data, ...OPEN, ...more]);
  const { url } = server;
  return {
    ...files,
    ...server,
    key,
    load: (csv, ...args) =>
      run(["load", "--server", url, "--key", key, "--metadata", files.model, "--csv", csv, ...args]),
    get: async (path) => (await fetch(url + path, { headers: { Authorization: `ApiKey ${key}` } })).json(),
  };
}

/** Give a test a server with a user. */
async function withServer(use: (place: Place) => Promise<void>, ...more: string[]): Promise<void> {
  await withFiles(async (files) => {
    const added = await run(["user", "add", "ada", "--data", files.data]);
    const place = await serve(files, added.out.trim(), ...more);
    try {
      await use(place);
    } finally {
      if (place.child.exitCode === null && place.child.signalCode === null) await place.stop();
    }
  });
}

/** A file that begins to be sent and goes on when it is told to. */
async function slowFile(text: string): Promise<{
  readonly url: string;
  readonly asked: Promise<unknown>;
  finish(): void;
  stop(): void;
}> {
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = createServer(async (_, response) => {
    response.write(text.slice(0, 1000));
    await finished;
    response.end(text.slice(1000));
  });
  const asked = once(server, "request");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow.csv`, asked, finish, stop };
}

async function postLoad({ url, key, model }: Place, csv: string): Promise<Response> {
  const form = new FormData();
  form.set("metadata", await openAsBlob(model), "model.json");
  form.set("csv_file", csv);
  return fetch(`${url}/api/2/new`, { method: "POST", headers: { Authorization: `ApiKey ${key}` }, body: form });
}

describe("spendcube load --server", () => {
  it("sends local files, and prints what a local load prints", () =>
    withServer(async (place) => {
      const remote = await place.load(place.good, "--skip-invalid");
      assert.deepEqual([remote.status, remote.err], [0, ""]);
      const other = join(place.data, "..", "other");
      const local = await run(["load", "--data", other, "--metadata", place.model, "--csv", place.good]);
      assert.equal(remote.out, local.out);
      const [source] = await place.get("/town/sources.json");
      assert.equal(source.url, "upload:good.csv");
      const json = JSON.parse((await place.load(place.good, "--json", "--replace")).out);
      assert.deepEqual(
        [json.dataset, json.status, json.rows_read, json.entries_created, json.num_entries, json.totals.amount],
        ["town", "complete", 2, 2, 2, "10.05"],
      );
      assert.deepEqual(await readdir(join(place.data, "downloads")).catch(() => []), []);
    }));

  it("fails as a local load does, with every error and status 1", () =>
    withServer(async (place) => {
      const { status, out, err } = await place.load(place.bad);
      assert.deepEqual([status, out], [1, ""]);
      assert.match(err, /error: Row 3 \(line 4\), column "paid" \(amount\): "abc"/);
      assert.match(err, /\nnothing was loaded: [^\n]* load only the valid ones with --skip-invalid\n$/);
      const skipped = await place.load(place.bad, "--skip-invalid");
      assert.equal(skipped.status, 0);
      assert.match(skipped.err, /^rejected: Row 3 \(line 4\), column "paid"/m);
      assert.match(skipped.out, /^rejected +1$/m);
    }));

  it("reports what the server refuses, and what it does not support", () =>
    withServer(async (place) => {
      await writeFile(place.model, "{");
      const invalid = await place.load(place.good);
      assert.deepEqual([invalid.status, /^error: .*not JSON/.test(invalid.err)], [1, true]);
      const wrong = ["load", "--server", place.url, "--metadata", place.model, "--csv", place.good];
      assert.match((await run([...wrong, "--key", "ada.x"])).err, /^error: No user has this API key/);
      assert.deepEqual(await run(wrong), { status: 2, out: "", err: "error: missing --key: add --key KEY\n" });
      assert.equal((await run([...wrong, "--key", place.key, "--owner", "bob"])).status, 2);
      const kept = await run([...wrong, "--key", place.key, "--keep-sources"]);
      assert.equal(kept.status, 2);
      assert.match(kept.err, /--keep-sources is only for local loads/);
      const packed = ["load", "--server", place.url, "--key", place.key, "--package", "datapackage.json"];
      assert.match((await run(packed)).err, /^error: The package datapackage.json is a local file, but a server/);
      await place.stop();
      const gone = await run([...wrong, "--key", place.key]);
      assert.deepEqual([gone.status, /^error: .*ECONNREFUSED/.test(gone.err)], [1, true]);
    }));

  it("can be interrupted while the server continues the load", () =>
    withServer(async (place) => {
      const slow = await slowFile(HEADER + "1,,2009,,a,North,,1,Police,,\n".repeat(100));
      const args = ["load", "--server", place.url, "--key", place.key, "--metadata", place.model, "--csv", slow.url];
      const child = start(args);
      const ended = endOf(child);
      await slow.asked;
      while ((await place.get("/town/sources/1/runs/1.json")).status !== "running") await setImmediate();
      child.kill("SIGINT");
      const { status, err } = await ended;
      assert.equal(status, 1);
      assert.match(err, /^interrupted; (the server continues the load: http\S+runs\/1\.json|nothing was loaded)\n$/);
      slow.finish();
      while ((await place.get("/town/sources/1/runs/1.json")).status === "running") await setImmediate();
      assert.equal((await place.get("/town/sources/1/runs/1.json")).status, "complete");
      slow.stop();
    }));
});

describe("a load over HTTP when the server ends", () => {
  const text = HEADER + "1,,2009,,a,North,,1,Police,,\n".repeat(100);

  it("has failed after a kill and a restart, and says so; earlier data is kept", () =>
    withServer(async (place) => {
      assert.equal((await place.load(place.good)).status, 0);
      const slow = await slowFile(text);
      assert.equal((await postLoad(place, slow.url)).status, 202);
      await slow.asked;
      place.child.kill("SIGKILL");
      await once(place.child, "exit");
      slow.stop();
      const again = await serve(place, place.key);
      const cut = await again.get("/town/sources/2/runs/2.json");
      assert.deepEqual([cut.status, cut.num_errors], ["failed", 1]);
      assert.match(cut.errors[0].message, /^The server was stopped before this run was done/);
      assert.ok(cut.time_end !== null);
      assert.equal((await again.get("/town/sources/1/runs/1.json")).status, "complete");
      assert.equal((await again.get("/api/2/aggregate?dataset=town")).summary.amount, 10.05);
      assert.equal((await again.load(place.good)).status, 0);
      assert.equal(await again.stop(), 0);
    }));

  it("is finished if it was running, and refused if it was waiting", () =>
    withServer(
      async (place) => {
        const slow = await slowFile(text);
        const accepted = await postLoad(place, slow.url);
        assert.equal(accepted.status, 202);
        await slow.asked;
        await writeFile(place.model, JSON.stringify({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "city" } }));
        assert.equal((await postLoad(place, slow.url)).status, 202);
        place.child.kill("SIGTERM");
        slow.finish();
        await once(place.child, "exit");
        assert.equal(place.child.exitCode, 0);
        slow.stop();
        const again = await serve(place, place.key);
        assert.equal((await again.get("/town/sources/1/runs/1.json")).status, "complete");
        const refused = await again.get("/city/sources/1/runs/1.json");
        assert.equal(refused.status, "failed");
        assert.match(refused.errors[0].message, /^The server is shutting down/);
        assert.equal(await again.stop(), 0);
      },
      "--max-loads",
      "1",
    ));
});

describe("spendcube load --package", () => {
  it("loads the tables of a local package, each as a source", () =>
    withFiles(async ({ data, good }) => {
      const directory = join(good, "..");
      const fields = ["id", "amount", "year"].map((name) => ({ name, type: "string" }));
      const resources = ["one", "two"].map((name) => ({
        name,
        path: `${name}.csv`,
        schema: { primaryKey: "id", fields },
      }));
      await writeFile(
        join(directory, "datapackage.json"),
        JSON.stringify({ name: "packed", title: "Packed", resources }),
      );
      await writeFile(join(directory, "one.csv"), "id,amount,year\n1,10.5,2012\n");
      await writeFile(join(directory, "two.csv"), "id,amount,year\n2,4,2013\n3,1,2013\n");
      const { status, out } = await run(["load", "--data", data, "--package", "datapackage.json"], {}, directory);
      assert.equal(status, 0);
      assert.match(out, /^rows read +3$/m);
      assert.match(out, /^total amount +15\.5$/m);
    }));
});
