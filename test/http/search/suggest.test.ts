import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { datasetCalled } from "../describe/resource-server.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1000n, region: "North", code: "7", function: "Health", date: "2008-03-02" },
  { id: "b", paid: 150n, region: "North", code: "7", function: "Health", date: "2009-03-02" },
  { id: "c", paid: 250n, region: "Möhre & Söhne", code: "71", function: "Health products", date: "2009-11-30" },
  { id: "d", paid: 250n, region: "Möhre & Söhne", code: "71", function: "Health products", date: "2009-11-30" },
  { id: "e", paid: 25n, region: "West", code: "71", function: "Health products", date: "2009-12-30" },
];

interface Suggested {
  readonly label: string;
  readonly newest: Readonly<Record<string, unknown>> | null;
}

interface Answer {
  readonly did_you_mean: string | null;
  readonly warnings?: readonly string[];
  readonly datasets: readonly Suggested[];
  readonly pairs: readonly (Suggested & { readonly html_url: string })[];
  readonly payees: readonly Suggested[];
  readonly functions: readonly Suggested[];
  readonly members: readonly Suggested[];
  readonly entries: { readonly count: number; readonly html_url: string; readonly datasets: readonly unknown[] } | null;
}

let server: TestServer;
before(async () => {
  const mapping = {
    ...SPENDING.mapping,
    region: { type: "attribute", label: "Supplier", column: "region", datatype: "string" },
  };
  const { model } = parseModel({ ...SPENDING, mapping });
  const flows = parseModel({
    dataset: { ...SPENDING.dataset, name: "flows", label: "Flows" },
    mapping: { ...SPENDING.mapping, region: { ...mapping.region, role: "direction" } },
  });
  const directed: readonly Row[] = [
    { id: "f", paid: 500n, region: "revenue", code: "8", function: "Housing" },
    { id: "g", paid: 300n, region: "expenditure", code: "8", function: "Housing" },
  ];
  server = await startTestServer(
    makeRoutes(
      contextOf([
        spendingDataset(ROWS, { model }),
        spendingDataset(directed, { model: flows.model, version: "flows" }),
        datasetCalled("secret", { private: true }, { label: "Secret healing" }),
      ]),
    ),
  );
});
after(() => server.stop());

async function suggestFor(query: string): Promise<Answer> {
  const response = await fetch(`${server.url}/api/2/suggest?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as Answer;
}

const labels = (suggested: readonly Suggested[]): readonly string[] => suggested.map(({ label }) => label);

describe("/api/2/suggest", () => {
  it("suggests members by the beginnings of their words, those with the most entries first", async () => {
    const { functions, datasets, payees } = await suggestFor("q=hea");
    assert.deepEqual(labels(functions), ["Health products", "Health"]);
    assert.deepEqual([datasets, payees], [[], []]);
    assert.deepEqual(labels((await suggestFor("q=prod hea")).functions), ["Health products"]);
  });

  it("suggests a member with exactly this label first", async () => {
    assert.deepEqual(labels((await suggestFor("q=HEALTH")).functions), ["Health", "Health products"]);
  });

  it("suggests payees and datasets, whatever the case and the accents", async () => {
    assert.deepEqual(labels((await suggestFor("q=sohn mohr")).payees), ["Möhre & Söhne"]);
    assert.deepEqual(labels((await suggestFor("q=TOWN sp")).datasets), ["Town spending"]);
  });

  it("says what they come to in their newest year, never in several", async () => {
    const [products, health] = (await suggestFor("q=hea")).functions;
    assert.deepEqual(products!.newest, { amount: 5.25, currency: "EUR", year: "2009" });
    assert.deepEqual(health!.newest, { amount: 1.5, currency: "EUR", year: "2009" });
  });

  it("never adds up revenue and expenditure", async () => {
    const [housing] = (await suggestFor("q=housing")).functions;
    assert.deepEqual(housing!.newest, { amount: 3, currency: "EUR", year: "2009", direction: "expenditure" });
  });

  it("counts the entries that have all words", async () => {
    const { entries } = await suggestFor("q=health");
    assert.equal(entries!.count, 5);
    assert.equal((await suggestFor("q=north hea")).entries!.count, 2);
    assert.equal((await suggestFor("q=he")).entries, null);
  });

  it("counts the entries of a word that somebody typed as a search for it does, and of a beginning those that go on", async () => {
    for (const [typed, searched] of [
      ["health", "health"],
      ["north health", "north health"],
      ["health prod", "health prod*"],
      ["heal", "heal*"],
      ["zzzzz", "zzzzz*"],
    ] as const) {
      const { entries } = await suggestFor(new URLSearchParams({ q: typed }).toString());
      assert.equal(new URL(entries!.html_url).searchParams.get("q"), searched);
      const query = new URLSearchParams({ q: searched, pagesize: "0" }).toString();
      const found = (await (await fetch(`${server.url}/api/2/search?${query}`)).json()) as {
        readonly stats: { readonly results_count_query: number };
      };
      assert.equal(entries!.count, found.stats.results_count_query, typed);
    }
  });

  it("suggests the page of one member cut to another, once, for words that name both, whatever joins them", async () => {
    for (const typed of ["north health", "Health NORTH", "health nor", "health in north", "la Health de North"]) {
      const { pairs, did_you_mean } = await suggestFor(new URLSearchParams({ q: typed }).toString());
      assert.equal(did_you_mean, null);
      assert.deepEqual(labels(pairs), ["North, Function: Health"], typed);
      const { pathname, search } = new URL(pairs[0]!.html_url);
      assert.equal(pathname + search, "/town/region/North?cut=cofog1%3A7");
      assert.deepEqual(pairs[0]!.newest, { amount: 1.5, currency: "EUR", year: "2009" });
    }
  });

  it("suggests no such page without entries, for beginnings of both, or for one member", async () => {
    for (const typed of ["health west", "nor heal", "health products", "health", "housing town"]) {
      assert.deepEqual((await suggestFor(new URLSearchParams({ q: typed }).toString())).pairs, [], typed);
    }
  });

  it("suggests similar words where nothing is found as typed", async () => {
    const { did_you_mean, functions, entries } = await suggestFor("q=helath");
    assert.equal(did_you_mean, "health");
    assert.deepEqual(labels(functions), ["Health", "Health products"]);
    assert.equal(entries!.count, 5);
    const none = await suggestFor("q=zzzzzzzz");
    assert.deepEqual([none.did_you_mean, none.functions, none.entries!.count], [null, [], 0]);
  });

  it("suggests nothing of datasets that the caller may not read", async () => {
    const { datasets, did_you_mean } = await suggestFor("q=secret");
    assert.deepEqual([datasets, did_you_mean], [[], null]);
    assert.equal((await suggestFor("q=healnig")).did_you_mean, null);
  });

  it("limits each group, and refuses texts that nobody types", async () => {
    assert.equal((await suggestFor("q=hea&pagesize=1")).functions.length, 1);
    const response = await fetch(`${server.url}/api/2/suggest?pagesize=x&q=${"x".repeat(201)}`);
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { errors: string[] }).errors.length, 2);
  });

  it("warns of parameters that it ignores, and can be cached", async () => {
    assert.match((await suggestFor("q=hea&pagesze=1")).warnings![0]!, /did you mean "pagesize"/);
    const address = `${server.url}/api/2/suggest?q=hea`;
    const etag = (await fetch(address)).headers.get("etag")!;
    assert.equal((await fetch(address, { headers: { "If-None-Match": etag } })).status, 304);
  });
});
