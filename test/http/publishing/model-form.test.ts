import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ownerCalled } from "#src/store/disk/owners.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { plainFormat } from "../../reference/builder.js";
import { Catalog } from "#src/store/catalog.js";
import { SPENDING, spendingEngine } from "../../fixtures.js";
import { type Browser, checkScreens, lookingAt, type OnResponse, signedIn, startBrowser } from "../pages/browser.js";
import { request } from "../client.js";
import { assertWellFormed, readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

const HOSTILE = `"><script>alert(1)</script></textarea>\n&amp;'`;
const VIEW = { name: "default", label: "By region", dimension: "dataset", drilldown: "region" };

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

/** Create a dataset managed by ada and bob. */
async function make(name: string): Promise<void> {
  const { model } = parseModel({
    ...SPENDING,
    dataset: { ...SPENDING.dataset, name, description: HOSTILE },
    views: [VIEW],
  });
  await server.catalog.publish({
    model,
    engine: spendingEngine(
      [
        { id: "a", paid: 1n },
        { id: "b", paid: 2n },
      ],
      model,
    ),
    sources: [{ id: 1, url: "https://town.example/rows.csv", loaded: new Date() }],
    base: undefined,
    private: true,
    managers: ["ada", "bob"].map((each) => ownerCalled(server.catalog, each)),
  });
}

const path = (name: string): string => `/${name}/editor/model`;

/** Sign in and open the model form of a dataset. */
const open = (user: string, dataset: string): Promise<Browser> => lookingAt(server, user, path(dataset), check);

/** Return the current texts of a dataset's model. */
async function said(name: string): Promise<readonly unknown[]> {
  const { model } = server.catalog.get(name)!;
  const { label, description, languages } = model.dataset;
  const region = model.dimensions.find((each) => each.name === "region")!;
  return [
    label,
    description,
    languages.join(),
    region.label,
    region.facet,
    model.views.map((view) => view.name).join(),
  ];
}

const AS_LOADED = ["Town spending", HOSTILE, "", "region", true, "default"];

/** Return the error text beside a control. */
function errorOf(text: string, place: string): string {
  const [, id] = new RegExp(`id="([^"]+)"[^>]*name="${place.replaceAll(".", "\\.")}"`).exec(text)!;
  const [, error = ""] = new RegExp(`<div id="${id}-error">([^]*?)</div>`).exec(text) ?? [];
  return readText(error).trim();
}

describe("the form of a dataset's texts", () => {
  it("offers the series that fit, of those that the manager may read", async () => {
    await make("fitted");
    const browser = await open("ada", "fitted");
    const exampleOf = async (): Promise<string> => {
      const { text } = await browser.get(path("fitted"));
      const codes = [...text.matchAll(/<code\s*>([^<]*)<\/code\s*>/g)].map(([, code]) => readText(code!));
      return codes.find((code) => /^\{"(?:prices|in|per)"/.test(code)) ?? "";
    };
    assert.match(await exampleOf(), /uk-deflator/);
    const mapping = {
      amount: SPENDING.mapping.amount,
      time: SPENDING.mapping.time,
      currency: { type: "attribute", column: "c", key: true },
    };
    for (const [name, isPrivate] of [
      ["town-rates", false],
      ["a-private-rate", true],
    ] as const) {
      const dataset = { name, label: name, series: { kind: "rate" } };
      const { model } = parseModel({ dataset, mapping });
      const engine = spendingEngine([], model);
      await server.catalog.publish({ model, engine, sources: [], base: undefined, private: isPrivate, managers: [] });
    }
    assert.equal(await exampleOf(), '{"in":"town-rates"}');
  });

  it("is only for managers of the dataset", async () => {
    const stranger = startBrowser(server, {}, check);
    assert.equal((await stranger.get(path("town"))).status, 401);
    await make("guarded");
    await server.catalog.changeManagers("guarded", [], ["bob"]);
    const bob = await signedIn(server, "bob", check);
    for (const name of ["town", "guarded"]) assert.equal((await bob.get(path(name))).status, 403);
    assert.equal((await bob.get(path("nowhere"))).status, 404);
    const body = new URLSearchParams({
      shown: '{"dataset.label":"Town spending"}',
      "dataset.label": "Mine",
    }).toString();
    const post = (headers: Record<string, string>) =>
      request(server.url + path("guarded"), {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      });
    assert.equal((await post({})).status, 401);
    assert.equal((await post({ Authorization: `ApiKey ${server.keys["ada"]}` })).status, 401);
    assert.equal((await post({ Cookie: bob.cookie! })).status, 403);
    const ada = await open("ada", "guarded");
    const late = await post({ Cookie: ada.cookie! });
    assert.equal(late.status, 403);
    assert.match(late.text, /out of date[^]*name="dataset\.label"\s+value="Mine"/);
    assert.deepEqual(await said("guarded"), AS_LOADED);
    const manage = await ada.get("/guarded/editor");
    assert.match(manage.text, /href="\/guarded\/editor\/model"/);
  });

  it("says which members have several parents in hierarchies, once these are saved", async () => {
    await make("levels");
    const ada = await open("ada", "levels");
    const send = (levels: readonly string[]) =>
      ada.send(path("levels"), { hierarchies: JSON.stringify({ a: { levels } }) });
    assert.equal((await send(["region", "cofog1"])).status, 303);
    assert.doesNotMatch(readText((await ada.get(path("levels"))).text), /more than one parent/);
    assert.equal((await send(["invoice", "region"])).status, 303);
    const { text } = await ada.get(path("levels"));
    assertWellFormed(text);
    assert.match(
      readText(text),
      /hierarchy "a": 1 member of "region" \("North"\) has more than one parent in "invoice"/,
    );
  });

  it("saves the typed texts durably and logs their places", async () => {
    await make("saved");
    const ada = await open("ada", "saved");
    const typed = {
      "dataset.label": `New ${HOSTILE}`,
      "dataset.languages": "de, en",
      "dataset.category": "budget",
      "mapping.region.label": "Part of town",
      "mapping.region.facet": "",
      "mapping.cofog1.attributes.color.facet": "true",
      views: JSON.stringify([VIEW, { ...VIEW, name: "other" }]),
    };
    const sent = await ada.send(path("saved"), typed);
    assert.deepEqual([sent.status, sent.headers["location"]], [303, server.url + path("saved")]);
    const label = `New ${HOSTILE.replaceAll("\n", "")}`;
    assert.deepEqual(await said("saved"), [label, HOSTILE, "de,en", "Part of town", false, "default,other"]);
    const places = Object.keys(typed).toSorted();
    const event = server.events.at(-1) as unknown as { places: string[] };
    assert.deepEqual(
      { ...event, places: event.places.toSorted() },
      { action: "dataset.edit", dataset: "saved", places, by: "ada" },
    );
    const again = await ada.get(path("saved"));
    assertWellFormed(again.text);
    assert.match(readText(again.text), /7 changes are saved[^]*In the file: Town spending/);
    const read = await Catalog.open(server.directory, plainFormat);
    assert.deepEqual(read.get("saved")!.model, server.catalog.get("saved")!.model);
    for (const { engine } of read.list()) engine.dispose();
  });

  it("changes nothing if it is sent unchanged", async () => {
    await make("same");
    const { version } = server.catalog.get("same")!;
    const events = server.events.length;
    const ada = await open("ada", "same");
    assert.equal((await ada.send(path("same"))).status, 303);
    assert.deepEqual([server.catalog.get("same")!.version, server.events.length], [version, events]);
    await ada.get(path("same"));
    assert.equal((await ada.send(path("same"), { "dataset.label": "Other" })).status, 303);
    await ada.get(path("same"));
    assert.equal((await ada.send(path("same"), { "dataset.label": "Town spending" })).status, 303);
    assert.ok(!("edits" in server.catalog.records.find(({ name }) => name === "same")!.current));
    assert.deepEqual(await said("same"), AS_LOADED);
  });

  it("shows every error beside its place, keeps the typed texts, and saves nothing", async () => {
    await make("faulty");
    const ada = await open("ada", "faulty");
    const typed = {
      "dataset.label": "",
      "dataset.currency": HOSTILE.replaceAll("\n", ""),
      "dataset.languages": "en, klingon",
      "dataset.licence.url": "javascript:alert(1)",
      "dataset.serp_title": "Kept <i>",
      "mapping.region.facet": "",
      views: `[{"name": "x", "dimension": "dataset", "drilldown": "moon"}, 7]`,
    };
    const refused = await ada.send(path("faulty"), typed);
    assert.equal(refused.status, 400);
    assertWellFormed(refused.text);
    assert.match(errorOf(refused.text, "dataset.label"), /^is missing; write the title/);
    assert.match(errorOf(refused.text, "dataset.currency"), /is not known; write an ISO 4217 code/);
    assert.match(errorOf(refused.text, "dataset.languages"), /^"klingon" is not known/);
    assert.match(errorOf(refused.text, "dataset.licence.url"), /is not a web address/);
    assert.match(
      errorOf(refused.text, "views"),
      /^\[0\]\.drilldown: "moon" is not a dimension[^]*\[1\]: 7 must be an object/,
    );
    assert.match(refused.text, /value="Kept &lt;i&gt;"/);
    assert.deepEqual(await said("faulty"), AS_LOADED);
    const broken = await ada.send(path("faulty"), { views: '[{"name": ]' });
    assert.match(errorOf(broken.text, "views"), /^is not JSON: line 1, column 11: expected a value/);
    assert.match(errorOf(broken.text, "dataset.languages"), /klingon/);
    const right = {
      "dataset.label": "Right",
      "dataset.currency": "",
      "dataset.languages": "",
      "dataset.licence.url": "",
    };
    assert.equal((await ada.send(path("faulty"), { ...right, views: "" })).status, 303);
    assert.deepEqual(await said("faulty"), ["Right", HOSTILE, "", "region", false, ""]);
    assert.equal(server.catalog.get("faulty")!.model.dataset.serpTitle, "Kept <i>");
  });

  it("merges edits of two users at different places, and shows both edits of one place", async () => {
    await make("shared");
    const [ada, bob] = [await open("ada", "shared"), await open("bob", "shared")];
    assert.equal((await bob.send(path("shared"), { "dataset.label": "Bob's", "dataset.languages": "en" })).status, 303);
    const typed = { "dataset.label": "Ada's", "mapping.region.label": "Hers" };
    const clash = await ada.send(path("shared"), typed);
    assert.equal(clash.status, 409);
    assertWellFormed(clash.text);
    assert.match(readText(clash.text), /changed meanwhile[^]*Title[^]*\s+Town spending\s+Bob's\s+Ada's\s/);
    assert.match(clash.text, /name="mapping\.region\.label"\s+value="Hers"/);
    assert.deepEqual(await said("shared"), ["Bob's", HOSTILE, "en", "region", true, "default"]);
    assert.equal((await ada.send(path("shared"))).status, 303);
    assert.deepEqual(await said("shared"), ["Ada's", HOSTILE, "en", "Hers", true, "default"]);
  });

  it("shows the typed text of a field that was deleted", async () => {
    await make("replaced");
    const ada = await open("ada", "replaced");
    const { region: _, ...mapping } = SPENDING.mapping;
    const { model } = parseModel({ dataset: { ...SPENDING.dataset, name: "replaced" }, mapping });
    await server.catalog.publish({
      model,
      engine: spendingEngine([], model),
      sources: [],
      base: server.catalog.get("replaced"),
      private: true,
      managers: [],
    });
    const gone = await ada.send(path("replaced"), { "mapping.region.label": "Hers", "mapping.amount.label": "Spent" });
    assert.equal(gone.status, 409);
    assert.match(readText(gone.text), /region: label\s+region\s+\(deleted\)\s+Hers/);
    assert.equal((await ada.send(path("replaced"))).status, 303);
    assert.equal(server.catalog.get("replaced")!.model.measures[0]!.label, "Spent");
  });

  it("saves nothing during a load, and keeps the typed texts", async () => {
    await make("busy");
    const ada = await open("ada", "busy");
    let release = (): void => {};
    const load = server.lock.take("busy", undefined, () => new Promise<void>((resolve) => (release = resolve)));
    const busy = await ada.send(path("busy"), { "dataset.label": "Typed" });
    assert.equal(busy.status, 409);
    assert.match(busy.text, /A load of the dataset &quot;busy&quot; is running[^]*value="Typed"/);
    release();
    await load;
    assert.deepEqual(await said("busy"), AS_LOADED);
    assert.equal((await ada.send(path("busy"))).status, 303);
    assert.equal((await said("busy"))[0], "Typed");
  });

  it("changes only its own places, whatever is sent", async () => {
    await make("odd");
    const ada = await open("ada", "odd");
    const token = /name="token" value="([^"]+)"/.exec((await ada.get(path("odd"))).text)![1]!;
    const post = (fields: Record<string, string>) =>
      request(server.url + path("odd"), {
        method: "POST",
        body: new URLSearchParams({ token, ...fields }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: ada.cookie! },
      });
    const { document } = server.catalog.get("odd")!.model;
    for (const shown of ["", "null", "[]", "{", '{"dataset.label": 7}']) {
      assert.equal((await post({ shown, "dataset.label": "x" })).status, 400, shown);
    }
    const places = [
      "dataset.name",
      "mapping.amount.column",
      "mapping.region.type",
      "__proto__",
      "mapping.__proto__.label",
    ];
    for (const place of places) {
      const { status } = await post({ shown: `{"${place}": "a"}`, [place]: "b" });
      assert.ok([303, 400, 409].includes(status), `${place}: ${status}`);
    }
    assert.deepEqual(server.catalog.get("odd")!.model.document, document);
  });
});
