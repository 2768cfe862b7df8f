import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request } from "../client.js";
import { type Browser, checkScreens, lookingAt, type OnResponse, signedIn, startBrowser } from "../pages/browser.js";
import { assertWellFormed, readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

const PATH = "/collections/editor";

let server: SignInServer;
let check: OnResponse;
before(async () => {
  server = await startSignInServer();
  check = await checkScreens(server);
});
after(() => server.stop());

const open = (path = PATH): Promise<Browser> => lookingAt(server, "root", path, check);
const record = (name: string) => server.catalog.collections.find((each) => each.name === name);

/** List the errors beside fields, by the field. */
function errorsBeside(text: string): Record<string, string> {
  const beside = [...text.matchAll(/<span class="beside-field" id="collection-(\w+)-error"[^>]*>([^<]*)</g)];
  return Object.fromEntries(beside.map(([, field, error]) => [field!, readText(error!)]));
}

describe("the page of collections for administrators", () => {
  it("is only for administrators, who find it from their settings and their dashboard", async () => {
    const anyone = startBrowser(server, {}, check);
    assert.equal((await anyone.get(PATH)).status, 401);
    const ada = await signedIn(server, "ada", check);
    for (const path of [PATH, `${PATH}/nothing`]) assert.equal((await ada.get(path)).status, 403);
    const root = await open();
    for (const path of ["/settings", "/dashboard"]) {
      assert.match((await root.get(path)).text, /href="[^"]*\/collections\/editor"/);
      assert.doesNotMatch((await ada.get(path)).text, /collections\/editor/);
    }
    assert.equal((await root.get(`${PATH}/nothing`)).status, 404);
  });

  it("adds a collection, which is then a page, and records who did", async () => {
    const root = await open();
    const added = await root.send(PATH, {
      name: "towns",
      label: "All <towns>",
      description: "Of\r\none country",
      datasets: "town\r\nplans",
    });
    assert.deepEqual([added.status, added.headers["location"]], [303, `${server.url}${PATH}/towns`]);
    const { created: _, ...stored } = record("towns")!;
    assert.deepEqual(stored, {
      name: "towns",
      label: "All <towns>",
      description: "Of\none country",
      members: { datasets: ["town", "plans"] },
    });
    assert.deepEqual(server.events.at(-1), { action: "collection.add", collection: "towns", by: "root" });
    const { text } = await root.get(`${PATH}/towns`);
    assertWellFormed(text);
    assert.match(readText(text), /Change All <towns>[^]*Show the collection *: 2 datasets/);
    assert.match((await startBrowser(server).get("/towns")).text, /All &lt;towns&gt;/);
    assert.match((await root.get(PATH)).text, /href="[^"]*\/collections\/editor\/towns"[^>]*>All &lt;towns&gt;</);
  });

  it("changes a collection to a rule, and nothing that another has changed meanwhile", async () => {
    const root = await open();
    await root.send(PATH, { name: "some", label: "Some", datasets: "town" });
    const late = await open(`${PATH}/some`);
    await root.get(`${PATH}/some`);
    const changes = { change: "save", label: "Others", datasets: "", category: "budget", tag: " x " };
    assert.equal((await root.send(`${PATH}/some`, changes)).status, 303);
    assert.deepEqual([record("some")!.label, record("some")!.members], ["Others", { category: "budget", tag: "x" }]);
    assert.deepEqual(server.events.at(-1), { action: "collection.change", collection: "some", by: "root" });
    const refused = await late.send(`${PATH}/some`, { change: "save", label: "Mine" });
    assert.equal(refused.status, 409);
    assert.match(readText(refused.text), /was changed meanwhile/);
    assert.match(refused.text, /value="Mine"/);
    assert.equal(record("some")!.label, "Others");
  });

  it("renames a collection, whose old name then is that of nothing, and no other gets its name", async () => {
    const root = await open();
    await root.send(PATH, { name: "old-name", label: "Of a name", datasets: "town" });
    const { text } = await root.get(`${PATH}/old-name`);
    assert.match(text, /<input id="collection-name" name="name"[^>]*value="old-name"/);
    const change = { change: "save", label: "Of a name", datasets: "town" };
    for (const [name, error] of [
      ["plans", 'There is a dataset with name "plans"'],
      ["towns", 'There is a collection with name "towns"'],
    ] as const) {
      const taken = await root.send(`${PATH}/old-name`, { ...change, name });
      assert.deepEqual([taken.status, errorsBeside(taken.text)], [409, { name: error }]);
    }
    const done = await root.send(`${PATH}/old-name`, { ...change, name: "new-name" });
    assert.deepEqual([done.status, done.headers["location"]], [303, `${server.url}${PATH}/new-name`]);
    assert.deepEqual(server.events.at(-1), {
      action: "collection.change",
      collection: "old-name",
      renamed: "new-name",
      by: "root",
    });
    const anyone = startBrowser(server);
    const statuses = async (name: string): Promise<readonly number[]> => {
      const paths = [`/${name}`, `/${name}.json`, `/api/2/aggregate?dataset=${name}`];
      return Promise.all(paths.map(async (path) => (await anyone.get(path)).status));
    };
    assert.deepEqual(await statuses("new-name"), [200, 200, 200]);
    assert.deepEqual(await statuses("old-name"), await statuses("never-there"));
    assert.equal((await root.get(`${PATH}/old-name`)).status, 404);
  });

  it("shows each error beside its field, with what was typed", async () => {
    const root = await open();
    const typed = { name: "a b", label: " ", datasets: "nothing", tag: "x", crosswalks: "</textarea>" };
    const refused = await root.send(PATH, typed);
    assert.equal(refused.status, 400);
    assertWellFormed(refused.text);
    const beside = errorsBeside(refused.text);
    assert.deepEqual(Object.keys(beside), ["name", "label", "datasets", "crosswalks"]);
    assert.match(beside["datasets"]!, /either datasets or a rule/);
    assert.match(refused.text, /id="collection-name"[^>]*value="a b"|value="a b"[^>]*id="collection-name"/);
    const unknown = await root.send(PATH, {
      name: "fine",
      label: "Fine",
      datasets: "town|nothing",
      tag: "",
      crosswalks: "",
    });
    assert.match(errorsBeside(unknown.text)["datasets"]!, /nothing/);
    const taken = await root.send(PATH, { name: "town", label: "Fine", datasets: "town" });
    assert.equal(taken.status, 409);
    assert.deepEqual(errorsBeside(taken.text), { name: 'There is a dataset with name "town"' });
    assert.equal(record("fine"), undefined);
  });

  it("drops a collection only if its name is typed", async () => {
    const root = await open();
    await root.send(PATH, { name: "brief", label: "Brief", datasets: "town" });
    await root.get(`${PATH}/brief`);
    const refused = await root.send(`${PATH}/brief`, { change: "drop", confirmation: "brie" });
    assert.equal(refused.status, 400);
    assert.match(readText(refused.text), /to drop the collection, type: brief/);
    const done = await root.send(`${PATH}/brief`, { change: "drop", confirmation: "brief" });
    assert.deepEqual([done.status, done.headers["location"]], [303, server.url + PATH]);
    assert.equal(record("brief"), undefined);
    assert.deepEqual(server.events.at(-1), { action: "collection.drop", collection: "brief", by: "root" });
    assert.equal((await startBrowser(server).get("/town")).status, 200);
  });

  it("changes nothing for others, without a session, or without the token of the form", async () => {
    const root = await open();
    await root.send(PATH, { name: "guarded", label: "Guarded", datasets: "town" });
    const ada = await signedIn(server, "ada", check);
    const post = (path: string, headers: Record<string, string>) =>
      request(server.url + path, {
        method: "POST",
        body: "change=drop&confirmation=guarded&name=more&label=x&datasets=town",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      });
    for (const path of [PATH, `${PATH}/guarded`]) {
      assert.equal((await post(path, {})).status, 401);
      assert.equal((await post(path, { Authorization: `ApiKey ${server.keys["root"]}` })).status, 401);
      assert.equal((await post(path, { Cookie: ada.cookie! })).status, 403);
      const forged = await post(path, { Cookie: root.cookie! });
      assert.equal(forged.status, 403);
      assert.match(readText(forged.text), /out of date/);
    }
    assert.equal(record("more"), undefined);
    assert.equal(record("guarded")!.label, "Guarded");
  });
});
