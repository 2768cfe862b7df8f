import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { ownerCalled } from "#src/store/disk/owners.js";
import { SPENDING, spendingEngine } from "../../fixtures.js";
import { request, type Response } from "../client.js";
import { type SignInServer, startSignInServer } from "../access/sign-in-server.js";
import {
  type Browser,
  checkScreens,
  fieldsOf,
  lookingAt,
  pairsOf,
  type OnResponse,
  signedIn,
  startBrowser,
} from "../pages/browser.js";
import { assertWellFormed, readText } from "../pages/markup.js";

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

/** Create a dataset that ada manages, in which North is written in three ways. */
async function make(name: string): Promise<void> {
  const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name } });
  const rows = [
    { id: "a", paid: 100n, region: "North" },
    { id: "b", paid: 250n, region: "NORTH." },
    { id: "c", paid: -7n, region: "Norht" },
    { id: "d", paid: 5n, region: "South" },
  ];
  await server.catalog.publish({
    model,
    engine: spendingEngine(rows, model),
    sources: [{ id: 1, url: "https://town.example/gone.csv", loaded: new Date() }],
    base: undefined,
    private: true,
    managers: [ownerCalled(server.catalog, "ada")],
  });
}

const path = (name: string, query = ""): string => `/${name}/editor/members${query}`;
const NORTH = "?dimension=region&member=North";

const SOUTH = "?dimension=region&member=South";

/** Return the entries and sums by region, as ada sees them. */
async function regions(name: string): Promise<unknown> {
  const headers = { Authorization: `ApiKey ${server.keys["ada"]}` };
  const { text } = await request(`${server.url}/api/2/aggregate?dataset=${name}&drilldown=region&order=region:asc`, {
    headers,
  });
  const { summary, drilldown } = JSON.parse(text) as {
    readonly summary: Record<string, unknown>;
    readonly drilldown: readonly Record<string, unknown>[];
  };
  return [summary["amount"], ...drilldown.map((cell) => [cell["region"], cell["amount"], cell["num_entries"]])];
}

/** Return the fields that tick spellings. */
function ticks(text: string, ...names: readonly string[]): Record<string, string> {
  const found = [...text.matchAll(/name="(s\d+)-name" value="([^"]*)"/g)].map(
    ([, place, name]) => [place!, name!] as const,
  );
  return Object.fromEntries(names.map((name) => [`${found.find(([, each]) => each === name)![0]}-same`, "yes"]));
}

/** Send the form of a page by a button. */
async function send(
  browser: Browser,
  page: string,
  name: string,
  button: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const form = (page.match(/<form[^]*?<\/form>/g) ?? []).find(
    (each) => each.includes(`action="${path(name)}"`) || each.includes(`${path(name)}"`),
  )!;
  const filled = fieldsOf(form).map((field) => ({ ...field, value: fields[field.name] ?? field.value }));
  const body = new URLSearchParams([...pairsOf(filled), ["do", button]]).toString();
  const response = await request(server.url + path(name), {
    method: "POST",
    body,
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html", Cookie: browser.cookie! },
  });
  if (response.status !== 303) assertWellFormed(response.text);
  return response;
}

const numVersions = (name: string): number => server.catalog.get(name)!.history.length;

