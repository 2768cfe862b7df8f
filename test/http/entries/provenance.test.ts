import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Assistant } from "../features/assistant.js";
import { request } from "../client.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { SOURCE_MODEL } from "./source-town.js";

let server: LoadingServer;
let urls: readonly string[];

describe("the source of an entry", () => {
  before(async () => {
    server = await startLoading();
    const metadata = server.files.put("/town.json", SOURCE_MODEL);
    urls = [
      server.files.put("/one.csv", "amount,year,to\n1,2009-01-01,a\n2,2009-01-01,b\n"),
      server.files.put("/two.csv", "amount,year,to\n3,2009-01-01,c\n4,2009-01-01,b\n"),
    ];
    for (const csv_file of urls) await server.loaded("ada", { csv_file, metadata });
  });

  after(() => server.stop());

  it("is told on request: the file, its digest, and the record in it", async () => {
    const search = await server.ask(null, "GET", "/api/2/search?dataset=town&order=to:asc&provenance=true");
    const [version] = (await server.ask(null, "GET", "/town/meta/versions.json")).json;
    const digests = version.sources.map(({ digest }: { digest: string }) => digest);
    assert.deepEqual(
      search.json.results
        .map(({ to, source }: Record<string, unknown>) => [to, source])
        .map(([to, { loaded, ...source }]: [string, Record<string, unknown>]) => [to, source, typeof loaded]),
      [
        ["a", { id: 1, url: urls[0], row: 1, digest: digests[0] }, "string"],
        ["b", { id: 2, url: urls[1], row: 2, digest: digests[1] }, "string"],
        ["c", { id: 2, url: urls[1], row: 1, digest: digests[1] }, "string"],
      ],
    );
    const lines = await request(`${server.url}/api/2/search?dataset=town&order=to:asc&provenance=true&format=ndjson`);
    const [first] = lines.text.split("\n");
    assert.deepEqual(JSON.parse(first!).source, search.json.results[0].source);
    const path = `/town/entries/${search.json.results[1].id}.json`;
    const { json } = await server.ask(null, "GET", `${path}?provenance=true`);
    assert.deepEqual(json.source, search.json.results[1].source);
    const plain = await server.ask(null, "GET", path);
    assert.equal("source" in plain.json, false);
    assert.notEqual(plain.headers["etag"], (await server.ask(null, "GET", `${path}?provenance=true`)).headers["etag"]);
    const { source: _, ...rest } = json;
    assert.deepEqual(rest, plain.json);
    const old = await server.ask(null, "GET", "/api/2/search?dataset=town&order=to:asc");
    assert.equal("source" in old.json.results[0], false);
  });

  it("is given to assistants with every entry, also in words", async () => {
    const assistant = await Assistant.connect(server.url);
    const { content, text } = await assistant.call("search_entries", { dataset: "town", order: "to:asc" });
    const results = content["results"] as readonly { readonly to: string; readonly source: { readonly row: number } }[];
    assert.deepEqual(
      results.map(({ to, source }) => [to, source.row]),
      [
        ["a", 1],
        ["b", 2],
        ["c", 1],
      ],
    );
    for (const row of [`row 1 of ${urls[0]}`, `row 2 of ${urls[1]}`]) assert.ok(text.includes(row), text);
  });

  it("is a dimension: entries are grouped, cut and found by it", async () => {
    const cells = await server.ask(null, "GET", "/api/2/aggregate?dataset=town&drilldown=source&order=source:asc");
    const member = (id: number): unknown => ({
      id,
      name: String(id),
      label: urls[id - 1],
      taxonomy: "source",
      html_url: `${server.url}/town/sources/${id}`,
    });
    assert.deepEqual(cells.json.drilldown, [
      { source: member(1), amount: 1, num_entries: 1 },
      { source: member(2), amount: 7, num_entries: 2 },
    ]);
    const sums = async (query: string): Promise<unknown> => {
      const { json } = await server.ask(null, "GET", `/api/2/aggregate?dataset=town&${query}`);
      return [json.summary.amount, json.summary.num_entries];
    };
    assert.deepEqual(await sums("cut=source:2"), [7, 2]);
    assert.deepEqual(await sums("cut=!source:2"), [1, 1]);
    assert.deepEqual(await sums("q=source:1"), [1, 1]);
    assert.deepEqual(await sums("q=one.csv"), [0, 0], "its label is not a text of the entries");
    const { json } = await server.ask(null, "GET", "/api/2/aggregate?dataset=town&drilldown=to&measure=source.count");
    assert.deepEqual(
      json.drilldown.map((cell: Record<string, unknown>) => [cell["to"], cell["source.count"]]),
      [
        ["a", 1],
        ["b", 1],
        ["c", 1],
      ],
    );
    assert.equal(json.summary["source.count"], 2);
    const found = await server.ask(null, "GET", "/api/2/search?dataset=town&fq=source:2&order=to:asc");
    assert.deepEqual(found.json.results.map(({ to }: { to: string }) => to).join(), "b,c");
    assert.equal("source" in found.json.results[0], false);
    const members = await server.ask(null, "GET", "/town/to.distinct?cut=source:1");
    assert.equal(members.json.count, 1);
    const old = await server.ask(null, "GET", "/api/2/aggregate?dataset=town@1&drilldown=source");
    assert.deepEqual(old.json.drilldown, [{ source: member(1), amount: 3, num_entries: 2 }]);
    const both = "drilldown=source&cut=year:2009&against=dataset:town@1";
    const { drilldown } = (await server.ask(null, "GET", `/api/2/aggregate?dataset=town&${both}&order=source:asc`))
      .json;
    assert.deepEqual(
      drilldown.map((cell: Record<string, unknown>) => cell["amount.difference"]),
      [-2, 7],
    );
  });

  it("is not a field of the model", async () => {
    const { text } = await server.ask(null, "GET", "/town/model.json");
    const dimensions = await server.ask(null, "GET", "/town/dimensions.json");
    assert.equal(text.includes('"source"'), false);
    assert.deepEqual(dimensions.json.map(({ name }: { name: string }) => name).join(), "time,to");
  });

  it("splits the explorer", async () => {
    const { text } = await server.ask(null, "GET", "/town/explore?drilldown=source", {
      headers: { Accept: "text/html" },
    });
    assert.match(text, /<h1[^>]*>Town by Source<\/h1>/);
    for (const file of [/one\.csv/, /two\.csv/]) assert.match(text, file);
    const sources = await server.ask(null, "GET", "/town/sources", { headers: { Accept: "text/html" } });
    assert.match(sources.text, /href="\/town\/explore\?drilldown=source"/);
    assert.match(sources.text, /<h1[^>]*>Sources of Town<\/h1>/);
    const [, day] = /<time datetime="([^"]+)"\s*>[^<]*\d{4}, \d\d:\d\d UTC<\/time\s*>/.exec(sources.text)!;
    assert.ok(Date.parse(day!) > 0);
  });

  it("stands on the page of the entry", async () => {
    const search = await server.ask(null, "GET", "/api/2/search?dataset=town@1&order=to:desc&provenance=true");
    const [{ id, source }] = search.json.results;
    assert.deepEqual([source.url, source.row], [urls[0], 2]);
    const { text } = await server.ask(null, "GET", `/town@1/entries/${id}`, { headers: { Accept: "text/html" } });
    const page = text.replaceAll(/\s+/g, " ");
    // An entry is known by its payee and its date, not by its id.
    assert.match(page, /<h1[^>]*>b, (Jan 1, )?2009<\/h1>/);
    assert.match(page, /<h2 id="source">Where it is from<\/h2>/);
    assert.match(page, /<a href="\/town\/sources\/1"\s*>\s*<bdi>[^<]*\/one\.csv<\/bdi>\s*<\/a\s*>, row 2/);
    assert.ok(page.includes(source.digest.slice("sha-256:".length)));
  });
});
