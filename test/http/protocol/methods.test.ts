import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { request, type Response, sendRaw } from "../client.js";
import { ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

const EXPOSED =
  "Accept-Ranges, Allow, Cache-Control, Content-Disposition, Content-Encoding, Content-Language, Content-Length, " +
  "Content-Range, Content-Type, Date, ETag, Last-Modified, Link, Location, Repr-Digest, Retry-After, Spendcube-Warnings, Vary, WWW-Authenticate";

let server: TestServer;
let numStopped = 0;
before(async () => {
  const endless = streaming("/api/2/endless", function* () {
    try {
      for (;;) yield "x".repeat(1000);
    } finally {
      numStopped++;
    }
  });
  server = await startTestServer([...ROUTES, endless]);
});
after(() => server.stop());

const send = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(server.url + path, { method, headers });

describe("HEAD", () => {
  const same: readonly [path: string, headers: Record<string, string>][] = [
    ["/api/2/cells", {}],
    ["/api/2/cells?format=csv", {}],
    ["/api/2/cells?callback=f&pretty=true", {}],
    ["/api/2/large", {}],
    ["/api/2/large", { "Accept-Encoding": "gzip" }],
    ["/api/2/private", {}],
    ["/api/2/refuse?family=NotFound", {}],
    ["/datasets", {}],
    ["/datasets.csv", {}],
    ["/", {}],
    ["/a/b/c/d", {}],
  ];
  for (const [path, headers] of same) {
    it(`has the headers of GET ${path} ${JSON.stringify(headers)}`, async () => {
      const [got, head] = [await send("GET", path, headers), await send("HEAD", path, headers)];
      const { date: _, ...expected } = got.headers;
      const { date: __, ...actual } = head.headers;
      assert.deepEqual([head.status, actual], [got.status, expected]);
      assert.equal(head.text, "");
      assert.ok(head.headers["content-length"]);
    });
  }

  it("does not compute the rest of a stream", async () => {
    const { status, headers } = await send("HEAD", "/api/2/endless");
    assert.deepEqual([status, headers["transfer-encoding"]], [200, "chunked"]);
    assert.equal(numStopped, 1);
  });

  it("leaves the connection usable", async () => {
    const [head, get] = ["HEAD", "GET"].map((method) => `${method} /api/2/cells HTTP/1.1\r\nHost: x\r\n`);
    const { status, text } = await sendRaw(server.port, `${head}Connection: close\r\n\r\n`);
    assert.deepEqual([status, text], [200, ""]);
    assert.equal((await sendRaw(server.port, `${get}Connection: close\r\n\r\n`)).status, 200);
  });
});

describe("a path that begins with several slashes", () => {
  it("is answered as with one", async () => {
    for (const path of ["//api/2/cells", "///datasets.csv"]) {
      const one = await send("GET", path.replace(/^\/+/, "/"));
      const several = await send("GET", path);
      assert.deepEqual([several.status, several.text], [200, one.text], path);
    }
    assert.equal((await send("GET", "//a//b/c/d")).status, 404);
  });
});

describe("OPTIONS", () => {
  it("answers the preflight of a read with a key", async () => {
    const { status, headers, text } = await send("OPTIONS", "/api/2/private", {
      Origin: "https://example.org",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    });
    assert.deepEqual([status, text], [204, ""]);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["access-control-allow-methods"], "GET, HEAD, OPTIONS");
    assert.match(headers["access-control-allow-headers"]!, /\bAuthorization\b/);
    assert.ok(Number(headers["access-control-max-age"]) > 0);
  });

  it("allows any header, and no text that is none", async () => {
    const requested = "authorization, X-Requested-With,x-csrf-token , bad name,é";
    const { headers } = await send("OPTIONS", "/api/2/cells", { "Access-Control-Request-Headers": requested });
    const allowed = headers["access-control-allow-headers"]!.toLowerCase().split(", ");
    assert.deepEqual(allowed.slice(-2), ["x-requested-with", "x-csrf-token"]);
    assert.ok(!allowed.includes("bad name"));
    assert.match(headers["vary"]!, /Access-Control-Request-Headers/);
  });

  it("names the methods of a path", async () => {
    assert.equal((await send("OPTIONS", "/api/2/new")).headers["allow"], "POST, OPTIONS");
  });

  it("finds nothing where there is nothing", async () => {
    assert.equal((await send("OPTIONS", "/a/b/c/d")).status, 404);
  });
});

describe("other methods", () => {
  const cases: readonly [method: string, path: string, allow: string][] = [
    ["POST", "/api/2/cells", "GET, HEAD, OPTIONS"],
    ["DELETE", "/cra", "GET, HEAD, OPTIONS"],
    ["PATCH", "/datasets.json", "GET, HEAD, OPTIONS"],
    ["GET", "/api/2/new", "POST, OPTIONS"],
    ["HEAD", "/api/2/new", "POST, OPTIONS"],
  ];
  for (const [method, path, allow] of cases) {
    it(`${method} ${path} is not allowed`, async () => {
      const { status, headers } = await send(method, path);
      assert.deepEqual([status, headers["allow"]], [405, allow]);
    });
  }

  it("methods are case-sensitive", async () => {
    const { status } = await sendRaw(server.port, "get / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert.equal(status, 405);
  });
});

describe("other origins", () => {
  for (const path of [
    "/api/2/cells",
    "/datasets",
    "/api/2/refuse?family=NotFound",
    "/api/2/private",
    "/a/b/c/d",
    "/",
  ]) {
    it(`may read ${path}`, async () => {
      const { headers } = await send("GET", path, { Origin: "https://example.org" });
      assert.equal(headers["access-control-allow-origin"], "*");
      assert.equal(headers["access-control-expose-headers"], EXPOSED);
    });
  }
});
