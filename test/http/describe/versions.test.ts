import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const MODEL = {
  dataset: { name: "town", label: "Town", description: "", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Amount", description: "", column: "amount", datatype: "float" },
    time: { type: "date", label: "Year", description: "", column: "year", datatype: "date" },
    to: { type: "attribute", label: "To", description: "", column: "to", datatype: "string", key: true },
  },
};

const AGGREGATE = "/api/2/aggregate?dataset=";
const FOR_EVER = "public, max-age=31536000, immutable";

let server: LoadingServer;

/** Load the entries of the next version: an amount for each payee. */
async function load(amounts: Readonly<Record<string, string>>): Promise<void> {
  const rows = Object.entries(amounts).map(([to, amount]) => `${amount},2009-01-01,${to}`);
  const csv_file = server.files.put("/town.csv", ["amount,year,to", ...rows, ""].join("\n"));
  const metadata = server.files.put("/town.json", MODEL);
  await server.loaded("ada", { csv_file, metadata });
}

describe("versions of a dataset over HTTP", () => {
  before(async () => {
    server = await startLoading();
    await load({ a: "1.10", b: "2.20" });
    await load({ a: "1.10", b: "2.30" });
    await load({ a: "1.10", c: "2.40" });
  });

  after(() => server.stop());

  const sumOf = async (name: string, user: string | null = null): Promise<readonly unknown[]> => {
    const { status, json } = await server.ask(user, "GET", AGGREGATE + name);
    return [status, json.summary?.amount ?? json.errors];
  };

  it("have totals of all years together only where there are several", async () => {
    const headers = { Accept: "text/html" };
    const listed = async (): Promise<string> => (await fetch(`${server.url}/town/meta/versions`, { headers })).text();
    assert.doesNotMatch(await listed(), /all years together/);
    const csv_file = server.files.put("/years.csv", "amount,year,to\n1,2009-01-01,a\n2,2010-01-01,b\n");
    const metadata = server.files.put("/years.json", { ...MODEL, dataset: { ...MODEL.dataset, name: "years" } });
    await server.loaded("ada", { csv_file, metadata });
    const years = await fetch(`${server.url}/years/meta/versions`, { headers });
    assert.match(await years.text(), /all years together/);
  });

  it("lead to what changed since the version before, if there is one", async () => {
    const linksTo = async (name: string): Promise<boolean> => {
      const page = await fetch(`${server.url}/${name}`, { headers: { Accept: "text/html" } });
      return (await page.text()).includes(`href="/${name}/meta/changes"`);
    };
    assert.deepEqual([await linksTo("town"), await linksTo("town@2"), await linksTo("town@1")], [true, true, false]);
    const changes = await fetch(`${server.url}/town/meta/changes`, { headers: { Accept: "text/html" } });
    assert.equal(changes.status, 200);
  });

  it("have signs of what came and went in their changes, and none of nothing", async () => {
    const sums = async (path: string): Promise<readonly string[]> => {
      const page = await fetch(`${server.url}/town/meta/changes${path}`, { headers: { Accept: "text/html" } });
      const [table] = /<table[^]*?<[/]table>/.exec(await page.text())!;
      return Array.from(table.matchAll(/<td class="number">([^<]*)</g), ([, cell]) => cell!);
    };
    assert.deepEqual(await sums("?from=2&to=3"), "2 €3.40 −1 −€2.30 0 €0 0 €0 +1 +€2.40 2 €3.50".split(" "));
    assert.deepEqual(await sums("?from=1&to=2"), "2 €3.30 0 €0 −1 −€2.20 +1 +€2.30 0 €0 2 €3.40".split(" "));
  });

  it("are answered by their numbers, in calls and on pages", async () => {
    for (const [name, sum] of [
      ["town@1", 3.3],
      ["town@2", 3.4],
      ["town@3", 3.5],
      ["town", 3.5],
    ] as const) {
      assert.deepEqual(await sumOf(name), [200, sum]);
      const { json } = await server.ask(null, "GET", `/${name}.json`);
      assert.deepEqual([json.name, json.num_entries], [name, 2]);
      const page = await server.ask(null, "GET", `/${name}`, { headers: { Accept: "text/html" } });
      assert.equal(page.status, 200);
      const members = await server.ask(null, "GET", `/${name}/to.distinct.json`);
      const names = members.json.results.map((member: { name: string }) => member.name);
      assert.deepEqual(names, name === "town@1" || name === "town@2" ? ["a", "b"] : ["a", "c"]);
      const entries = await server.ask(null, "GET", `/api/2/search?dataset=${name}&order=amount:asc`);
      const { json: entry } = await server.ask(null, "GET", `/${name}/entries/${entries.json.results[0].id}.json`);
      assert.deepEqual([entry.amount, entry.id], [1.1, entries.json.results[0].id]);
    }
  });

  it("say in their list where totals add up several years", async () => {
    const metadata = server.files.put("/years.json", { ...MODEL, dataset: { ...MODEL.dataset, name: "years" } });
    const headOf = async (...rows: readonly string[]): Promise<string> => {
      const csv_file = server.files.put("/years.csv", ["amount,year,to", ...rows, ""].join("\n"));
      await server.loaded("ada", { csv_file, metadata });
      const page = await fetch(`${server.url}/years/meta/versions`, { headers: { Accept: "text/html" } });
      return /<th[^>]*>\s*(Amount[^<]*?)\s*<\/th>/.exec(await page.text())![1]!;
    };
    assert.equal(await headOf("1,2009-01-01,a", "2,2009-05-01,b"), "Amount");
    assert.equal(await headOf("1,2009-01-01,a", "2,2010-01-01,b"), "Amount, all years together");
  });

  it("are compared with one another", async () => {
    const { json } = await server.ask(
      null,
      "GET",
      `${AGGREGATE}town@3&against=dataset:town@1&measure=amount.difference`,
    );
    assert.equal(json.summary["amount.difference"], 0.2);
  });

  it("link to where an answer stays the same, to the newest version and to the one before", async () => {
    const linksOf = async (path: string, user: string | null = null) =>
      String((await server.ask(user, "GET", path)).headers["link"] ?? "")
        .split(", ")
        .map((link) => link.replace(`<${server.url}`, "<"));
    assert.deepEqual(await linksOf("/town.json"), ['</town@3.json>; rel="cite-as"']);
    assert.deepEqual(await linksOf("/town/entries/x.json"), [""]);
    assert.deepEqual(await linksOf(`${AGGREGATE}town&cut=to:a`), [
      '</api/2/aggregate?dataset=town@3&cut=to%3Aa>; rel="cite-as"',
    ]);
    assert.deepEqual(await linksOf("/api/3/cubes/town@2/facts?pagesize=1"), [
      '</api/3/cubes/town%402/facts?pagesize=1&page=2>; rel="next"',
      '</api/3/cubes/town@2/facts?pagesize=1>; rel="cite-as"',
      '</api/3/cubes/town/facts?pagesize=1>; rel="latest-version"',
      '</api/3/cubes/town@1/facts?pagesize=1>; rel="predecessor-version"',
    ]);
    assert.equal((await linksOf("/town@1.json")).length, 2);
    // An answer about two versions, or about all datasets, is of none.
    for (const path of [
      `${AGGREGATE}town@3&against=dataset:town@1`,
      "/api/2/search?q=*:*",
      "/town/meta/versions.json",
    ]) {
      assert.deepEqual(await linksOf(path), [""], path);
    }
    assert.deepEqual(await linksOf("/town.json", "ada"), [""]);
  });

  it("can be chosen to compare with", async () => {
    const path = "/town/explore?drilldown=to";
    const page = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
    assert.match(page.text, /value="dataset:town@1"[^>]*>\s*Version 1, \d{4}-\d\d-\d\d\s*</);
    const compared = await server.ask(null, "GET", `${path}&against=dataset:town@1`, {
      headers: { Accept: "text/html" },
    });
    assert.equal(compared.status, 200);
    assert.match(compared.text, /Town, version 1/);
  });

  it("say on their pages that there is a newer one", async () => {
    const page = (path: string) => server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
    const old = await page("/town@2/entries");
    const text = old.text.replaceAll(/\s+/g, " ");
    assert.match(text, /You see the publication of .*? \(version 2\)\. There is a <a href="\/town">newer one<\/a>/);
    assert.ok(old.text.includes('href="/town/meta/changes?from=2&amp;to=3"'));
    for (const path of ["/town@3", "/town"]) assert.ok(!(await page(path)).text.includes("You see the publication"));
  });

  it("may be cached for ever as data, not as pages", async () => {
    const cachingOf = async (path: string, accept = "application/json") =>
      (await server.ask(null, "GET", path, { headers: { Accept: accept } })).headers["cache-control"];
    const search = "/api/2/search?dataset=";
    const fixed = [`${AGGREGATE}town@3&against=dataset:town@1`, `${search}town@1|town@3`];
    for (const path of ["/town@1.json", `${AGGREGATE}town@3`, "/api/3/cubes/town@3/facts", ...fixed]) {
      assert.equal(await cachingOf(path), FOR_EVER, path);
    }
    const changing = [`${AGGREGATE}town@3&against=dataset:town`, `${search}town@1|town`, "/api/2/search?q=*:*"];
    for (const path of ["/town.json", `${AGGREGATE}town`, ...changing]) {
      assert.notEqual(await cachingOf(path), FOR_EVER, path);
    }
    assert.notEqual(await cachingOf("/town@1", "text/html"), FOR_EVER);
  });

  it("are not cached for ever with links to a host that only the client named", async () => {
    const headers = { Accept: "application/json", Host: "other.example" };
    const { text, headers: answered } = await server.ask(null, "GET", "/town@1.json", { headers });
    assert.match(text, /other\.example/);
    assert.notEqual(answered["cache-control"], FOR_EVER);
  });

  it("redirect from the day on which they were current", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const moves = [
      [`/town@${today}/entries.json?pagesize=1`, "/town@3/entries.json?pagesize=1"],
      [`/town@${today}.json`, "/town@3.json"],
      [`/api/3/cubes/town@${today}/aggregate?page=1`, "/api/3/cubes/town@3/aggregate?page=1"],
      [`${AGGREGATE}town@${today}&cut=to:a`, "/api/2/aggregate?dataset=town%403&cut=to%3Aa"],
    ] as const;
    for (const [from, to] of moves) {
      const { status, headers } = await server.ask(null, "GET", from);
      assert.deepEqual([status, headers["location"]], [302, server.url + to]);
    }
    assert.deepEqual(await sumOf("town@2001-01-01"), [
      400,
      [`"town" had no version on 2001-01-01; the first is of ${today}`],
    ]);
    assert.deepEqual(await sumOf("town@2999-01-01"), [400, ['"town" has no version of 2999-01-01 yet']]);
  });

  it("that do not exist are refused", async () => {
    assert.deepEqual(await sumOf("town@9"), [400, ['"town" has no version 9; it has 1 to 3']]);
    assert.equal((await server.ask(null, "GET", "/town@9.json")).status, 404);
    assert.deepEqual(await sumOf("city@1"), [400, ['no dataset with name "city"']]);
    const today = new Date().toISOString().slice(0, 10);
    for (const path of ["versions.json", "changes.json", "changes.json?to=1", "changes.json?from=1&to=2"]) {
      const errorOf = async (name: string) => {
        const { status, json } = await server.ask(null, "GET", `/${name}/meta/${path}`);
        return [status, json.errors?.[0]];
      };
      assert.deepEqual(await errorOf("town@9"), [404, '"town" has no version 9; it has 1 to 3'], path);
      assert.deepEqual(
        await errorOf("town@2001-01-01"),
        [404, `"town" had no version on 2001-01-01; the first is of ${today}`],
        path,
      );
      assert.deepEqual(await errorOf("town@x"), [404, 'no dataset with name "town@x"; did you mean "town"?'], path);
    }
  });

  it("cannot be changed", async () => {
    for (const path of ["/town@1/edit", "/town@3/edit"]) {
      const { status } = await server.ask("ada", "GET", path);
      assert.ok(status === 404 || status === 406, `${path}: ${status}`);
    }
  });

  it("are hidden with their dataset; those loaded while it was private stay hidden", async () => {
    const { catalog } = server.context;
    await catalog.setPrivate("town", true);
    await load({ a: "5" });
    assert.equal((await server.ask(null, "GET", "/town@1.json")).status, 401);
    assert.equal((await server.ask("ada", "GET", "/town@1.json")).status, 200);
    await catalog.setPrivate("town", false);
    await catalog.setPrivate("town", true);
    await load({ a: "6" });
    await load({ a: "7" });
    await catalog.setPrivate("town", false);
    assert.deepEqual(await sumOf("town@5"), [400, ['"town" has no version 5; it has 1 to 6']]);
    assert.deepEqual(await sumOf("town@5", "ada"), [200, 6]);
    assert.deepEqual(await sumOf("town@4"), [200, 5]);
  });

  it("whose data is no longer kept say what they came to", async () => {
    for (let amount = 0; amount < 20; amount++) await load({ a: String(amount) });
    const { status, json } = await server.ask(null, "GET", `${AGGREGATE}town@2`);
    assert.deepEqual([status, json.version, json.num_entries, json.totals], [410, 2, 2, { amount: "3.4" }]);
    assert.match(json.errors[0], /^Version 2 of "town", of 20.*, is no longer kept; it had 2 entries, amount 3.4$/);
    const page = await server.ask(null, "GET", "/town@2", { headers: { Accept: "text/html" } });
    assert.equal(page.status, 410);
  });
});