describe("the form that corrects members", () => {
  it("is only for managers of the dataset, with a token", async () => {
    await make("guarded");
    assert.equal((await startBrowser(server, {}, check).get(path("town"))).status, 401);
    const bob = await signedIn(server, "bob", check);
    assert.equal((await bob.get(path("guarded", NORTH))).status, 403);
    const body = new URLSearchParams({ dimension: "region", member: "North", label: "N", do: "publish" }).toString();
    const post = (headers: Record<string, string>) =>
      request(server.url + path("guarded"), {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      });
    assert.equal((await post({})).status, 401);
    assert.equal((await post({ Authorization: `ApiKey ${server.keys["ada"]}` })).status, 401);
    assert.equal((await post({ Cookie: bob.cookie! })).status, 403);
    const ada = await lookingAt(server, "ada", path("guarded", NORTH), check);
    const late = await post({ Cookie: ada.cookie! });
    assert.equal(late.status, 403);
    assert.match(late.text, /out of date/);
    assert.equal(numVersions("guarded"), 1);
  });

  it("finds a member, proposes its spellings, shows what changes, and publishes it as a version with the same sums", async () => {
    await make("spelt");
    const ada = await lookingAt(server, "ada", path("spelt", "?dimension=region&find=nor"), check);
    assert.match((await ada.get(path("spelt", "?dimension=region&find=nor"))).text, /member=Norht/);
    const { text } = await ada.get(path("spelt", NORTH));
    assertWellFormed(text);
    const same = ticks(text, "NORTH.", "Norht");
    const seen = await send(ada, text, "spelt", "check", { ...same, label: "The North" });
    assert.equal(seen.status, 200);
    assert.match(readText(seen.text), /3 entries are written anew/);
    assert.match(readText(seen.text), /The North\s+3/);
    assert.equal(numVersions("spelt"), 1);
    const total = ((await regions("spelt")) as unknown[])[0];
    const done = await send(ada, seen.text, "spelt", "publish");
    assert.deepEqual([done.status, done.headers["location"]], [303, `${server.url}/spelt/meta/versions`]);
    assert.deepEqual(await regions("spelt"), [total, ["South", 0.05, 1], ["The North", 3.43, 3]]);
    assert.match(readText((await ada.get("/spelt/meta/versions")).text), /Norht is the same as The North/);
    assert.deepEqual(server.events.at(-1), {
      action: "dataset.edit",
      dataset: "spelt",
      places: ["mapping.region.corrections"],
      version: 2,
      by: "ada",
    });
    const again = await ada.get(path("spelt", "?dimension=region&member=The+North"));
    assert.match(readText(again.text), /Corrections so far[^]*Norht\s+= The North/);
    // What was united follows the member when that is corrected again.
    assert.equal((await send(ada, again.text, "spelt", "publish", { label: "North" })).status, 303);
    const { corrections } = server.catalog.get("spelt")!.model.dimensions.find((each) => each.name === "region")!;
    assert.deepEqual([...corrections!.values].toSorted(), [
      ["NORTH.", "North"],
      ["Norht", "North"],
      ["The North", "North"],
    ]);
    assert.deepEqual(await regions("spelt"), [total, ["North", 3.43, 3], ["South", 0.05, 1]]);
  });

  it("refuses what cannot be, beside the label and with what was typed", async () => {
    await make("refused");
    const ada = await lookingAt(server, "ada", path("refused", NORTH), check);
    const page = await ada.get(path("refused", NORTH));
    const refusedAs = async ({ do: button, ...fields }: Record<string, string>): Promise<string> => {
      const { status, text } = await send(ada, page.text, "refused", button as "check" | "publish", fields);
      assert.equal(status, 400);
      return readText(/<div id="label-error"[^]*?<\/div>/.exec(text)![0]);
    };
    assert.match(await refusedAs({ do: "publish" }), /Nothing is corrected yet/);
    assert.match(await refusedAs({ label: " ", do: "publish" }), /The label is empty/);
    assert.match(await refusedAs({ label: "x".repeat(1001), do: "publish" }), /1001 characters; at most 1000/);
    assert.match((await ada.get(path("refused", NORTH))).text, /name="label"\s+value="North"/);
    assert.equal((await ada.get(path("refused", "?dimension=region&member=Nowhere"))).status, 404);
    assert.equal((await ada.get(path("refused", "?dimension=time&member=2009"))).status, 404);
    assert.equal(numVersions("refused"), 1);
  });

  for (const button of ["check", "publish"] as const) {
    it(`joins a member with the one whose label is typed, once that was shown: ${button}`, async () => {
      const name = `joined-${button}`;
      await make(name);
      const ada = await lookingAt(server, "ada", path(name, NORTH), check);
      const page = await ada.get(path(name, NORTH));
      const before = (await regions(name)) as [unknown, ...(readonly [string, number, number])[]];
      const seen = await send(ada, page.text, name, button, { label: "South" });
      assert.equal(seen.status, 200);
      assert.match(readText(seen.text), /North becomes one with South/);
      assert.equal(numVersions(name), 1);
      assert.equal((await send(ada, seen.text, name, "publish")).status, 303);
      const [total, ...after] = (await regions(name)) as typeof before;
      assert.deepEqual(total, before[0]);
      assert.ok(!after.some(([region]) => region === "North"));
      const entries = (rows: typeof after, wanted: readonly string[]): number =>
        rows.filter(([region]) => wanted.includes(region)).reduce((sum, row) => sum + row[2], 0);
      assert.equal(entries(after, ["South"]), entries(before.slice(1) as typeof after, ["North", "South"]));
    });
  }

  it("refuses corrections that others have made meanwhile", async () => {
    await make("both");
    const ada = await lookingAt(server, "ada", path("both", NORTH), check);
    const root = await lookingAt(server, "root", path("both", NORTH), check);
    const [first, second] = [await root.get(path("both", SOUTH)), await ada.get(path("both", NORTH))];
    assert.equal((await send(root, first.text, "both", "publish", { label: "S" })).status, 303);
    const late = await send(ada, second.text, "both", "publish", { label: "M" });
    assert.equal(late.status, 409);
    assert.match(readText(late.text), /changed meanwhile/);
    assert.equal(numVersions("both"), 2);
  });

  it("has a link at the foot of the pages of members that can be corrected", async () => {
    const { text } = await request(`${server.url}/town/region/North`, { headers: { Accept: "text/html" } });
    assert.match(text, /href="[^"]*\/town\/editor\/members\?dimension=region&amp;member=North"/);
    for (const other of ["/town@1/region/North", "/town/time/2009-03-02"]) {
      const page = await request(server.url + other, { headers: { Accept: "text/html" } });
      assert.deepEqual([page.status, page.text.includes("editor/members")], [200, false], other);
    }
  });

  it("offers to undo each correction as long as the names are known, and says what to do where they are not", async () => {
    await make("undone");
    const ada = await lookingAt(server, "ada", path("undone", NORTH), check);
    const { text } = await ada.get(path("undone", NORTH));
    assert.equal((await send(ada, text, "undone", "publish", ticks(text, "NORTH."))).status, 303);
    const undoable = (await ada.get(path("undone", NORTH))).text;
    assert.match(undoable, /<button[^>]*value="undo values NORTH\."/);
    assert.doesNotMatch(readText(undoable), /these are not kept/);
    await server.catalog.purge("undone", [1]);
    const page = (await ada.get(path("undone", NORTH))).text;
    assert.doesNotMatch(page, /<button[^>]*value="undo/);
    assert.match(readText(page), /these are not kept: [^ ]+\. Load them again while the server keeps files/);
    assert.match(page, /<a href="[^"]*\/undone\/sources">Load them again<\/a>/);
    const refused = await send(ada, page, "undone", "undo values NORTH.");
    assert.equal(refused.status, 400);
    assert.match(readText(refused.text), /cannot be undone: the names that were read are only in the files/);
    assert.equal(numVersions("undone"), 2);
  });
});
