import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Body, type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadPayees } from "./payee-towns.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  await loadPayees(server);
});
after(() => server.stop());

const get = (path: string, user: string | null = null): Promise<Body> => server.ask(user, "GET", path);
const path = (name: string, suffix = ".json", taxonomy = "to"): string =>
  `/members/${taxonomy}/${encodeURIComponent(name)}${suffix}`;

interface NamedDataset {
  readonly name: string;
  readonly summary: object;
  readonly years: readonly object[];
  readonly members: readonly { readonly name: string }[];
}

const datasetsOf = ({ json }: Body): Readonly<Record<string, NamedDataset>> =>
  Object.fromEntries(json.datasets.map((each: NamedDataset) => [each.name, each]));

describe("a member over datasets", () => {
  it("has its exact sums by dataset and year, under each name that it has there", async () => {
    const answer = await get(path("müller & söhne"));
    assert.equal(answer.status, 200, answer.text);
    const { north, south, ...others } = datasetsOf(answer);
    assert.deepEqual(others, {});
    assert.deepEqual(north!.summary, { amount: 15.3, num_entries: 3 });
    assert.deepEqual(north!.years, [
      { year: "2009", amount: 10.3, num_entries: 2 },
      { year: "2010", amount: 5, num_entries: 1 },
    ]);
    assert.deepEqual(south!.summary, { amount: 1.005, num_entries: 2 });
    assert.deepEqual(south!.members.map(({ name }) => name).toSorted(), ["MULLER & SOHNE", "Müller & Söhne"]);
    assert.deepEqual(
      answer.json.names.map(({ name, datasets }: { name: string; datasets: string[] }) => [name, datasets]).toSorted(),
      [
        ["MULLER & SOHNE", ["south"]],
        ["Müller & Söhne", ["south"]],
        ["muller-sohne", ["north"]],
      ].toSorted(),
    );
    assert.equal(answer.json.num_entries, 5);
  });

  it("is the same by its name in one dataset and by its label, and by no similar name", async () => {
    const byName = await get(path("muller-sohne"));
    assert.deepEqual(Object.keys(datasetsOf(byName)).toSorted(), ["north", "south"]);
    assert.deepEqual(Object.keys(datasetsOf(await get(path("Müller und Söhne")))), ["south"]);
    for (const name of ["Müller Söhne", "muller", "Müller & Söhn"]) {
      const { status, json } = await get(path(name));
      assert.deepEqual([status, json.errors.length], [404, 1], name);
    }
  });

  it("is found by the identifier of a taxonomy, whatever its dimensions and labels are called", async () => {
    const answer = await get(path("GB-1", ".json", "org-id"));
    const { east, west, ...others } = datasetsOf(answer);
    assert.deepEqual(
      [east!.summary, west!.summary, others],
      [{ amount: 100, num_entries: 1 }, { amount: 200, num_entries: 1 }, {}],
    );
    assert.deepEqual(
      answer.json.names.map(({ label }: { label: string }) => label),
      ["Serco", "Serco Limited"],
    );
    // A label identifies nobody where there are identifiers.
    assert.equal((await get(path("Serco", ".json", "org-id"))).status, 404);
    assert.equal((await get(path("GB-1"))).status, 404);
  });

  it("adds up nothing that must not be added up", async () => {
    const { both, north } = datasetsOf(await get(path("city buses")));
    assert.deepEqual(both!.summary, { amount: null, num_entries: 2 });
    assert.deepEqual(both!.years, [
      { year: "2010", flow: "expenditure", amount: 4, num_entries: 1 },
      { year: "2010", flow: "revenue", amount: 3, num_entries: 1 },
    ]);
    assert.deepEqual(north!.summary, { amount: 7, num_entries: 1 });
  });

  it("is of the datasets that the reader may read", async () => {
    assert.deepEqual(Object.keys(datasetsOf(await get(path("müller & söhne"), "ada"))).toSorted(), [
      "north",
      "secret",
      "south",
    ]);
    assert.equal((await get(path("hidden & co"), "ada")).status, 200);
    const hidden = await get(path("hidden & co"));
    const missing = await get(path("nobody & co"));
    assert.deepEqual([hidden.status, hidden.text], [404, missing.text.replaceAll("nobody", "hidden")]);
  });

  it("is a table, a feed and a page, too", async () => {
    const { text: csv } = await get(path("müller & söhne", ".csv"));
    assert.deepEqual(
      csv.split("\r\n").toSorted(),
      [
        "",
        "dataset,dimension,name,label,year,measure,amount,currency,num_entries",
        "north,to,muller-sohne,Müller & Söhne,2009,amount,10.3,EUR,2",
        "north,to,muller-sohne,Müller & Söhne,2010,amount,5,EUR,1",
        "south,to,MULLER & SOHNE,MULLER & SOHNE,2010,amount,0.005,EUR,1",
        "south,to,Müller & Söhne,Müller & Söhne,2010,amount,1,EUR,1",
      ].toSorted(),
    );
    const { text: feed, headers } = await get(path("müller & söhne", ".atom"));
    assert.match(headers["content-type"]!, /^application\/atom\+xml/);
    assert.deepEqual(
      Array.from(feed.matchAll(/<entry>[^]*?<updated>(.{10})/g), ([, day]) => day),
      ["2010-03-05", "2010-03-04", "2010-01-02", "2009-05-02", "2009-01-02"],
    );
    const { text: page } = await server.ask(null, "GET", path("müller & söhne", ""), {
      headers: { accept: "text/html" },
    });
    assert.match(page, /<h1[^>]*>Müller &amp; Söhne</);
    assert.match(page, /5 entries in 2 datasets/);
    assert.match(page, /€10\.30/);
    assert.doesNotMatch(page, /secret/);
  });

  it("is answered anew once a dataset has it", async () => {
    const before = await get(path("late payee"));
    assert.equal(before.status, 404);
    const csv_file = server.files.put("/east.csv", "t,row,n,id,to\n2012-01-01,9,5,GB-9,Late Ltd\n");
    const metadata = `${server.files.base}/east.json`;
    assert.equal((await get(path("GB-9", ".json", "org-id"))).status, 404);
    assert.equal((await server.loaded("ada", { metadata, csv_file })).status, 200);
    assert.equal((await get(path("GB-9", ".json", "org-id"))).json.num_entries, 1);
  });

  it("is linked from its page in one dataset, and stands once among the hits of a search", async () => {
    const html = { headers: { accept: "text/html" } };
    const { text: member } = await server.ask(null, "GET", "/north/to/muller-sohne", html);
    assert.match(member, /href="\/members\/to\/muller-sohne"/);
    const { text: found } = await server.ask(null, "GET", `/search?q=${encodeURIComponent("Müller Söhne")}`, html);
    assert.equal(found.match(/href="\/members\/to\//g)?.length, 1, found);
    assert.match(found, /2 datasets/);
  });
});
