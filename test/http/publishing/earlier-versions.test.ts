import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Catalog } from "#src/store/catalog.js";
import type { Row } from "../../fixtures.js";
import { plainFormat } from "../../reference/builder.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import { type Browser, checkScreens, lookingAt, type OnResponse } from "../pages/browser.js";
import { readText } from "../pages/markup.js";
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
const edit = (user: string, dataset: string): Promise<Browser> => lookingAt(server, user, path(dataset), check);
const path = (name: string): string => `/${name}/editor`;
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id, paid: 1n }));

describe("going back to an earlier version", () => {
  it("undoes the last load at first, but only from the version that was shown", async () => {
    await make("back", rows("a"), rows("a", "b"));
    const ada = await edit("ada", "back");
    const shown = (await ada.get(path("back"))).text;
    assert.match(readText(shown), /Now\s+2\s+1\s[^]*Before the last load\s+1\s+1\s/);
    await make("back", rows("a", "b", "c"));
    const stale = await ada.send(path("back"), { change: "roll-back" });
    assert.equal(stale.status, 409);
    assert.match(readText(stale.text), /was changed meanwhile[^]*Now\s+3\s+1\s/);
    assert.equal(server.catalog.get("back")!.engine.numEntries, 3);
    assert.equal((await ada.send(path("back"), { change: "roll-back" })).status, 303);
    assert.equal(server.catalog.get("back")!.engine.numEntries, 2);
    assert.deepEqual(server.events.at(-1), { action: "dataset.rollback", dataset: "back", by: "ada" });
    assert.match(readText((await ada.get(path("back"))).text), /Now\s+2\s+1\s[^]*Before the last load\s+1\s+1\s/);
    const again = await Catalog.open(server.directory, plainFormat);
    assert.equal(again.get("back")!.engine.numEntries, 2);
    assert.equal((await ada.send(path("back"), { change: "roll-back" })).status, 303);
    assert.equal(server.catalog.get("back")!.engine.numEntries, 1);
    assert.doesNotMatch((await ada.get(path("back"))).text, /Before the last load/, "the first");
    again.get("back")!.engine.dispose();
  });

  it("is offered for every version whose data is stored", async () => {
    await make("choice", rows("a"));
    const ada = await edit("ada", "choice");
    assert.match(readText((await ada.get(path("choice"))).text), /There is no earlier version to go back to/);
    await make("choice", rows("a", "b"), rows("a", "b", "c"));
    const page = (await (await edit("ada", "choice")).get(path("choice"))).text;
    const [, select] = /<select id="number"[^>]*>([^]*?)<\/select>/.exec(page)!;
    assert.match(readText(select!), /^\s*Version 2 \(.+\), entries: 2\s+Version 1 \(.+\), entries: 1\s*$/);
    const again = await edit("ada", "choice");
    assert.equal((await again.send(path("choice"), { change: "roll-back", number: "1" })).status, 303);
    assert.equal(server.catalog.get("choice")!.engine.numEntries, 1);
    const forward = await edit("ada", "choice");
    assert.equal((await forward.send(path("choice"), { change: "roll-back", number: "3" })).status, 303);
    assert.equal(server.catalog.get("choice")!.engine.numEntries, 3, "nothing is lost");
    const wrong = await edit("ada", "choice");
    assert.equal((await wrong.send(path("choice"), { change: "roll-back", number: "17" })).status, 404);
    assert.equal((await wrong.send(path("choice"), { change: "roll-back", number: "x" })).status, 404);
  });
});
