import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, type Row, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";
import { nextLink } from "../entries/next-link.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, region: "=North", code: "1", date: "2009-03-02" },
  { id: "b", paid: 20n, region: "South|East", code: "2", date: "2009-11-30" },
  { id: "c", paid: -5n, region: "教育", code: "2", date: "2010-01-01" },
];

let server: TestServer;

before(async () => {
  const secret = spendingDataset(ROWS, { private: true });
  const { model } = secret;
  const named = { ...secret, model: { ...model, dataset: { ...model.dataset, name: "secret" } } };
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS), named])));
});

after(() => server.stop());

function call(query: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/api/2/search?${query}`, init);
}

async function ids(query: string): Promise<string> {
  const response = await call(query);
  assert.equal(response.status, 200, query);
  const { results } = (await response.json()) as { results: { id: string }[] };
  return results.map(({ id }) => id.at(-1)).join("");
}

describe("/api/2/search", () => {
  it("reads queries in any script and however they are encoded", async () => {
    assert.equal(await ids("q=教育"), "c");
    assert.equal(await ids("q=%E6%95%99"), "c");
    assert.equal(await ids("q=%2Bnorth"), "a");
    assert.equal(await ids("q=north+||+south"), "ab");
    assert.equal(await ids("q=amount:[0+TO+*]"), "ab");
  });

  it("treats an empty query and empty parameters as absent", async () => {
    assert.equal(await ids("q=&filter=&fq=&order=&dataset=&category=&facet_field="), "abc");
  });

  it("links to the next page with every other parameter", async () => {
    const response = await call("dataset=town&pagesize=2&facet_field=region");
    assert.equal(
      nextLink(response),
      `<${server.url}/api/2/search?dataset=town&pagesize=2&facet_field=region&page=2>; rel="next"`,
    );
    assert.equal(nextLink(await call("dataset=town&pagesize=2&page=2")), undefined);
  });

  it("answers 304 and HEAD", async () => {
    const first = await call("q=north");
    const etag = first.headers.get("etag")!;
    assert.equal((await call("q=NORTH", { headers: { "If-None-Match": etag } })).status, 200);
    assert.equal((await call("q=%20north", { headers: { "If-None-Match": etag } })).status, 304);
    const head = await call("q=north", { method: "HEAD" });
    assert.equal(head.headers.get("content-length"), first.headers.get("content-length"));
  });

  it("sends CSV without formulas for spreadsheets", async () => {
    const response = await call("dataset=town&q=north&format=csv");
    assert.equal(response.headers.get("content-disposition"), 'attachment; filename="town.csv"');
    assert.match(await response.text(), /^dataset,id,time\.name,.*\r\ntown,0+a,2009-03-02,.*,a,'=North,/);
  });

  it("wraps results and errors for JSON-P", async () => {
    assert.match(await (await call("q=north&callback=a.b")).text(), /^\/\*\*\/a\.b\(\{"stats":.*\}\);$/);
    const bad = await call("q=(&callback=a.b");
    assert.equal(bad.status, 400);
    assert.match(await bad.text(), /^\/\*\*\/a\.b\(\{"errors":\["q: .*position 2.*"\],"codes":\[.*\]\}\);$/);
  });

  it("refuses unknown formats", async () => assert.equal((await call("format=xml")).status, 400));

  const refused: [query: string, status: number][] = [
    ["q=a+AND", 400],
    ["dataset=nowhere", 400],
    ["dataset=secret", 401],
    ["category=budget", 404],
    ["filter=x:1", 400],
  ];
  for (const [query, status] of refused) {
    it(`answers ${query} with ${status} and why`, async () => {
      const response = await call(query);
      assert.equal(response.status, status);
      const { errors } = (await response.json()) as { errors: string[] };
      assert.ok(errors.length > 0 && errors.every((error) => error.length > 10));
    });
  }

  it("counts only what the caller may read", async () => {
    const body = await (await call("q=*:*&facet_field=dataset&stats=true")).text();
    assert.match(body, /"results_count_query":3/);
    assert.doesNotMatch(body, /secret/);
  });
});

describe("/api/2/aggregate", () => {
  it("sums the entries that a search finds", async () => {
    const response = await fetch(
      `${server.url}/api/2/aggregate?dataset=town&q=north+OR+south&fq=amount:[1+TO+*]&drilldown=year`,
    );
    const { summary, drilldown, warnings } = (await response.json()) as {
      readonly summary: { readonly num_entries: number };
      readonly drilldown: unknown;
      readonly warnings: unknown;
    };
    assert.equal(summary.num_entries, 1);
    assert.deepEqual(drilldown, [{ year: "2009", amount: 10.1, num_entries: 1 }]);
    assert.equal(warnings, undefined);
  });

  it("reports terms without matches, and the position of errors in a query", async () => {
    const odd = await fetch(`${server.url}/api/2/aggregate?dataset=town&q=colour:red`);
    assert.match(await odd.text(), /"num_entries":0.*"warnings":\["No searched dataset has a field/);
    const bad = await fetch(`${server.url}/api/2/aggregate?dataset=town&q=)&measure=x`);
    assert.equal(bad.status, 400);
    assert.match(await bad.text(), /measure: .*|q: .*position 1/);
  });
});
