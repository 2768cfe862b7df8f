import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import { getRaw, request, type Response } from "../client.js";
import { LARGE, ROUTES } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

const SCRIPT_TYPE = "application/javascript; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

let server: TestServer;
before(async () => {
  server = await startTestServer(ROUTES);
});
after(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });

describe("callback", () => {
  it("wraps JSON in a call", async () => {
    const { headers, text } = await get("/api/2/cells?callback=my.Name_1.$x");
    assert.equal(headers["content-type"], SCRIPT_TYPE);
    assert.equal(text, '/**/my.Name_1.$x({"summary":{"amount":12.5},"drilldown":[]});');
  });

  it("wraps a long answer", async () => {
    const { text } = await get("/api/2/large?callback=f");
    assert.equal(text, `/**/f(${LARGE});`);
  });

  it("wraps indented JSON", async () => {
    const { text } = await get("/api/2/cells?callback=f&pretty=true");
    assert.equal(text, `/**/f(${JSON.stringify({ summary: { amount: 12.5 }, drilldown: [] }, null, 2)});`);
  });

  it("may have a name of 2,048 characters", async () => {
    const name = "x".repeat(2048);
    assert.ok((await get(`/api/2/echo?callback=${name}`)).text.startsWith(`/**/${name}(`));
  });

  it("is absent when empty", async () => {
    assert.equal((await get("/api/2/cells?callback=")).headers["content-type"], JSON_TYPE);
  });

  it("escapes line ends that older scripts do not allow in strings", async () => {
    const { text } = await get("/api/2/unbreakable?callback=f");
    assert.equal(text, '/**/f(["\\u2028\\u2029"]);');
    assert.deepEqual(runInNewContext(text, { f: (value: string[]) => [...value] }), ["\u2028\u2029"]);
  });

  it("is ignored by CSV and HTML", async () => {
    assert.equal((await get("/api/2/cells?format=csv&callback=f")).text, "amount\r\n12.5\r\n");
    assert.equal((await get("/datasets.html?callback=f")).text, "<h1>All</h1>");
  });

  it("wraps errors", async () => {
    const { status, headers, text } = await get("/api/2/refuse?family=NotFound&callback=f");
    assert.deepEqual([status, headers["content-type"]], [404, SCRIPT_TYPE]);
    assert.equal(
      text,
      '/**/f({"errors":["One fault.","<b>Another</b>."],"codes":[{"code":"other","values":{}},{"code":"other","values":{}}]});',
    );
  });

  for (const name of ["1a", "a-b", "a..b", ".a", "a.", "alert(1)", "a b", "é", "a\n", "a[0]", "x".repeat(2049)]) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))} in plain JSON`, async () => {
      const { status, headers, text } = await getRaw(server.port, `/api/2/cells?callback=${encodeURIComponent(name)}`);
      assert.deepEqual([status, headers["content-type"]], [400, JSON_TYPE]);
      assert.match(JSON.parse(text).errors[0], /^callback: .* is not the name of a function/);
    });
  }
});
