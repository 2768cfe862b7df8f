import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RunQueue } from "#src/calls/publishing/loads/run-queue.js";
import type { Loads } from "#src/calls/publishing/loads/loads.js";
import { OPERATOR } from "#src/access/actor.js";
import { dropDataset } from "#src/calls/publishing/manage/change-dataset.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import type { Catalog } from "#src/store/catalog.js";
import { servicesOf } from "../../fixtures.js";
import { newDataset, rows } from "./loading-rows.js";
import { type Body, type LoadingServer, withServer } from "./loading-server.js";

/** A file that is held back until it is released. */
function slowDataset(server: LoadingServer): {
  readonly name: string;
  readonly metadata: string;
  readonly csv_file: string;
} {
  const dataset = newDataset(server);
  return { ...dataset, csv_file: server.files.hold(`/${dataset.name}.csv`, rows(["1", "a"])) };
}

const pause = (): Promise<void> => new Promise(setImmediate);

describe("loads that wait", () => {
  it("run in rotation, one of each user, and are shown as queued", () =>
    withServer({ loads: () => ({ queue: new RunQueue(1, 100) }) }, async (server) => {
      const users = ["ada", "ada", "ada", "bob", "admin", "bob"] as const;
      const datasets = users.map(() => slowDataset(server));
      const accepted: Body[] = [];
      for (const [at, user] of users.entries()) {
        const { name: _, ...parameters } = datasets[at]!;
        accepted.push(await server.load(user, parameters));
      }
      const order = (): readonly string[] =>
        server.files.asked.filter((path) => path.endsWith(".csv")).map((path) => path.slice(1, -4));
      for (let done = 0; done < users.length; done++) {
        while (order().length <= done) await pause();
        const names = datasets.map(({ name }) => name);
        const at = names.indexOf(order()[done]!);
        const { json } = await server.ask(users[at]!, "GET", new URL(accepted[at]!.json.run.url).pathname);
        assert.equal(json.status, "running");
        const last = await server.ask("admin", "GET", new URL(accepted[2]!.json.run.url).pathname);
        if (done < 4)
          assert.deepEqual([last.json.status, last.json.percent, last.json.time_start], ["queued", 0, null]);
        server.files.release();
        assert.equal((await server.end(users[at]!, accepted[at]!)).status, "complete");
      }
      const names = datasets.map(({ name }) => name);
      // The first has begun before anybody waited.
      assert.deepEqual(
        order().map((name) => names.indexOf(name)),
        [0, 1, 3, 4, 2, 5],
      );
    }));

  it("are limited: more are refused with Retry-After", () =>
    withServer({ loads: () => ({ queue: new RunQueue(1, 2) }) }, async (server) => {
      for (let at = 0; at < 3; at++) {
        const { name: _, ...parameters } = slowDataset(server);
        assert.equal((await server.load("ada", parameters)).status, 202);
      }
      const { name, ...parameters } = slowDataset(server);
      const refused = await server.load("bob", parameters);
      assert.deepEqual([refused.status, refused.headers["retry-after"]], [503, "1"]);
      assert.match(refused.json.errors[0], /2 loads are waiting already/);
      assert.equal((await server.ask("bob", "GET", `/${name}/sources.json`)).status, 404);
      while (server.context.loads.queue.waiting > 0) {
        server.files.release();
        await pause();
      }
    }));

  it("can be cancelled by their managers, as running ones can, and then leave nothing", () =>
    withServer({ loads: () => ({ queue: new RunQueue(1, 100) }) }, async (server) => {
      const [running, waiting] = [slowDataset(server), slowDataset(server)];
      const accepted: Body[] = [];
      for (const { name: _, ...parameters } of [running, waiting]) accepted.push(await server.load("ada", parameters));
      while (!server.files.asked.includes(`/${running.name}.csv`)) await pause();
      for (const { json } of accepted.toReversed()) {
        const path = new URL(json.run.html_url).pathname;
        assert.equal((await server.ask(null, "DELETE", path)).status, 401);
        assert.equal((await server.ask("bob", "DELETE", path)).status, 403);
        const { status, json: run } = await server.ask("ada", "DELETE", path);
        assert.deepEqual([status, run.status], [200, "failed"]);
        assert.equal(run.errors[0].message, "The load was cancelled by ada; nothing was changed");
        const again = await server.ask("ada", "DELETE", path);
        assert.deepEqual([again.status, again.json.errors], [409, ["The run 1 is over: it cannot be cancelled"]]);
      }
      for (const { name } of [running, waiting]) {
        assert.equal((await server.ask("ada", "GET", `/api/2/aggregate?dataset=${name}`)).status, 400);
      }
    }));

  it("end when they take longer than the server allows", () =>
    withServer({ loads: () => ({ maxLoadMs: 60 }) }, async (server) => {
      const { name: _, ...parameters } = slowDataset(server);
      const run = await server.end("ada", await server.load("ada", parameters));
      assert.equal(run.status, "failed");
      assert.match(
        run.errors[0].message,
        /^The load took more than 0.001 minutes, the maximum here \(--max-load-minutes\)/,
      );
    }));

  it("end when their dataset is dropped, which does not wait for them", () =>
    withServer({}, async (server) => {
      const { name, ...parameters } = newDataset(server);
      await server.loaded("ada", parameters);
      const csv_file = server.files.hold(`/${name}-next.csv`, rows(["1", "a"]));
      await server.load("ada", { ...parameters, csv_file });
      while (!server.files.asked.includes(`/${name}-next.csv`)) await pause();
      const { services } = server.context.loads;
      const stranger = { id: "bob", name: "bob", admin: false };
      await assert.rejects(dropDataset(services, name, stranger, new AbortController().signal), /no longer manages/);
      assert.ok(services.lock.isTaken(name));
      await dropDataset(services, name, OPERATOR, new AbortController().signal);
      assert.equal((await server.ask("ada", "GET", `/${name}.json`)).status, 404);
    }));

  it("fail when the server stops, and say so; running ones finish", () =>
    withServer({ loads: () => ({ queue: new RunQueue(1, 100) }) }, async (server) => {
      const [running, waiting, late] = [slowDataset(server), slowDataset(server), slowDataset(server)];
      const load = ({ metadata, csv_file }: typeof running): Promise<Body> =>
        server.load("ada", { metadata, csv_file });
      const accepted = [await load(running), await load(waiting)];
      while (!server.files.asked.includes(`/${running.name}.csv`)) await pause();
      server.context.loads.queue.close("The server ends; load again when it is there again");
      const failed = await server.end("ada", accepted[1]!);
      assert.deepEqual([failed.status, failed.time_start], ["failed", null]);
      assert.equal(failed.errors[0].message, "The server ends; load again when it is there again");
      assert.equal((await load(late)).status, 503);
      server.files.release();
      assert.equal((await server.end("ada", accepted[0]!)).status, "complete");
    }));
});

