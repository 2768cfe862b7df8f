import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { ownerCalled } from "#src/store/disk/owners.js";
import { type Row, SPENDING, spendingEngine } from "../../fixtures.js";
import { signedIn } from "../pages/browser.js";
import { request, type Response } from "../client.js";
import { readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

const SUPPLIER = { type: "attribute", label: "Supplier", column: "region", datatype: "string" };

let server: SignInServer;
before(async () => {
  server = await startSignInServer();
  await publish("here", "Möhre & Söhne");
});
after(() => server.stop());

async function publish(name: string, payee: string, isPrivate = false): Promise<void> {
  const { catalog } = server;
  const { model } = parseModel({
    dataset: { ...SPENDING.dataset, name, label: `Payments of ${name}` },
    mapping: { ...SPENDING.mapping, region: SUPPLIER },
  });
  const row: Row = { id: name, paid: 12_300n, region: payee, code: "7", function: "Health", date: "2009-03-02" };
  const sources = [{ id: 1, url: "https://town.example/rows.csv", loaded: new Date() }];
  const rows = Array.from({ length: 3 }, (_, at) => ({ ...row, id: `${name} ${at}` }));
  const engine = spendingEngine(rows, model);
  await catalog.publish({
    model,
    engine,
    sources,
    base: catalog.get(name),
    private: isPrivate,
    managers: [ownerCalled(catalog, "ada")],
  });
}

const PATH = `/here/region/${encodeURIComponent("Möhre & Söhne")}`;

/** Return the page of the payee as somebody without an account, or with these headers, sees it. */
function ask(headers: Readonly<Record<string, string>> = {}, path = PATH): Promise<Response> {
  return request(server.url + path, { headers: { Accept: "text/html", ...headers } });
}

function elsewhere({ text }: Response): string {
  return readText(/<section class="elsewhere"[^]*?<\/section>/.exec(text)?.[0] ?? "").replace(/\s+/g, " ");
}

describe("the page of a payee", () => {
  it("lists the datasets that have it by the same name, with what it comes to there", async () => {
    assert.equal(elsewhere(await ask()), "");
    await publish("there", "MÖHRE & SÖHNE");
    await publish("others", "Möhre & Töchter");
    const page = await ask();
    assert.match(elsewhere(page), /In other datasets Payments of there Supplier, 3 entries, €369 in 2009/);
    assert.doesNotMatch(page.text, /Payments of others/);
    assert.ok(page.text.includes(`href="/there/region/${encodeURIComponent("MÖHRE & SÖHNE")}"`));
    assert.equal(elsewhere(await ask({}, "/here/cofog1/7")), "");
  });

  it("shows no dataset that its reader may not read, and a cached one no dataset that turned private", async () => {
    await publish("there", "Möhre & Söhne");
    await publish("hidden", "Möhre & Söhne", true);
    const [first, again] = [await ask(), await ask()];
    assert.match(elsewhere(again), /Payments of there/);
    assert.doesNotMatch(again.text, /of hidden/);
    const ada = await signedIn(server, "ada");
    const bob = await signedIn(server, "bob");
    assert.match(
      elsewhere(await ada.get(PATH)),
      /Payments of there .*Payments of hidden|Payments of hidden .*of there/,
    );
    assert.doesNotMatch((await bob.get(PATH)).text, /of hidden/);
    const key = await ask({ Authorization: `ApiKey ${server.keys.ada!}` });
    assert.match(elsewhere(key), /Payments of hidden/);
    assert.match(key.headers["cache-control"]!, /no-store/);
    assert.doesNotMatch((await ask()).text, /of hidden/);

    await server.catalog.setPrivate("there", true);
    const later = await ask({ "If-None-Match": first.headers.etag!, "If-Modified-Since": new Date().toUTCString() });
    assert.equal(later.status, 200);
    assert.doesNotMatch(later.text, /Payments of there/);
    assert.match(elsewhere(await ada.get(PATH)), /Payments of there/);
    await server.catalog.setPrivate("there", false);
    assert.match(elsewhere(await ask()), /Payments of there/);
  });

  it("is revalidated by its own dataset alone in other forms", async () => {
    const json = { Accept: "application/json" };
    const { etag } = (await ask(json)).headers;
    await publish("more", "Möhre & Söhne");
    assert.equal((await ask({ ...json, "If-None-Match": etag! })).status, 304);
    assert.match(elsewhere(await ask()), /Payments of more/);
  });
});
