import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import type { ADDONS } from "#src/core/assets/list.js";
import { listenOverFirst } from "#src/web/http/server/listen.js";
import type { Served } from "#src/web/http/message/message.js";
import type { Route } from "#src/web/http/message/route.js";
import { certifiedName, makeCertificate } from "./certificate.js";
import { getRaw, readToEnd, request, sendRaw, waitUntil } from "../client.js";
import { custom, LARGE, ROUTES, streaming } from "./routes.js";
import { ADAPTERS, startTestServer, type TestServer } from "../server.js";

const CHUNK = "0123456789abcdef".repeat(4096);
/** 100 MB: more than what the system keeps for a reader. */
const CHUNKS = 1600;
const SILENCE_MS = 300;

/** Record of the calls. */
interface Calls {
  made: number;
  isClosed: boolean;
  bytes: number;
  failure: unknown;
}

for (const [name, adapter] of ADAPTERS) {
  describe(`over ${name}`, () => {
    let server: TestServer;
    let calls: Calls;
    let letGo: () => void;
    const served: Served[] = [];

    const begin = (): void => {
      calls = { made: 0, isClosed: false, bytes: 0, failure: undefined };
    };
    const start = (more: Partial<Parameters<typeof startTestServer>[1]> = {}): Promise<TestServer> => {
      const gate = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return startTestServer([...ROUTES, ...makeCalls(() => calls, gate)], { listen: adapter, ...more });
    };

    /** Wait until nothing more is made for a reader that reads nothing. */
    const waitForStall = async (): Promise<void> => {
      await waitUntil(() => calls.made > 0, "it began");
      for (let seen = -1; seen !== calls.made;) {
        seen = calls.made;
        for (let i = 0; i < 20; i++) await request(`${server.url}/api/2/cells`);
      }
      assert.ok(calls.made < CHUNKS / 2, `${calls.made} chunks were made for nobody`);
    };

    before(async () => {
      begin();
      server = await start({ watch: { wantsAddress: true, onServed: (each) => served.push(each) } });
    });
    after(() => server.stop());

    it("a body has its length, HEAD has none, and a method that is not served is refused", async () => {
      const got = await request(`${server.url}/api/2/cells?format=csv`);
      assert.deepEqual([got.status, got.text, got.headers["content-length"]], [200, "amount\r\n12.5\r\n", "14"]);
      const head = await request(`${server.url}/api/2/cells?format=csv`, { method: "HEAD" });
      assert.deepEqual([head.status, head.text, head.headers["content-length"]], [200, "", "14"]);
      const stream = await request(`${server.url}/api/2/huge`, { method: "HEAD" });
      assert.deepEqual([stream.text, stream.headers["transfer-encoding"]], ["", "chunked"]);
      assert.equal((await request(`${server.url}/api/2/cells`, { method: "OPTIONS" })).status, 204);
      const other = await request(`${server.url}/api/2/cells`, { method: "DELETE" });
      assert.deepEqual([other.status, other.headers["allow"]], [405, "GET, HEAD, OPTIONS"]);
    });

    it("an answer that the client has is not sent again", async () => {
      const { headers } = await request(`${server.url}/api/2/cells`);
      const again = await request(`${server.url}/api/2/cells`, { headers: { "If-None-Match": headers["etag"]! } });
      assert.deepEqual([again.status, again.text], [304, ""]);
    });

    it("a large body arrives whole, and compressed", async () => {
      assert.equal((await request(`${server.url}/api/2/large`)).text, LARGE);
      const packed = await request(`${server.url}/api/2/large`, { headers: { "Accept-Encoding": "gzip" } });
      assert.equal(packed.headers["content-encoding"], "gzip");
    });

    it("a stream waits for a reader that stalls, and then comes whole", async () => {
      begin();
      const sent = get(`${server.url}/api/2/huge`, { agent: false });
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      await waitForStall();
      let bytes = 0;
      for await (const piece of response) bytes += (piece as Buffer).length;
      assert.equal(bytes, CHUNKS * CHUNK.length);
    });

    it("a file is sent with its length to a reader that stalls, in parts too, and a short one is incomplete", async () => {
      begin();
      const sent = get(`${server.url}/api/2/file`, { agent: false });
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      assert.equal(response.headers["content-length"], String(CHUNKS * CHUNK.length));
      await waitForStall();
      let bytes = 0;
      for await (const piece of response) bytes += (piece as Buffer).length;
      assert.equal(bytes, CHUNKS * CHUNK.length);
      const part = await request(`${server.url}/api/2/file`, { headers: { Range: "bytes=65530-131080" } });
      assert.deepEqual([part.status, part.text], [206, CHUNK.repeat(3).slice(65_530, 131_081)]);
      await assert.rejects(request(`${server.url}/api/2/short`), { code: "ECONNRESET" });
    });

    it("work ends when its client disconnects, and the observer is told", async () => {
      begin();
      const socket = connect(server.port, "127.0.0.1").resume();
      socket.write("GET /api/2/endless HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
      await waitUntil(() => calls.isClosed, "it was closed");
      await waitUntil(() => served.at(-1)!.head.path === "/api/2/endless", "it was noted");
      assert.deepEqual([served.at(-1)!.isGone, served.at(-1)!.remoteAddress], [true, "127.0.0.1"]);
    });

    it("a failing stream is an incomplete answer", async () => {
      await assert.rejects(request(`${server.url}/api/2/breaks`), { code: "ECONNRESET" });
      assert.equal(server.log.at(-1)!.message, "a reply broke off");
    });

    it("bodies are read, also in chunks, and refused beyond the limit; the connection stays open", async () => {
      const post = (body: Buffer, headers = {}) =>
        request(`${server.url}/api/2/new`, { method: "POST", body, headers: { Host: "x", ...headers } });
      assert.deepEqual(JSON.parse((await post(Buffer.alloc(100_000))).text), { bytes: 100_000 });
      const chunked = await post(Buffer.alloc(100_000), { "Transfer-Encoding": "chunked" });
      assert.deepEqual(JSON.parse(chunked.text), { bytes: 100_000 });
      const parts = [
        `POST /api/2/new HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n${"x".repeat(2_000_000)}`,
        "GET /api/2/cells HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      ];
      const { status, text } = await sendRaw(server.port, parts.join(""));
      assert.equal(status, 413);
      assert.match(text, /larger than 1048576 bytes[^]*HTTP\/1\.1 200 OK[^]*"amount":12\.5/);
    });

    it("an upload waits for its reader, and is cancelled when the client disconnects", async () => {
      begin();
      const whole = await request(`${server.url}/api/2/upload`, { method: "POST", body: Buffer.alloc(20_000_000) });
      assert.deepEqual([whole.status, calls.bytes], [202, 20_000_000]);
      begin();
      const socket = connect(server.port, "127.0.0.1").resume();
      socket.write(`POST /api/2/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc`);
      await waitUntil(() => calls.bytes === 3, "it began");
      socket.destroy();
      await waitUntil(() => calls.failure !== undefined, "it was given up");
      assert.match(String(calls.failure), /The client went away/);
    });

    it("headers are joined, and too many of them refused in JSON", async () => {
      const { text } = await getRaw(server.port, "/api/2/echo?a=1&a=2&q=%C3%9F", "Accept: text/csv\r\nAccept: */*\r\n");
      assert.deepEqual([JSON.parse(text).a, JSON.parse(text).q], [["1", "2"], "ß"]);
      const large = await getRaw(server.port, "/api/2/cells", `X: ${"x".repeat(20_000)}\r\n`);
      assert.deepEqual([large.status, JSON.parse(large.text).errors.length], [431, 1]);
      assert.equal((await getRaw(server.port, "/api/2/cells", `X: ${"x".repeat(50_000)}\r\n`)).status, 431);
    });

    it("a client that reads nothing for too long is disconnected", async () => {
      begin();
      const impatient = await start({ limits: { idleTimeoutMs: SILENCE_MS } });
      const socket = connect(impatient.port, "127.0.0.1").pause();
      socket.write("GET /api/2/endless HTTP/1.1\r\nHost: x\r\n\r\n");
      await waitUntil(() => calls.isClosed, "the stream was closed");
      socket.destroy();
      await impatient.stop();
    });

    it("a stopping server finishes running requests with Connection: close, and closes idle connections", async () => {
      begin();
      const stopping = await start();
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      await request(`${stopping.url}/api/2/cells`, { agent });
      const idle = connect(stopping.port, "127.0.0.1").resume();
      await once(idle, "connect");
      const running = request(`${stopping.url}/api/2/gated`);
      await waitUntil(() => calls.made > 0, "it began");
      assert.equal(stopping.figures().connections, 3);
      const closed = once(idle, "close");
      const stopped = stopping.stop();
      const late = await request(`${stopping.url}/api/2/cells`, { agent });
      assert.deepEqual([late.status, late.headers["connection"]], [200, "close"]);
      await assert.rejects(request(`${stopping.url}/api/2/cells`), { code: "ECONNREFUSED" });
      letGo();
      assert.deepEqual([(await running).status, (await running).headers["connection"]], [302, "close"]);
      await Promise.all([stopped, closed]);
      agent.destroy();
    });

    it("a port in use is refused", async () => {
      await assert.rejects(start({ port: server.port }), {
        message: `Cannot listen on 127.0.0.1:${server.port}: another program listens there; choose another port`,
      });
    });

    it("HTTPS serves the same as HTTP, and needs a key and a certificate", async () => {
      const tls = makeCertificate("localhost");
      try {
        const secure = await start({ tls });
        assert.equal(JSON.parse((await request(`${secure.url}/api/2/echo`)).text).origin, secure.url);
        assert.equal((await request(`${secure.url}/api/2/large`)).text, LARGE);
        await secure.stop();
        const none = { keyFile: tls.certFile, certFile: tls.keyFile };
        await assert.rejects(start({ tls: none }), /^Conflict: Cannot serve HTTPS with the key ".*cert\.pem"/);
      } finally {
        tls.remove();
      }
    });

    it("a renewed certificate is used for new connections, and open ones stay open", async () => {
      begin();
      const [tls, renewed] = [makeCertificate("first"), makeCertificate("second")];
      const secure = await start({ tls });
      try {
        const agent = new SecureAgent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
        const running = request(`${secure.url}/api/2/gated`, { agent });
        await waitUntil(() => calls.made > 0, "it began");
        assert.equal(await certifiedName(secure.port), "first");
        renewed.copyTo(tls);
        await secure.renewTls();
        assert.equal(await certifiedName(secure.port), "second");
        letGo();
        assert.equal((await running).status, 302);
        for (let i = 0; i < 5; i++) {
          const asking = Array.from({ length: 20 }, () => request(`${secure.url}/api/2/large`));
          await secure.renewTls();
          for (const { text } of await Promise.all(asking)) assert.equal(text, LARGE);
        }
        writeFileSync(tls.certFile, "none");
        await assert.rejects(secure.renewTls(), /^Conflict: Cannot serve HTTPS with the key/);
        assert.equal(await certifiedName(secure.port), "second");
        agent.destroy();
      } finally {
        await secure.stop();
        tls.remove();
        renewed.remove();
      }
    });

    it("a malformed request is refused, and the next one is answered", async () => {
      for (const text of [
        "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
      ]) {
        const socket = connect(server.port, "127.0.0.1");
        socket.write(text);
        assert.match((await readToEnd(socket)).toString(), /^HTTP\/1\.1 400 /);
      }
      assert.equal((await request(`${server.url}/api/2/cells`)).status, 200);
    });
  });
}

describe("if no build of the addon loads", () => {
  it("Node's own server is used, and the log says why", async () => {
    const none = ["no-such-addon"] as unknown as typeof ADDONS;
    const server = await startTestServer(ROUTES, { listen: (settings) => listenOverFirst(none, settings) });
    assert.equal((await request(`${server.url}/api/2/cells`)).status, 200);
    const { fields, message } = server.log[0]!;
    assert.match(message, /^no build of uWebSockets\.js loads here: serving with Node's HTTP server, .* half as many/);
    assert.deepEqual(fields["reasons"], ["no-such-addon: Cannot find module 'no-such-addon'"]);
    await server.stop();
  });
});

/** A route that sends a file. @param chunks number that its length is of */
function filing(path: string, chunks: number, make: () => Iterable<string>): Route {
  return custom(path, () => ({
    version: "1",
    lastModified: null,
    canonical: path,
    public: true,
    measure: async () => ({ bytes: chunks * CHUNK.length, sha256: "0".repeat(64) }),
    formats: { json: async () => ({ chunks: make() }) },
  }));
}

function makeCalls(callsOf: () => Calls, gate: Promise<void>) {
  function* make(chunks: number): Generator<string> {
    const mine = callsOf();
    try {
      for (let i = 0; i < chunks; i++) {
        mine.made++;
        yield CHUNK;
      }
    } finally {
      mine.isClosed = true;
    }
  }
  return [
    streaming("/api/2/huge", () => make(CHUNKS)),
    filing("/api/2/file", CHUNKS, () => make(CHUNKS)),
    filing("/api/2/short", CHUNKS, () => make(3)),
    streaming("/api/2/endless", () => make(Infinity)),
    streaming("/api/2/breaks", function* () {
      yield CHUNK;
      yield CHUNK;
      throw new Error("in the middle");
    }),
    custom("/api/2/gated", async () => {
      callsOf().made++;
      await gate;
      return { redirect: "/" };
    }),
    custom(
      "/api/2/upload",
      async ({ upload }) => {
        const mine = callsOf();
        try {
          for await (const piece of upload) {
            mine.bytes += piece.length;
            await new Promise(setImmediate);
          }
        } catch (error) {
          mine.failure = error;
          throw error;
        }
        return { accepted: "{}", location: "/" };
      },
      { method: "POST" },
    ),
  ];
}
