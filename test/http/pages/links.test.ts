import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getRaw, request, type Response, sendRaw } from "../client.js";
import { ROUTES } from "../protocol/routes.js";
import { startTestServer, type TestServer } from "../server.js";

let server: TestServer;
let proxied: TestServer;
let based: TestServer;
before(async () => {
  server = await startTestServer(ROUTES);
  proxied = await startTestServer(ROUTES, { proxies: 1 });
  based = await startTestServer(ROUTES, { baseUrl: "https://example.org/data/" });
});
after(() => Promise.all([server.stop(), proxied.stop(), based.stop()]));

const FORWARDED = {
  Host: "inner:8080",
  "X-Forwarded-Proto": "http, https",
  "X-Forwarded-Host": "forged.example, outer.example",
  "X-Forwarded-For": "10.0.0.1, 203.0.113.7",
};

async function echo(from: TestServer, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  return JSON.parse((await request(`${from.url}/api/2/echo`, { headers })).text);
}

describe("origin", () => {
  it("is the one that the client used", async () => {
    assert.equal((await echo(server, { Host: "data.example:81" }))["origin"], "http://data.example:81");
    assert.equal((await echo(server, { Host: "[::1]:81" }))["origin"], "http://[::1]:81");
  });

  it("is the server's address without a Host header", async () => {
    const { status, text } = await sendRaw(
      server.port,
      "GET /api/2/echo HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
    );
    assert.equal(status, 200);
    assert.equal(JSON.parse(text).origin, server.url);
  });

  it("is the base URL if it is set", async () => {
    assert.equal((await echo(based, { Host: "elsewhere" }))["origin"], "https://example.org/data");
  });

  it("is taken from a trusted proxy", async () => {
    const { origin, secure, remoteAddress } = await echo(proxied, FORWARDED);
    assert.deepEqual([origin, secure, remoteAddress], ["https://outer.example", true, "203.0.113.7"]);
  });

  it("is not taken from an untrusted proxy", async () => {
    const { origin, secure, remoteAddress } = await echo(server, FORWARDED);
    assert.deepEqual([origin, secure, remoteAddress], ["http://inner:8080", false, "127.0.0.1"]);
  });

  it("takes http and https from a proxy only", async () => {
    assert.equal((await echo(proxied, { Host: "x", "X-Forwarded-Proto": "javascript" }))["origin"], "http://x");
  });

  for (const host of ["a b", "a/b", "a@b", 'a"b', "a<b", "a:b", "[::1", "xäy"]) {
    it(`refuses the host ${host}`, async () => {
      const head = `GET /api/2/echo HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      const { status, text } = await sendRaw(server.port, head);
      assert.equal(status, 400);
      assert.match(JSON.parse(text).errors[0], /is not the name or address of a server/);
    });
  }
});

describe("link to the next page", () => {
  const link = async (query: string, from = server): Promise<string | undefined> =>
    (await request(`${from.url}/api/2/cells?${query}`, { headers: { Host: "x" } })).headers["link"];

  const cases: readonly [query: string, expected: string][] = [
    ["dataset=cra", "dataset=cra&page=3"],
    ["page=2&dataset=cra", "page=3&dataset=cra"],
    ["page=1&dataset=cra&page=2&pagesize=1", "dataset=cra&page=3&pagesize=1"],
    ["cut=a.b:c+d%7Ce&cut=f", "cut=a.b%3Ac%20d%7Ce&cut=f&page=3"],
    ["q=%26%3D%23%2B%0A&x", "q=%26%3D%23%2B%0A&x=&page=3"],
  ];
  for (const [query, expected] of cases) {
    it(`after ${query}`, async () => {
      assert.equal(await link(query), `<http://x/api/2/cells?${expected}>; rel="next"`);
    });
  }

  it("is absolute", async () => {
    assert.equal(await link("", based), '<https://example.org/data/api/2/cells?page=3>; rel="next"');
  });

  it("is absent on the last page", async () => {
    assert.equal(await link("page=last"), undefined);
  });
});

describe("headers", () => {
  const get = (path: string): Promise<Response> => request(server.url + path, { headers: { Host: "x" } });

  it("a redirect is absolute and keeps the format", async () => {
    const { status, headers, text } = await get("/away.json");
    assert.deepEqual([status, headers["location"], text], [302, "http://x/to?format=json&q=", ""]);
  });

  it("a redirect has only characters of URLs", async () => {
    const { headers } = await get("/away?q=a%0d%0aSet-Cookie:%20x=1%20%C3%A4");
    assert.equal(headers["location"], "http://x/to?format=json&q=a%0D%0ASet-Cookie:%20x=1%20%C3%A4");
    assert.equal(headers["set-cookie"], undefined);
  });

  it("the file name of a download is plain", async () => {
    const named = async (name: string): Promise<string | undefined> =>
      (await get(`/api/2/named?format=csv&filename=${encodeURIComponent(name)}`)).headers["content-disposition"];
    assert.equal(await named("cra.csv"), 'attachment; filename="cra.csv"');
    assert.equal(await named('a"; x=\r\nSet-Cookie: b.csv'), 'attachment; filename="a_x_Set-Cookie_b.csv"');
  });

  it("no header names the server's software", async () => {
    const { headers } = await getRaw(server.port, "/api/2/cells");
    assert.ok(!Object.keys(headers).some((name) => /uwebsockets|server|powered/i.test(name)));
  });
});
