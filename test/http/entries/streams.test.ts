import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { after, before, beforeEach, describe, it } from "node:test";
import { readToEnd, request, waitUntil } from "../client.js";
import { streaming } from "../protocol/routes.js";
import { startTestServer, type TestServer } from "../server.js";

const CHUNK = "0123456789abcdef".repeat(4096);
/** 200 MB. */
const CHUNKS = 3200;

const WHOLE = createHash("sha1")
  .update(Buffer.alloc(CHUNKS * CHUNK.length, CHUNK))
  .digest("hex");

interface Production {
  numMade: number;
  isClosed: boolean;
}

let server: TestServer;
let production: Production;

function* produce(): Generator<string> {
  const mine = production;
  try {
    for (let i = 0; i < CHUNKS; i++) {
      mine.numMade++;
      yield CHUNK;
    }
  } finally {
    mine.isClosed = true;
  }
}

before(async () => {
  server = await startTestServer([
    streaming("/api/2/huge", produce),
    streaming("/api/2/later", async function* () {
      yield* produce();
    }),
    streaming("/api/2/waiting", async function* ({ cancel: { signal } }) {
      const mine = production;
      try {
        yield CHUNK;
        yield CHUNK;
        await once(signal, "abort");
      } finally {
        mine.isClosed = true;
      }
    }),
    streaming("/api/2/breaks", function* () {
      yield CHUNK;
      yield CHUNK;
      throw new Error("in the middle");
    }),
    streaming("/api/2/breaks-early", function* () {
      yield "[";
      throw new Error("at the beginning");
    }),
    streaming("/api/2/one", () => [CHUNK.repeat(100)]),
  ]);
});
after(() => server.stop());
beforeEach(() => {
  production = { numMade: 0, isClosed: false };
});

/** Ask for a path and read nothing. */
function ask(path: string, headers = ""): Socket {
  const socket = connect({ port: server.port, host: "127.0.0.1" });
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  return socket;
}

/** Wait until nothing more is made although other requests are answered. */
async function waitForStall(): Promise<number> {
  for (let before = -1; before !== production.numMade || before === 0;) {
    before = production.numMade;
    for (let i = 0; i < 20; i++) await request(`${server.url}/api/2/breaks-early`);
  }
  return production.numMade;
}

describe("streams", () => {
  for (const path of ["/api/2/huge", "/api/2/later"]) {
    it(`${path} waits for a reader that stalls, and then comes whole`, async () => {
      const sent = get(`${server.url}${path}`, { agent: false });
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      const numMade = await waitForStall();
      assert.ok(numMade < CHUNKS / 4, `${numMade} chunks were made for nobody`);
      assert.equal(production.isClosed, false);
      const hash = createHash("sha1");
      for await (const part of response) hash.update(part as Buffer);
      assert.equal(production.numMade, CHUNKS);
      assert.equal(hash.digest("hex"), WHOLE);
    });
  }

  for (const [name, headers] of [
    ["plain", ""],
    ["compressed", "Accept-Encoding: br\r\n"],
  ] as const) {
    it(`a ${name} stream is closed when its reader goes away`, async () => {
      const mine = production;
      const socket = ask("/api/2/huge", headers);
      await waitUntil(() => mine.numMade > 0, "it began");
      socket.destroy();
      await waitUntil(() => mine.isClosed, "it was closed");
      assert.ok(mine.numMade < CHUNKS);
    });
  }

  it("a waiting producer is told that its reader is gone", async () => {
    const mine = production;
    const socket = ask("/api/2/waiting");
    socket.resume();
    await once(socket, "data");
    socket.destroy();
    await waitUntil(() => mine.isClosed, "it was closed");
  });

  it("an error in the middle breaks the connection and is logged", async () => {
    const body = (await readToEnd(ask("/api/2/breaks").resume())).toString();
    assert.ok(body.startsWith("HTTP/1.1 200 OK"));
    assert.ok(!body.endsWith("0\r\n\r\n"));
    const { fields, message } = server.log.at(-1)!;
    assert.deepEqual([message, (fields["err"] as Error).message], ["a reply broke off", "in the middle"]);
    await assert.rejects(request(`${server.url}/api/2/breaks`), { code: "ECONNRESET" });
  });

  it("so does one in a compressed stream", async () => {
    const headers = { "Accept-Encoding": "gzip" };
    await assert.rejects(request(`${server.url}/api/2/breaks`, { headers }), { code: "ECONNRESET" });
  });

  it("an error before anything is sent has its status", async () => {
    assert.equal((await request(`${server.url}/api/2/breaks-early`)).status, 500);
  });

  it("a long body in one piece arrives, however late it is read", async () => {
    const socket = ask("/api/2/one");
    await waitForWrites();
    const body = await readToEnd(socket.resume());
    assert.ok(body.includes(`Content-Length: ${CHUNK.length * 100}\r\n`));
    assert.equal(body.length - body.indexOf("\r\n\r\n") - 4, CHUNK.length * 100);
  });

  it("other requests are answered while a long stream is sent", async () => {
    const socket = ask("/api/2/huge").resume();
    const mine = production;
    await waitUntil(() => mine.numMade > 0, "it began");
    await request(`${server.url}/api/2/breaks-early`);
    assert.ok(mine.numMade < CHUNKS, "the stream came first");
    socket.destroy();
  });
});

async function waitForWrites(): Promise<void> {
  for (let i = 0; i < 20; i++) await request(`${server.url}/api/2/breaks-early`);
}
