import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ownerCalled } from "#src/store/disk/owners.js";
import { wholeError } from "#src/calls/publishing/loads/run.js";
import { doneRun } from "../../fixtures.js";
import { checkScreens, type OnResponse, signedIn, startBrowser } from "../pages/browser.js";
import { request } from "../client.js";
import { assertWellFormed, readText } from "../pages/markup.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";

let server: SignInServer;
let check: OnResponse;
before(async () => {
  server = await startSignInServer();
  check = await checkScreens(server);
});
after(() => server.stop());

describe("the dashboard", () => {
  it("asks for a sign-in and leads back", async () => {
    const browser = startBrowser(server, {}, check);
    const refused = await browser.get("/dashboard");
    assert.equal(refused.status, 401);
    assert.match(refused.text, /name="next"\s+value="\/dashboard"/);
    assert.equal((await request(`${server.url}/dashboard`, { headers: { Accept: "application/json" } })).status, 401);
    assert.equal((await request(`${server.url}/dashboard`, { method: "POST" })).status, 405);
  });

  it("shows the datasets that the user manages, and no others", async () => {
    const ada = await (await signedIn(server, "ada", check)).get("/dashboard");
    assert.equal(ada.headers["cache-control"], "private, no-store");
    assertWellFormed(ada.text);
    const text = readText(ada.text);
    assert.match(text, /Label of plans\s+private\s+\d+/);
    assert.doesNotMatch(text, /Label of town/);
    assert.match(ada.text, /href="[^"]*\/plans\/sources"/);
    const [, actions] = /<p class="actions">([^]*?)<\/p>/.exec(ada.text)!;
    const buttons = [...actions!.matchAll(/<a class="([^"]*)"[^>]*>([^<]*)/g)].map(([, name, label]) => [label, name]);
    assert.deepEqual(buttons, [
      ["Publish data", "button main"],
      ["Settings", "button"],
    ]);
    const bob = await (await signedIn(server, "bob", check)).get("/dashboard");
    assert.match(bob.text, /You do not manage any dataset yet/);
    assert.doesNotMatch(bob.text, /plans/);
    const root = readText((await (await signedIn(server, "root", check)).get("/dashboard")).text);
    assert.match(root, /Label of plans\s+private[^]*Label of town|Label of town\s+public[^]*Label of plans/);
  });

  it("shows the total and the years of each dataset", async () => {
    const { text } = await (await signedIn(server, "ada", check)).get("/dashboard");
    const aggregate = await request(`${server.url}/api/2/aggregate?dataset=plans&drilldown=year`, {
      headers: { Authorization: `ApiKey ${server.keys["ada"]}` },
    });
    const { summary, drilldown } = JSON.parse(aggregate.text);
    assert.match(text, new RegExp(`<data value="${summary.amount}"|${String(summary.amount).replace(".", "\\.")}`));
    for (const { year } of drilldown) assert.ok(readText(text).includes(year));
    assert.ok(drilldown.length > 1);
    assert.match(text, /<small>several years together<\/small>/);
  });

  it("heads columns of numbers as their cells stand", async () => {
    const { text } = await (await signedIn(server, "ada", check)).get("/dashboard");
    const [table] = /<table class="list[^"]*">[^]*?<\/table>/.exec(text)!;
    const sidesOf = (row: string): readonly boolean[] =>
      (row.match(/<t[hd][^>]*>/g) ?? []).map((cell) => cell.includes("number"));
    const [head, first] = (table.match(/<tr[^]*?<\/tr>/g) ?? []).map(sidesOf);
    assert.ok(first!.includes(true));
    assert.deepEqual(head, first);
    // On phones each number says what it is of.
    const named = (row: string): readonly string[] => row.match(/<td class="number"[^>]*data-label="[^"]+"/g) ?? [];
    const [, row] = table.match(/<tr[^]*?<\/tr>/g)!;
    assert.equal(named(row!).length, first!.filter(Boolean).length);
  });

  it("shows loads in progress, and failed ones until their source is loaded again", async () => {
    const managers = [ownerCalled(server.catalog, "ada")];
    const run = (changes: Parameters<typeof doneRun>[0]) => doneRun({ dataset: "plans", managers, ...changes });
    const why = "<script> is not a number";
    await server.catalog.changeRuns(() => [
      run({ id: 1, status: "failed", errors: [wholeError("of no interest")] }),
      run({ id: 2 }),
      run({ id: 3, source: { id: 2, url: "/b.csv" }, status: "failed", errors: [wholeError(why)], numErrors: 4 }),
      doneRun({ dataset: "coming", managers, id: 1, status: "failed", errors: [wholeError("still to come")] }),
      doneRun({ dataset: "town", id: 1, status: "failed", errors: [wholeError("not for ada")] }),
    ]);
    const { text } = await (await signedIn(server, "ada", check)).get("/dashboard");
    assertWellFormed(text);
    const read = readText(text);
    assert.match(read, /Failed loads[^]*<script> is not a number … and 3 more/);
    assert.match(read, /still to come/);
    assert.doesNotMatch(read, /of no interest|not for ada/);
    assert.match(text, /href="[^"]*\/plans\/sources\/2\/runs\/3"/);
    assert.match(readText((await (await signedIn(server, "root", check)).get("/dashboard")).text), /not for ada/);
  });

  it("is linked from every page, which is the same for all readers but for who is signed in", async () => {
    const account = /<li class="account">[^]*?<\/li>/;
    const browser = await signedIn(server, "root");
    for (const path of ["/town", "/town/explore"]) {
      const anonymous = await startBrowser(server).get(path);
      const manager = await browser.get(path);
      for (const { text } of [anonymous, manager]) assert.match(text, /href="\/dashboard"[^>]*>Your datasets</);
      assert.match(account.exec(manager.text)![0], /Signed in as/);
      assert.equal(anonymous.text.replace(account, ""), manager.text.replace(account, ""));
      // What a browser keeps from before it signed in is not shown again, and what it is shown now is not kept.
      const { status, headers } = await browser.get(path, { "If-None-Match": anonymous.headers["etag"] ?? "" });
      assert.equal(status, 200, path);
      assert.match(headers["cache-control"] ?? "", /private|no-store/, path);
      const again = await startBrowser(server).get(path);
      assert.equal(again.text, anonymous.text);
    }
  });
});