describe("a load for which there is no memory", () => {
  it("is refused before it is accepted, and existing data is still served", async () => {
    let isFull = false;
    const loads = (catalog: Catalog): Partial<Loads> => {
      const services = servicesOf(catalog);
      const checkMemory = (): void => {
        if (isFull) throw new OverCapacity("There is not enough memory for the load");
      };
      return { services: { ...services, loader: { ...services.loader, checkMemory } } };
    };
    await withServer({ loads }, async (server) => {
      const { name, ...parameters } = newDataset(server);
      await server.loaded("ada", parameters);
      isFull = true;
      const refused = await server.load("ada", parameters);
      assert.deepEqual([refused.status, refused.headers["retry-after"]], [503, "1"]);
      assert.deepEqual(refused.json.errors, ["There is not enough memory for the load"]);
      assert.equal((await server.ask(null, "GET", `/api/2/aggregate?dataset=${name}`)).status, 200);
      assert.equal((await server.ask("ada", "GET", `/${name}/sources/1/runs.json`)).json.length, 1);
    });
  });
});

describe("a client that waits for a load", () => {
  it("gets 202 if the load makes no progress for too long", () =>
    withServer({ loads: () => ({ idleTimeoutMs: 80 }) }, async (server) => {
      const { name: _, ...parameters } = slowDataset(server);
      const { status, json } = await server.load("ada", { ...parameters, wait: "true" });
      assert.equal(status, 202);
      assert.ok(["queued", "running"].includes(json.run.status));
      while (server.files.asked.length < 2) await pause();
      server.files.release();
      await server.context.loads.services.lock.idle();
    }));

  it("gets an internal error for a bug, which is logged and stored in the run", async () => {
    const errors: unknown[] = [];
    const broken = { load: () => Promise.reject(new TypeError("a secret of the program")), checkMemory: () => {} };
    await withServer(
      {
        loads: (catalog) => ({
          services: { ...servicesOf(catalog), loader: broken },
          onError: (error) => errors.push(error),
        }),
      },
      async (server) => {
        const { name, ...parameters } = newDataset(server);
        const { status, text } = await server.load("ada", { ...parameters, wait: "true" });
        assert.deepEqual([status, text.includes("secret")], [500, false]);
        const run = (await server.ask("ada", "GET", `/${name}/sources/1/runs/1.json`)).json;
        assert.deepEqual([run.status, run.num_errors], ["failed", 1]);
        assert.match(run.errors[0].message, /^Something went wrong in the server/);
        assert.deepEqual(errors.map(String), ["TypeError: a secret of the program"]);
      },
    );
  });
});
