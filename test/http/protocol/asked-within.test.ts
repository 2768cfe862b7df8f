import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Cancel } from "#src/web/http/message/cancel.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { ROUTES, streaming } from "./routes.js";

/** Pieces that were made of each answer. */
const made = new Map<string, number>();
const NUMBER = 50;

function countPieces(path: string) {
  return streaming(path, async function* () {
    for (let at = 0; at < NUMBER; at++) {
      made.set(path, (made.get(path) ?? 0) + 1);
      yield `${at === 0 ? "[" : ","}"${"x".repeat(10_000)}"${at === NUMBER - 1 ? "]" : ""}`;
      await new Promise(setImmediate);
    }
  });
}

let server: TestServer;
before(async () => (server = await startTestServer([...ROUTES, countPieces("/api/2/once")])));
after(() => server.stop());

describe("an answer that the server's own process asks for", () => {
  it("is made to its end, and kept for those who ask then", async () => {
    assert.equal(await server.ask("/api/2/once?a=b", new Cancel()), 200);
    assert.equal(made.get("/api/2/once"), NUMBER);
    const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
    assert.equal((await request(`${server.url}/api/2/once?a=b`, { headers })).status, 200);
    assert.equal(made.get("/api/2/once"), NUMBER);
  });

  it("has the status that others get", async () => {
    for (const path of ["/datasets", "/nothing/at/all/here", "/api/2/private", "/api/2/refuse?family=OverCapacity"]) {
      const { status } = await request(server.url + path, { headers: { accept: "text/html" } });
      assert.equal(await server.ask(path, new Cancel()), status, path);
    }
  });

  it("is of nobody who is signed in", async () => {
    assert.equal(await server.ask("/api/2/private", new Cancel()), 401);
  });
});
