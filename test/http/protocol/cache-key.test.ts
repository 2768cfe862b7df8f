import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Answer } from "#src/calls/answer.js";
import { request, type Response } from "../client.js";
import { custom, LAST_MODIFIED } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
let numCalls: number;
let version: number;

function answer(origin: string, more: Partial<Answer> = {}): Answer {
  numCalls++;
  const mine = version;
  return {
    version: String(mine),
    lastModified: LAST_MODIFIED,
    canonical: origin,
    public: true,
    holds: () => version === mine,
    formats: { json: async () => ({ chunks: [JSON.stringify(`version ${mine} ${origin}`)] }) },
    ...more,
  };
}

before(async () => {
  server = await startTestServer(
    [
      custom("/api/2/lasting", ({ origin }) => answer(origin)),
      custom("/api/2/passing", ({ origin }) => {
        const { holds: _, ...passing } = answer(origin);
        return passing;
      }),
      custom("/api/2/private", ({ origin }) => answer(origin, { public: false })),
      custom("/negotiated", ({ origin }) => answer(origin), { kind: "resource" }),
      custom("/api/2/streamed", ({ origin }) =>
        answer(origin, { formats: { json: async () => ({ chunks: ["x".repeat(70_000), "x".repeat(70_000)] }) } }),
      ),
    ],
    { proxies: 1 },
  );
});
after(() => server.stop());
beforeEach(() => {
  numCalls = 0;
  version = Math.random();
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  request(server.url + path, { headers, method });

/** Replies are compared without their date. */
const withoutDate = ({ status, headers, text }: Response) => ({ status, text, headers: { ...headers, date: "" } });

describe("a request with the same cache key", () => {
  it("gets the same reply without a call", async () => {
    const first = await get("/api/2/lasting?a=1");
    const second = await get("/api/2/lasting?a=1");
    assert.deepEqual(withoutDate(second), withoutDate(first));
    assert.equal(numCalls, 1);
  });

  it("gets no body by HEAD", async () => {
    const { headers } = await get("/api/2/lasting?head");
    const head = await get("/api/2/lasting?head", {}, "HEAD");
    assert.deepEqual([head.text, head.headers["etag"]], ["", headers["etag"]]);
    assert.equal(numCalls, 1);
  });

  it("gets a new answer after a change", async () => {
    await get("/api/2/lasting");
    version = 2;
    assert.match((await get("/api/2/lasting")).text, /version 2/);
    assert.equal(numCalls, 2);
  });

  const calledTwice: readonly [what: string, path: string, a: Record<string, string>, b: Record<string, string>][] = [
    ["another encoding", "/api/2/lasting", {}, { "Accept-Encoding": "br" }],
    ["another host", "/api/2/lasting", { Host: "a.example" }, { Host: "b.example" }],
    ["another form", "/negotiated", { Accept: "application/json" }, { Accept: "text/html" }],
    ["another protocol from a proxy", "/api/2/lasting", {}, { "X-Forwarded-Proto": "https" }],
    ["another host from a proxy", "/api/2/lasting", {}, { "X-Forwarded-Host": "c.example" }],
    ["a key", "/api/2/lasting", {}, { Authorization: "ApiKey reader" }],
    ["a cookie", "/api/2/lasting", {}, { Cookie: "session=1" }],
    ["an answer that cannot be repeated", "/api/2/passing", {}, {}],
    ["an answer for one reader", "/api/2/private", {}, {}],
    ["an answer that is too large to be cached", "/api/2/streamed", {}, {}],
  ];
  for (const [what, path, a, b] of calledTwice) {
    it(`is not answered from the cache: ${what}`, async () => {
      await get(path, a);
      await get(path, b);
      assert.equal(numCalls, 2);
    });
  }

  it("does not exist with an API key, valid or not", async () => {
    await get("/api/2/lasting?key");
    const { headers } = await get("/api/2/lasting?key", { Authorization: "ApiKey reader" });
    assert.equal(headers["cache-control"], "private, no-store");
    assert.equal((await get("/api/2/lasting?key", { Authorization: "nonsense" })).status, 401);
  });

  it("is refused by POST", async () => {
    await get("/api/2/lasting?post");
    assert.equal((await get("/api/2/lasting?post", {}, "POST")).status, 405);
  });

  it("gets no body if the client has the answer", async () => {
    const { headers } = await get("/api/2/lasting");
    const held = await get("/api/2/lasting", { "If-None-Match": headers["etag"]! });
    assert.deepEqual([held.status, held.text], [304, ""]);
    assert.equal((await get("/api/2/lasting", { "If-Modified-Since": LAST_MODIFIED.toUTCString() })).status, 304);
  });
});
