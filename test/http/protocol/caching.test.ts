import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request, type Response } from "../client.js";
import { LAST_MODIFIED, ROUTES } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

const PUBLIC = "public, max-age=0, must-revalidate";
const PRIVATE = "private, no-store";

let server: TestServer;
let newer: TestServer;
before(async () => {
  server = await startTestServer(ROUTES);
  newer = await startTestServer(ROUTES, { version: "1.0.1" });
});
after(() => Promise.all([server.stop(), newer.stop()]));

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { headers });

async function tagOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await get(path, headers)).headers["etag"]!;
}

describe("caching", () => {
  it("public reads may be cached and have validators", async () => {
    const { headers } = await get("/api/2/cells");
    assert.equal(headers["cache-control"], PUBLIC);
    assert.match(headers["etag"]!, /^"[\w-]{20,}"$/);
    assert.equal(headers["last-modified"], "Mon, 03 Feb 2020 04:05:06 GMT");
  });

  it("answers to requests with a key are not cached", async () => {
    const { headers } = await get("/api/2/cells", { Authorization: "ApiKey reader" });
    assert.equal(headers["cache-control"], PRIVATE);
  });

  it("private answers are not cached", async () => {
    const { status, headers } = await get("/api/2/private", { Authorization: "ApiKey reader" });
    assert.deepEqual([status, headers["cache-control"]], [200, PRIVATE]);
  });

  it("errors are not cached", async () => {
    assert.equal((await get("/api/2/refuse?family=NotFound")).headers["cache-control"], "no-store");
  });

  const gzip = { "Accept-Encoding": "gzip" };
  const shaping: readonly [what: string, a: () => Promise<string>, b: () => Promise<string>][] = [
    ["the query", () => tagOf("/api/2/cells"), () => tagOf("/api/2/cells?cut=a:b")],
    ["the path", () => tagOf("/a.json"), () => tagOf("/b.json")],
    ["the form", () => tagOf("/api/2/cells"), () => tagOf("/api/2/cells?format=csv")],
    ["the callback", () => tagOf("/api/2/cells?callback=a"), () => tagOf("/api/2/cells?callback=b")],
    ["the indentation", () => tagOf("/api/2/cells"), () => tagOf("/api/2/cells?pretty=true")],
    ["the encoding", () => tagOf("/api/2/large"), () => tagOf("/api/2/large", gzip)],
    ["the origin", () => tagOf("/api/2/cells"), () => tagOf("/api/2/cells", { Host: "example.org" })],
    [
      "the reader of something private",
      () => tagOf("/api/2/private", { Authorization: "ApiKey reader" }),
      () => tagOf("/api/2/private", { Authorization: "ApiKey admin" }),
    ],
    [
      "the version of the program",
      () => tagOf("/api/2/cells", { Host: "x" }),
      async () => (await request(`${newer.url}/api/2/cells`, { headers: { Host: "x" } })).headers["etag"]!,
    ],
  ];
  for (const [what, a, b] of shaping) {
    it(`the entity tag depends on ${what}`, async () => {
      const [first, second] = [await a(), await b()];
      assert.ok(first && second);
      assert.notEqual(first, second);
    });
  }

  it("the entity tag does not depend on irrelevant headers and parameters", async () => {
    assert.equal(await tagOf("/api/2/cells"), await tagOf("/api/2/cells?_=123", gzip));
  });
});

describe("conditional requests", () => {
  const since = LAST_MODIFIED.toUTCString();
  const earlier = new Date(LAST_MODIFIED.getTime() - 60_000).toUTCString();
  const cases: readonly [name: string, headers: (tag: string) => Record<string, string>, status: number][] = [
    ["the same tag", (tag) => ({ "If-None-Match": tag }), 304],
    ["the same tag, weak", (tag) => ({ "If-None-Match": `W/${tag}` }), 304],
    ["the tag in a list", (tag) => ({ "If-None-Match": `"a", W/"b,c" ,${tag}` }), 304],
    ["any tag", () => ({ "If-None-Match": "*" }), 304],
    ["another tag", () => ({ "If-None-Match": '"another"' }), 200],
    ["no tag at all", () => ({ "If-None-Match": "another" }), 200],
    ["the same date", () => ({ "If-Modified-Since": since }), 304],
    ["a later date", () => ({ "If-Modified-Since": new Date().toUTCString() }), 304],
    ["an earlier date", () => ({ "If-Modified-Since": earlier }), 200],
    ["a date that is none", () => ({ "If-Modified-Since": "yesterday" }), 200],
    ["another tag beats the date", () => ({ "If-None-Match": '"another"', "If-Modified-Since": since }), 200],
    ["the tag beats the date", (tag) => ({ "If-None-Match": tag, "If-Modified-Since": earlier }), 304],
  ];
  for (const [name, headers, status] of cases) {
    it(`${name}: ${status}`, async () => {
      const tag = await tagOf("/api/2/cells");
      const response = await get("/api/2/cells", headers(tag));
      assert.equal(response.status, status);
      assert.equal(response.headers["etag"], tag);
      assert.equal(response.headers["cache-control"], PUBLIC);
      assert.equal(response.headers["vary"], "Accept, Accept-Encoding, Authorization");
      if (status === 304) assert.deepEqual([response.text, response.headers["content-type"]], ["", undefined]);
    });
  }

  for (const path of ["/api/2/large", "/api/2/cells"]) {
    it(`the tag of ${path} is valid for its encoding`, async () => {
      const headers = { "Accept-Encoding": "br" };
      const tag = await tagOf(path, headers);
      const again = await get(path, { ...headers, "If-None-Match": tag });
      assert.deepEqual([again.status, again.headers["etag"]], [304, tag]);
    });
  }

  it("the tag of an encoding that the client no longer accepts is not valid", async () => {
    const tag = await tagOf("/api/2/large", { "Accept-Encoding": "br" });
    assert.equal((await get("/api/2/large", { "If-None-Match": tag })).status, 200);
  });
});
