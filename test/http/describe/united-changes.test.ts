import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Catalog } from "#src/store/catalog.js";
import { request } from "../client.js";
import { assertWellFormed, readText } from "../pages/markup.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

/** What changed, as an answer has it. */
interface Summary {
  readonly added: object;
  readonly removed: object;
  readonly changed: object;
}

let server: LoadingServer;

async function load(name: string, purpose: string, rows: readonly string[], isPrivate = false): Promise<void> {
  const csv_file = server.files.put(`/${name}.csv`, ["number,amount,year,what", ...rows, ""].join("\n"));
  const metadata = server.files.put(`/${name}.json`, {
    dataset: { name, label: `The ${name}`, description: "", currency: name === "dollars" ? "USD" : "EUR" },
    mapping: {
      amount: { type: "measure", column: "amount", datatype: "float" },
      time: { type: "date", column: "year", datatype: "date" },
      number: { type: "attribute", column: "number", datatype: "string", key: true },
      [purpose]: { type: "attribute", taxonomy: "purpose", column: "what", datatype: "string" },
    },
  });
  const settings = { csv_file, metadata, replace: "true", ...(isPrivate && { private: "true" }) };
  const { json } = await server.loaded("ada", settings);
  assert.equal(json.run?.status, "complete", JSON.stringify(json));
}

before(async () => {
  server = await startLoading();
  await load("north", "what", ["1,1.10,2009-01-01,a", "2,2.20,2009-01-01,b"]);
  await load("north", "what", ["1,1.10,2009-01-01,a", "2,2.50,2009-01-01,b", "3,90071992547409.93,2009-01-01,a"]);
  await load("south", "purpose", ["1,5,2009-01-01,a", "2,7,2009-01-01,b"]);
  await load("south", "purpose", ["1,6.1250,2009-01-01,a"]);
  await load("once", "what", ["1,9,2009-01-01,a"]);
  await load("secret", "what", ["1,3,2009-01-01,a"], true);
  await load("secret", "what", ["1,4,2009-01-01,a"], true);
  await load("dollars", "what", ["1,3,2009-01-01,a"]);
  await load("dollars", "what", ["1,4,2009-01-01,a"]);
  await (server.context.catalog as Catalog).addCollection({
    name: "towns",
    label: "Towns",
    description: null,
    members: { datasets: ["north", "south", "secret"] },
    created: "2026-01-01T00:00:00Z",
  });
});
after(() => server.stop());

const changesOf = (name: string, query = "", user: string | null = null) =>
  server.ask(user, "GET", `/${encodeURIComponent(name)}/meta/changes.json${query}`);

