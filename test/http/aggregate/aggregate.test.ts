import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { after, before, describe, it } from "node:test";
import { authenticate } from "#src/access/authenticate.js";
import { makeRoutes } from "#src/features/features.js";
import { type Server, startServer } from "#src/web/http/start-server.js";
import { contextOf, type Row, spendingDataset } from "../../fixtures.js";
import { nextLink } from "../entries/next-link.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, region: "North", code: "1", date: "2009-03-02" },
  { id: "b", paid: 20n, region: "=South|East", code: "a/b ä", date: "2009-11-30" },
  { id: "c", paid: -5n, region: "</script>", code: "2", date: "2010-01-01" },
];

let server: Server;

const fail = (fields: object, message: string): never => assert.fail(`${message}: ${JSON.stringify(fields)}`);

before(async () => {
  server = await startServer({
    host: "127.0.0.1",
    port: 0,
    routes: makeRoutes(contextOf([spendingDataset(ROWS)])),
    authenticate: (authorization) => authenticate({ accounts: [], secret: null }, authorization),
    unpackDirectory: tmpdir(),
    spillDirectory: tmpdir(),
    version: "1",
    logger: { error: fail, warn: fail },
  });
});

after(() => server.stop());

function call(query: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/api/2/aggregate?dataset=town&${query}`, init);
}

interface Result {
  readonly summary: Record<string, unknown>;
  readonly drilldown: readonly Record<string, unknown>[];
}

async function result(query: string): Promise<Result> {
  const response = await call(query);
  assert.equal(response.status, 200, query);
  return (await response.json()) as Result;
}

describe("/api/2/aggregate", () => {
  it("explains each call, without a validator", async () => {
    const plain = await call("drilldown=region");
    const conditional = { "If-None-Match": plain.headers.get("etag")!, "If-Modified-Since": new Date().toUTCString() };
    for (const headers of [{}, conditional]) {
      const explained = await call("drilldown=region&explain=true", { headers });
      assert.equal(explained.status, 200);
      assert.equal(explained.headers.get("cache-control"), "private, no-store");
      assert.deepEqual([explained.headers.get("etag"), explained.headers.get("last-modified")], [null, null]);
      const { explanation, ...rest } = (await explained.json()) as Result & { explanation: { rows_visited: number } };
      assert.equal(explanation.rows_visited, 3);
      assert.deepEqual(rest, await result("drilldown=region"));
    }
    assert.equal((await call("drilldown=region", { headers: conditional })).status, 304);
  });

  const same: [name: string, one: string, other: string][] = [
    ["repeated parameters and pipes", "cut=region:North&cut=cofog1:1", "cut=region:North|cofog1:1"],
    ["raw and encoded pipes", "drilldown=region|cofog1", "drilldown=region%7Ccofog1"],
    ["plus and %20", "cut=cofog1:a/b+%C3%A4", "cut=cofog1:a/b%20%C3%A4"],
    ["stray ampersands", "&&drilldown=region&", "drilldown=region"],
    ["empty and missing parameters", "cut=&drilldown=&order=&measure=&page=", ""],
    ["unknown parameters and none", "adjusted=true&limit=3&_=123", ""],
    ["the last of several pages", "page=5&page=1", "page=1"],
  ];
  for (const [name, one, other] of same) {
    it(`answers ${name} alike`, async () => assert.deepEqual(await result(one), await result(other)));
  }

  it("answers with a validator, and 304 to it", async () => {
    const first = await call("drilldown=region");
    const etag = first.headers.get("etag")!;
    const again = await call("drilldown=region", { headers: { "If-None-Match": etag } });
    assert.equal(again.status, 304);
    const other = await call("drilldown=cofog1", { headers: { "If-None-Match": etag } });
    assert.equal(other.status, 200);
    const since = first.headers.get("last-modified")!;
    assert.equal((await call("", { headers: { "If-Modified-Since": since } })).status, 304);
  });

  it("links to the next page with every other parameter", async () => {
    const response = await call("drilldown=region|cofog1&pagesize=2&callback=f");
    assert.equal(
      nextLink(response),
      `<${server.url}/api/2/aggregate?dataset=town&drilldown=region%7Ccofog1&pagesize=2&callback=f&page=2>; rel="next"`,
    );
    assert.equal(nextLink(await call("drilldown=region|cofog1&pagesize=2&page=2")), undefined);
  });

  it("sends CSV as a download", async () => {
    const response = await call("drilldown=region&format=csv");
    assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
    assert.equal(response.headers.get("content-disposition"), 'attachment; filename="town.csv"');
    assert.equal(
      await response.text(),
      "region,amount,num_entries\r\nNorth,10.1,1\r\n'=South|East,0.2,1\r\n</script>,-0.05,1\r\n",
    );
  });

  it("wraps results and errors for JSON-P", async () => {
    const good = await call("callback=a.b");
    assert.equal(good.headers.get("content-type"), "application/javascript; charset=utf-8");
    assert.match(await good.text(), /^\/\*\*\/a\.b\(\{"summary":.*\}\);$/);
    const bad = await call("callback=a.b&measure=x");
    assert.equal(bad.status, 400);
    assert.match(await bad.text(), /^\/\*\*\/a\.b\(\{"errors":\[.*\],"codes":\[.*\]\}\);$/);
    const evil = await call("callback=alert(1)");
    assert.equal(evil.status, 400);
    assert.equal(evil.headers.get("content-type"), "application/json; charset=utf-8");
  });

  it("answers HEAD like GET, without a body", async () => {
    const [get, head] = await Promise.all([call("drilldown=region"), call("drilldown=region", { method: "HEAD" })]);
    assert.equal(head.status, 200);
    assert.equal(await head.text(), "");
    for (const name of ["content-type", "etag", "content-length", "vary"]) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
  });

  it("reads a value with a pipe as a JSON string", async () => {
    const { summary, drilldown } = await result(`cut=${encodeURIComponent('region:"=South|East"')}`);
    assert.equal(summary["num_entries"], 1);
    assert.equal(drilldown[0]!["region"], "=South|East");
  });

  it("filters by ranges and exclusions, and shows neither in cells", async () => {
    const { summary, drilldown } = await result(`cut=${encodeURIComponent("year:[2009 TO 2010}|!region:North")}`);
    assert.equal(summary["num_entries"], 1);
    assert.deepEqual(Object.keys(drilldown[0]!), ["amount", "num_entries"]);
    const both = await result(`cut=${encodeURIComponent("region:North|!region:South|!year:2010")}`);
    assert.equal(both.drilldown[0]!["region"], "North");
    assert.equal("time" in both.drilldown[0]!, false);
    // The cell has more than North, so that it must not be called so.
    const united = await result(`cut=${encodeURIComponent("region:North|region:[O TO Z]")}`);
    assert.equal("region" in united.drilldown[0]!, false);
  });

  it("reads a quoted range as text", async () => {
    const { summary, drilldown } = await result(`cut=${encodeURIComponent('region:"[A TO Z]"')}`);
    assert.equal(summary["num_entries"], 0);
    assert.equal(drilldown[0]!["region"], "[A TO Z]");
  });

  const refused: [query: string, status: number, error: RegExp][] = [
    ["format=xml", 400, /Unknown format "xml"/],
    ["measure=x&drilldown=y", 400, /Unknown measure "x".*Unknown dimension "y"/],
    ["dataset=other", 400, /^no dataset with name "other"$/],
    [
      "cut=rate:[a TO b]|year:[2009 TO|!area:1&page=x",
      400,
      /A range needs two ends.*rate: "a" is not a number.*"b" is not a number.*Unknown dimension "area".*page: "x"/,
    ],
    ["cut=%ff", 400, /not percent-encoded UTF-8/],
  ];
  for (const [query, status, error] of refused) {
    it(`refuses ${query} with ${status}`, async () => {
      const response = await call(query);
      assert.equal(response.status, status);
      const { errors } = (await response.json()) as { errors: string[] };
      assert.match(errors.join(" "), error);
    });
  }

  it("refuses every unknown key, also for public data", async () => {
    for (const Authorization of ["ApiKey x", "apikey x", "Basic eDp5", "nonsense"]) {
      const response = await call("", { headers: { Authorization } });
      assert.equal(response.status, 401, Authorization);
      assert.equal(response.headers.get("www-authenticate"), "ApiKey");
    }
  });

  for (const query of ["callback=1", "callback=f", "q=%", "measure=nothing&callback=a%20b"]) {
    it(`reports a wrong key before errors of ${query}`, async () => {
      const response = await call(query, { headers: { Authorization: "ApiKey x" } });
      assert.equal(response.status, 401);
      assert.match(await response.text(), query.endsWith("=f") ? /^\/\*\*\/f\(\{"errors"/ : /^\{"errors"/);
    });
  }
});
