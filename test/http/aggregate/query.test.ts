import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getRaw } from "../client.js";
import { ROUTES } from "../protocol/routes.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
before(async () => {
  server = await startTestServer(ROUTES);
});
after(() => server.stop());

describe("query strings", () => {
  const understood: readonly [name: string, query: string, expected: object][] = [
    ["plus and %20 are spaces", "q=a+b%20c", { q: "a b c" }],
    ["an encoded plus is a plus", "q=a%2Bb", { q: "a+b" }],
    ["raw pipes", "cut=a:b|c:d", { cut: "a:b|c:d" }],
    ["raw quotes and brackets", 'q="<[{x}]>"', { q: '"<[{x}]>"' }],
    ["raw UTF-8", "q=Straße", { q: "Straße" }],
    ["encoded UTF-8", "q=%F0%9F%98%80", { q: "😀" }],
    ["stray ampersands", "&&q=1&&a=2&", { q: "1", a: ["2"] }],
    ["no equals sign", "q&a=1", { q: null, a: ["1"] }],
    ["equals signs in a value", "q=a=b==", { q: "a=b==" }],
    ["encoded names", "%71=1", { q: "1" }],
    ["an empty value is none", "q=&a=", { q: null, a: [] }],
    ["an encoded ampersand is part of a value", "q=a%26a=b", { q: "a&a=b" }],
    ["order of repeated ones", "a=2&q=x&a=1", { a: ["2", "1"] }],
    ["a list is joined by pipes", "cut=a:b&cut=c:d", { cut: "a:b|c:d" }],
    ["of others the last counts", "q=1&q=2", { q: "2" }],
    ["an encoded null", "q=%00", { q: "\0" }],
    ["the character for what cannot be read, encoded", "q=%EF%BF%BD", { q: "\ufffd" }],
    ["an empty query", "", { q: null }],
  ];
  for (const [name, query, expected] of understood) {
    it(name, async () => {
      const { status, text } = await getRaw(server.port, `/api/2/echo?${query}`);
      assert.equal(status, 200);
      assert.deepEqual({ ...JSON.parse(text), ...expected }, JSON.parse(text));
    });
  }

  const refused: readonly [name: string, target: string | Buffer][] = [
    ["no digits after a percent sign", "/api/2/echo?q=%zz"],
    ["a lone percent sign", "/api/2/echo?q=100%"],
    ["encoded bytes that are not UTF-8", "/api/2/echo?q=%ff"],
    ["encoded surrogates", "/api/2/echo?q=%ED%A0%80"],
    ["overlong encodings", "/api/2/echo?q=%C0%AF"],
    ["raw bytes that are not UTF-8", Buffer.from("/api/2/echo?q=Stra\xdfe", "latin1")],
    ["a name that is not UTF-8", "/api/2/echo?%ff=1"],
    ["a path that is not UTF-8", "/%ff.json"],
    ["a raw path that is not UTF-8", Buffer.from("/\xdf.json", "latin1")],
  ];
  for (const [name, target] of refused) {
    it(`refuses ${name}`, async () => {
      const { status, text } = await getRaw(server.port, target);
      assert.equal(status, 400);
      assert.match(JSON.parse(text).errors[0], /is not percent-encoded UTF-8/);
    });
  }
});

describe("sizes", () => {
  const fill = (target: string, size: number): string => target + "x".repeat(size - target.length);

  it("a URL of 16 KiB is read", async () => {
    const { status, text } = await getRaw(server.port, fill("/api/2/echo?q=", 16 * 1024));
    assert.equal(status, 200);
    assert.equal(JSON.parse(text).q.length, 16 * 1024 - "/api/2/echo?q=".length);
  });

  it("a longer one is refused", async () => {
    const { status, text } = await getRaw(server.port, fill("/api/2/echo?q=", 16 * 1024 + 2));
    assert.deepEqual(
      [status, JSON.parse(text)],
      [
        414,
        {
          errors: ["The URL is longer than 16384 bytes"],
          codes: [{ code: "url_too_long", values: { bytes: "16384" } }],
        },
      ],
    );
  });

  it("headers beyond 16 KiB are refused", async () => {
    const { status, text } = await getRaw(server.port, "/api/2/echo", `X: ${"x".repeat(17_000)}\r\n`);
    assert.equal(status, 431);
    assert.match(JSON.parse(text).errors[0], /larger than 16384 bytes/);
  });

  it("endless headers are refused", async () => {
    const { status } = await getRaw(server.port, "/api/2/echo", `X: ${"x".repeat(500_000)}\r\n`);
    assert.equal(status, 431);
  });
});