describe("changes of several datasets", () => {
  it("add up to the cent, over different scales, and by dataset", async () => {
    const { json, status, text } = await changesOf("north|south", "?drilldown=what&order=what:asc");
    assert.equal(status, 200, text);
    assert.deepEqual(json.summary, {
      added: { num_entries: 1, amount: "90071992547409.93" },
      removed: { num_entries: 1, amount: "7" },
      changed: { num_entries: 2, before: { amount: "7.2" }, after: { amount: "8.625" } },
      unchanged: { num_entries: 1, amount: "1.1" },
      before: { num_entries: 4, amount: "15.3" },
      after: { num_entries: 4, amount: "90071992547419.655" },
    });
    assert.deepEqual(
      json.datasets.map(({ name, from, to, summary }: { name: string; from: number; to: number; summary: Summary }) => [
        name,
        from,
        to,
        summary.added,
      ]),
      [
        ["north", 1, 2, { num_entries: 1, amount: "90071992547409.93" }],
        ["south", 1, 2, { num_entries: 0, amount: "0" }],
      ],
    );
    assert.equal((await server.ask(null, "GET", json.datasets[1].html_url.replace(server.url, ""))).status, 200);
    assert.match(text, /"drilldown":\[\{"what":"a","amount":90071992547417\.155,"amount\.against":6\.1,/);
    assert.deepEqual(
      json.drilldown.map((cell: Record<string, unknown>) => [cell["what"], cell["amount.difference"]]),
      [
        ["a", Number("90071992547411.055")],
        ["b", -6.7],
      ],
    );
  });

  it("are split by a dimension on the page, whose members lead to the changes of each", async () => {
    const page = async (query: string): Promise<string> => {
      const { status, text } = await request(`${server.url}/north%7Csouth/meta/changes${query}`);
      assert.equal(status, 200, text);
      assertWellFormed(text);
      return text;
    };
    const rowsOf = (text: string): readonly string[] => {
      const section = /<section aria-labelledby="parts">([^]*?)<\/section>/.exec(text)?.[1] ?? "";
      return [...section.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([row]) => readText(row).replaceAll(/\s+/g, " ").trim());
    };
    const text = await page("");
    assert.deepEqual(rowsOf(text), [
      "what Before Now Difference",
      "a €6.10 €90,071,992,547,417.155 +€90,071,992,547,411.055",
      "b €9.20 €2.50 −€6.70",
    ]);
    const link = /href="([^"]*cut=what%3Aa[^"]*)"/.exec(text)![1]!.replaceAll("&amp;", "&");
    const cut = await page(new URL(link, server.url).search);
    // Nothing is left to split by.
    assert.deepEqual(rowsOf(cut), []);
    assert.deepEqual(rowsOf(await page("?drilldown=what&cut=what:b")), [
      "what Before Now Difference",
      "b €9.20 €2.50 −€6.70",
    ]);
  });

  it("are files of the entries, dataset by dataset, page by page", async () => {
    const file = (suffix: string, query = "") =>
      server.ask(null, "GET", `/north%7Csouth/meta/changes.${suffix}${query}`);
    const { text, headers, status } = await file("csv");
    assert.equal(status, 200, text);
    assert.match(headers["content-disposition"]!, /north-south-changes\.csv/);
    const [head, ...rows] = text
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    assert.deepEqual(head!.slice(0, 4), ["dataset", "change", "id", "fields"]);
    const at = (name: string): number => head!.indexOf(name);
    const cells = ["before.amount", "after.amount", "before.what", "before.purpose"].map(at);
    assert.ok(!cells.includes(-1), head!.join());
    assert.deepEqual(
      rows.map((row) => [row[0], row[1], row[3], ...cells.map((cell) => row[cell])]),
      [
        ["north", "added", "", "", "90071992547409.93", "", ""],
        ["north", "changed", "amount", "2.2", "2.5", "b", ""],
        ["south", "removed", "", "7", "", "", "b"],
        ["south", "changed", "amount", "5", "6.125", "", "a"],
      ],
    );
    const pages = await Promise.all([1, 2, 3].map((page) => file("csv", `?pagesize=3&page=${page}`)));
    assert.deepEqual(
      pages.map((page) =>
        page.text
          .trim()
          .split("\r\n")
          .slice(1)
          .map((line) => line.split(",")[0]),
      ),
      [["north", "north", "south"], ["south"], []],
    );
    assert.match(pages[0]!.headers["link"]!, /page=2.*rel="next"/);
    assert.equal(pages[1]!.headers["link"]?.includes('rel="next"') ?? false, false);
    const lines = (await request(`${server.url}/north%7Csouth/meta/changes.ndjson`)).text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map((line) => [line.dataset, line.change, line.after?.amount ?? null]),
      [
        ["north", "added", Number("90071992547409.93")],
        ["north", "changed", 2.5],
        ["south", "removed", null],
        ["south", "changed", 6.125],
      ],
    );
    assert.deepEqual(
      (await file("csv", "?cut=what:b")).text
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",").slice(0, 2)),
      [
        ["north", "changed"],
        ["south", "removed"],
      ],
    );
    assert.equal((await file("csv", "?page=x")).status, 400);
  });

  it("are a page with the sums of all and of each, which leads to its entries", async () => {
    const { text, status } = await server.ask(null, "GET", "/towns/meta/changes?cut=what:a", {
      headers: { Accept: "text/html" },
    });
    assert.equal(status, 200, text);
    assertWellFormed(text);
    const shown = readText(text);
    assert.match(shown, /What changed/);
    assert.match(shown, /only entries with what:a/);
    assert.match(shown, /The north\s+Version 1 – Version 2\s+1\s+0\s+0\s+1\s+\+\D*90,071,992,547,409\.93/);
    assert.match(shown, /The south\s+Version 1 – Version 2\s+0\s+0\s+1\s+0\s+\+\D*1\.125/);
    assert.match(shown, /2 datasets\s+1\s+0\s+1\s+1\s+\+\D*90,071,992,547,411\.055/);
    assert.doesNotMatch(shown, /secret/);
    for (const [, href] of text.matchAll(/href="([^"]*meta\/changes[^"]*)"/g)) {
      const path = href!.replaceAll("&amp;", "&").replace(server.url, "");
      assert.equal((await server.ask(null, "GET", path)).status, 200, path);
    }
  });

  it("are of the entries that meet a cut, by the name that the first dataset has for it", async () => {
    const { json } = await changesOf("north|south", "?cut=what:b");
    assert.deepEqual(json.summary.removed, { num_entries: 1, amount: "7" });
    assert.deepEqual(json.summary.after, { num_entries: 1, amount: "2.5" });
    for (const query of ["?cut=dataset:south", "?drilldown=dataset.label"]) {
      assert.match((await changesOf("north|south", query)).json.errors.join(), /"datasets" has those of each/);
    }
    assert.match((await changesOf("north|south", "?cut=colour:x")).json.errors.join(), /colour/);
  });

  it("name datasets that have no earlier version, and days", async () => {
    const { json } = await changesOf("north|once");
    assert.deepEqual(json.warnings, [
      '"once" has no earlier version to be compared with: it is left out, with 1 entries',
    ]);
    assert.equal(json.datasets.length, 1);
    const today = new Date().toISOString().slice(0, 10);
    const none = await changesOf("north|south", `?from=${today}&to=${today}`);
    assert.deepEqual(none.json.summary.added, { num_entries: 0, amount: "0" });
    assert.equal((await changesOf("north|south", "?from=2001-01-01")).status, 404);
    assert.match((await changesOf("north|south", "?from=1")).json.errors.join(), /from: "1" is not a day/);
    assert.equal((await changesOf("once|dollars", "?from=2001-01-01")).status, 404);
  });

  it("are not added up in different currencies", async () => {
    const { status, json } = await changesOf("north|dollars");
    assert.equal(status, 400);
    assert.match(json.errors.join(), /different currencies/);
  });

  it("of a collection are those of the datasets that the reader may read", async () => {
    const namesOf = async (user: string | null): Promise<string[]> =>
      (await changesOf("towns", "", user)).json.datasets.map(({ name }: { name: string }) => name);
    assert.deepEqual(await namesOf(null), ["north", "south"]);
    assert.deepEqual(await namesOf("ada"), ["north", "south", "secret"]);
    const [hidden, missing] = [await changesOf("north|secret"), await changesOf("north|nothing")];
    assert.deepEqual([hidden.status, missing.status], [401, 404]);
    for (const suffix of ["", ".csv", ".ndjson"]) {
      const statusOf = async (user: string | null) =>
        (await server.ask(user, "GET", `/north%7Csecret/meta/changes${suffix}?pagesize=1`)).status;
      assert.deepEqual([await statusOf(null), await statusOf("ada")], [401, 200], suffix);
    }
  });
});
