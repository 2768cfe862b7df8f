import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import type { Run } from "#src/calls/publishing/loads/run.js";
import { NO_COUNTS } from "#src/sources/ingest/counts.js";
import { ownerCalled, ownerNames } from "#src/store/disk/owners.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { plainFormat } from "../../reference/builder.js";
import { Catalog } from "#src/store/catalog.js";
import { type Row, SPENDING, spendingEngine } from "../../fixtures.js";
import { type Browser, checkScreens, lookingAt, type OnResponse, signedIn, startBrowser } from "../pages/browser.js";
import { request } from "../client.js";
import { assertWellFormed, readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { makeManaged } from "./make-managed.js";

let server: SignInServer;
let check: OnResponse;
before(async () => {
  server = await startSignInServer();
  check = await checkScreens(server);
});
after(async () => {
  await server.lock.idle();
  await server.stop();
});

const make = (name: string, ...loads: readonly (readonly Row[])[]): Promise<void> => makeManaged(server, name, loads);

/** Sign in and open the editor of a dataset. */
const edit = (user: string, dataset: string): Promise<Browser> => lookingAt(server, user, path(dataset), check);

const path = (name: string): string => `/${name}/editor`;
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, paid: 1n }));

describe("the editor of a dataset", () => {
  it("is only for its managers", async () => {
    const browser = startBrowser(server, {}, check);
    const refused = await browser.get("/town/editor");
    assert.equal(refused.status, 401);
    assert.match(refused.text, /name="next"\s+value="\/town\/editor"/);
    for (const dataset of ["town", "plans"]) {
      assert.equal((await (await signedIn(server, "bob", check)).get(path(dataset))).status, 403);
    }
    assert.equal((await (await signedIn(server, "bob", check)).get(path("nowhere"))).status, 404);
    const ada = await (await edit("ada", "plans")).get("/plans/editor");
    assert.equal(ada.headers["cache-control"], "private, no-store");
    await edit("root", "town");
    assert.match((await browser.get("/town")).text, /href="\/town\/editor"[^>]*>Manage this dataset</);
    assert.match((await (await edit("ada", "plans")).get("/dashboard")).text, /href="\/plans\/editor"/);
  });

  it("changes nothing for other users, without a session, or without the token of the form", async () => {
    await make("guarded", rows("a"));
    const body = "change=publish";
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const key = { Authorization: `ApiKey ${server.keys["ada"]}` };
    const post = (headers: Record<string, string>) =>
      request(`${server.url}/guarded/editor`, { method: "POST", body, headers: { ...type, ...headers } });
    assert.equal((await post({})).status, 401);
    assert.equal((await post(key)).status, 401);
    const stranger = await signedIn(server, "bob", check);
    assert.equal((await post({ Cookie: stranger.cookie! })).status, 403);
    const ada = await edit("ada", "guarded");
    const without = await post({ Cookie: ada.cookie! });
    assert.equal(without.status, 403);
    assert.match(readText(without.text), /out of date/);
    assert.equal((await ada.send(path("guarded"), { change: "publish", token: "x".repeat(43) })).status, 403);
    assert.equal(server.catalog.get("guarded")!.private, true);
  });

  it("makes a dataset public and private, at once and durably", async () => {
    await make("open", rows("a"));
    const ada = await edit("ada", "open");
    const published = await ada.send(path("open"), { change: "publish" });
    assert.deepEqual([published.status, published.headers["location"]], [303, `${server.url}/open/editor#state`]);
    assert.equal((await request(`${server.url}/open.json`)).status, 200);
    assert.deepEqual(server.events.at(-1), { action: "dataset.publish", dataset: "open", by: "ada" });
    await ada.get(path("open"));
    assert.equal((await ada.send(path("open"), { change: "retract" })).status, 303);
    assert.equal((await request(`${server.url}/open.json`)).status, 401);
    assert.deepEqual(server.events.at(-1), { action: "dataset.retract", dataset: "open", by: "ada" });
    const again = await Catalog.open(server.directory, plainFormat);
    assert.equal(again.get("open")!.private, true);
    again.get("open")!.engine.dispose();
  });

  it("adds and removes managers who exist, but the last one cannot remove themselves", async () => {
    await make("shared", rows("a"));
    const ada = await edit("ada", "shared");
    assert.doesNotMatch(await ada.get(path("shared")).then(({ text }) => text), /value="remove-manager"/);
    const hostile = '"><script>alert(1)</script>';
    const refused = await ada.send(path("shared"), { change: "add-manager", user: hostile });
    assert.equal(refused.status, 400);
    assertWellFormed(refused.text);
    assert.match(readText(refused.text), /Managers[^]*There is no user with the name ""><script>/);
    assert.match(refused.text, /name="user"[^>]*value="&quot;&gt;&lt;script&gt;/s);
    assert.equal((await ada.send(path("shared"), { change: "add-manager", user: " bob " })).status, 303);
    const { managers } = server.catalog.get("shared")!;
    assert.deepEqual(ownerNames(server.catalog, managers), ["ada", "bob"]);
    assert.deepEqual(server.events.at(-1), {
      action: "dataset.managers",
      dataset: "shared",
      added: ["bob"],
      removed: [],
      by: "ada",
    });
    const bob = await edit("bob", "shared");
    await ada.get(path("shared"));
    const gone = await ada.send(path("shared"), { change: "remove-manager", user: "ada" });
    assert.equal(gone.headers["location"], `${server.url}/dashboard`);
    assert.equal((await ada.get(path("shared"))).status, 403);
    const last = await bob.send(path("shared"), { change: "remove-manager", user: "bob" });
    assert.equal(last.status, 409);
    assert.match(readText(last.text), /You are the last manager of/);
    const root = await edit("root", "shared");
    assert.equal((await root.send(path("shared"), { change: "remove-manager", user: "bob" })).status, 303);
    assert.deepEqual(server.catalog.get("shared")!.managers, []);
    assert.match(readText((await root.get(path("shared"))).text), /Only administrators manage it/);
  });

  it("keeps one of two managers who remove each other at the same time", async () => {
    await make("duel", rows("a"));
    await server.catalog.changeManagers("duel", ["bob"], []);
    const [ada, bob] = [await edit("ada", "duel"), await edit("bob", "duel")];
    const answers = await Promise.all([
      ada.send(path("duel"), { change: "remove-manager", user: "bob" }),
      bob.send(path("duel"), { change: "remove-manager", user: "ada" }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 403]);
    assert.equal(server.catalog.get("duel")!.managers.length, 1);
  });

  it("deletes a dataset after its name is typed", async () => {
    await make("gone", rows("a"));
    const ada = await edit("ada", "gone");
    const refused = await ada.send(path("gone"), { change: "drop", confirmation: "gon" });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /name="confirmation"[^>]*value="gon"/s);
    assert.ok(server.catalog.get("gone"));
    const dropped = await ada.send(path("gone"), { change: "drop", confirmation: "gone" });
    assert.deepEqual([dropped.status, dropped.headers["location"]], [303, `${server.url}/dashboard`]);
    assert.equal(server.catalog.get("gone"), undefined);
    assert.deepEqual(server.events.at(-1), { action: "dataset.drop", dataset: "gone", by: "ada" });
    assert.equal((await ada.get(path("gone"))).status, 404);
    assert.ok((await Catalog.open(server.directory, null)).records.every(({ name }) => name !== "gone"));
  });

  it("retracts or deletes a dataset that others use only after a tick", async () => {
    await make("used", rows("a"));
    const { model } = parseModel({
      ...SPENDING,
      dataset: { ...SPENDING.dataset, name: "user" },
      references: { prices: "used@1" },
    });
    const managers = [ownerCalled(server.catalog, "ada")];
    const user = { model, engine: spendingEngine(rows("a"), model), sources: [], base: undefined };
    await server.catalog.publish({ ...user, private: true, managers });
    const ada = await edit("ada", "used");
    assert.equal((await ada.send(path("used"), { change: "publish" })).status, 303);
    const { text } = await ada.get(path("used"));
    assert.equal([...text.matchAll(/name="used"\s+value="yes"\s+required/g)].length, 2);
    for (const fields of [{ change: "retract" }, { change: "drop", confirmation: "used" }]) {
      const refused = await ada.send(path("used"), fields as Record<string, string>);
      assert.equal(refused.status, 409);
      assert.match(readText(refused.text), /"used" is used by user \(prices\); tick "Do it all the same" to go on/);
      assert.equal(server.catalog.get("used")!.private, false);
    }
    // Who may not read the other dataset is not told of it.
    await server.catalog.changeManagers("used", ["bob"], []);
    const bob = await edit("bob", "used");
    assert.doesNotMatch((await bob.get(path("used"))).text, /name="used"/);
    assert.equal((await ada.send(path("used"), { change: "retract", used: "yes" })).status, 303);
    assert.equal(server.catalog.get("used")!.private, true);
    await ada.get(path("used"));
    assert.equal((await ada.send(path("used"), { change: "drop", confirmation: "used", used: "yes" })).status, 303);
    assert.equal(server.catalog.get("used"), undefined);
  });

  it("neither undoes a load nor deletes the dataset during a load, but makes it private", async () => {
    await make("busy", rows("a"), rows("b"));
    await server.catalog.setPrivate("busy", false);
    const ada = await edit("ada", "busy");
    let release = (): void => {};
    const load = server.lock.take("busy", undefined, () => new Promise<void>((resolve) => (release = resolve)));
    const forms = [{ change: "roll-back" }, { change: "drop", confirmation: "busy" }, { change: "remove" }];
    for (const fields of forms) {
      const { status, text } = await ada.send(path("busy"), fields as Record<string, string>);
      assert.equal(status, 409);
      assert.match(text, /A load of the dataset &quot;busy&quot; is running/);
    }
    assert.equal((await ada.send(path("busy"), { change: "retract" })).status, 303);
    release();
    await load;
    assert.equal(server.catalog.get("busy")!.private, true);
  });

  it("cancels a load that is shown as running", async () => {
    await make("late", rows("a"));
    const ada = await edit("ada", "late");
    const load = server.lock.take("late", undefined, async (signal) => {
      await once(signal, "abort");
      signal.throwIfAborted();
    });
    server.runs.update(runningRun("late"));
    await ada.get(path("late"));
    const failed = assert.rejects(load, /The load was cancelled by ada; nothing was changed/);
    assert.equal((await ada.send(path("late"), { change: "cancel" })).status, 303);
    await failed;
    assert.equal(server.lock.isTaken("late"), false);
  });

  it("cancels a load of a dataset that does not exist yet, on the page of the load, for those who may", async () => {
    const load = server.lock.take("unborn", undefined, async (signal) => {
      await once(signal, "abort");
      signal.throwIfAborted();
    });
    const failed = assert.rejects(load, /The load was cancelled by ada; nothing was changed/);
    const ada = await signedIn(server, "ada", check);
    server.runs.update({ ...runningRun("unborn"), private: false, managers: [ownerCalled(server.catalog, "ada")] });
    const page = "/unborn/sources/1/runs/1";
    const bob = await signedIn(server, "bob", check);
    assert.doesNotMatch((await bob.get(page)).text, /Cancel the load/);
    const shown = await ada.get(page);
    assert.match(shown.text, /<button>Cancel the load<\/button>/);
    assert.match(shown.headers["cache-control"] ?? "", /private|no-store/);
    const done = await ada.send(page, {});
    assert.equal(done.headers["location"], `${server.url}${page}`);
    await failed;
    assert.equal(server.lock.isTaken("unborn"), false);
    server.runs.update({ ...runningRun("unborn"), status: "failed", private: false });
    assert.doesNotMatch((await ada.get(page)).text, /Cancel the load/);
  });

  it("reloads and removes sources, and redirects to the run", async () => {
    await make("sourced", rows("a"));
    const ada = await edit("ada", "sourced");
    const started = await ada.send(path("sourced"), { change: "reload" });
    assert.equal(started.headers["location"], `${server.url}/sourced/sources/1/runs/1`);
    await server.lock.idle();
    const run = await ada.get("/sourced/sources/1/runs/1");
    assert.equal(run.status, 200);
    assert.match(readText(run.text), /Nothing was loaded/);
    assert.match((await ada.get(path("sourced"))).text, /href="\/sourced\/sources\/1\/runs\/1"[^>]*>failed</);
    const removed = await ada.send(path("sourced"), { change: "remove" });
    assert.equal(removed.headers["location"], `${server.url}/sourced/sources/1/runs/2`);
    await server.lock.idle();
    assert.deepEqual(server.catalog.get("sourced")!.sources, []);
    assert.match(readText((await ada.get(path("sourced"))).text), /It has no data from any source/);
  });

  it("refuses unknown changes", async () => {
    await make("odd", rows("a"));
    const ada = await edit("ada", "odd");
    const form = (await ada.get(path("odd"))).text;
    const token = /name="token" value="([^"]+)"/.exec(form)![1]!;
    const post = (fields: Record<string, string>) =>
      request(`${server.url}/odd/editor`, {
        method: "POST",
        body: new URLSearchParams({ token, ...fields }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: ada.cookie! },
      });
    assert.equal((await post({ change: "toString" })).status, 400);
    assert.equal((await post({ change: "remove", source: "7" })).status, 404);
    assert.equal((await post({ change: "remove-manager", user: "bob" })).status, 400);
    assert.equal((await post({ change: "roll-back" })).status, 409);
  });
});

function runningRun(dataset: string): Run {
  const now = new Date().toISOString();
  const times = { queued: now, started: now, ended: null };
  const source = { id: 1, url: "https://town.example/rows.csv" };
  const asked = { dataset, id: 1, user: "ada", managers: ["ada"], source, operation: "load", private: true } as const;
  return {
    ...asked,
    ...times,
    status: "running",
    counts: NO_COUNTS,
    numErrors: 0,
    errors: [],
    notes: [],
    outcome: null,
  };
}
