import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { request, waitUntil } from "../client.js";
import { custom, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

/** A server with a call that waits until it is let go. */
async function startGated(): Promise<{ server: TestServer; open: () => void; hasBegun: () => boolean }> {
  let open = (): void => {};
  let begun = false;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gated = custom("/api/2/gated", async () => {
    begun = true;
    await gate;
    return { redirect: "/" };
  });
  return { server: await startTestServer([...ROUTES, gated]), open, hasBegun: () => begun };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe("a stopping server", () => {
  it("finishes running requests with Connection: close, and refuses new connections", async () => {
    const { server, open, hasBegun } = await startGated();
    const agent = new Agent({ keepAlive: true });
    const running = request(`${server.url}/api/2/gated`, { agent });
    await waitUntil(hasBegun, "the request was received");
    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    await assert.rejects(request(`${server.url}/api/2/cells`), { code: "ECONNREFUSED" });
    assert.equal(isStopped, false);
    open();
    const { status, headers } = await running;
    assert.deepEqual([status, headers["connection"]], [302, "close"]);
    await stopped;
    agent.destroy();
  });

  it("answers requests on open connections while another runs", async () => {
    const { server, open, hasBegun } = await startGated();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await request(`${server.url}/api/2/cells`, { agent });
    const running = request(`${server.url}/api/2/gated`);
    await waitUntil(hasBegun, "the request was received");
    const stopped = server.stop();
    const { status, headers } = await request(`${server.url}/api/2/cells`, { agent });
    assert.deepEqual([status, headers["connection"]], [200, "close"]);
    open();
    await running;
    await stopped;
    agent.destroy();
  });

  it("finishes a stream", async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let hasBegun = false;
    const stream = streaming("/api/2/stream", async function* () {
      yield "x".repeat(100_000);
      yield "x".repeat(100_000);
      hasBegun = true;
      await gate;
      yield "end";
    });
    const server = await startTestServer([stream]);
    const running = request(`${server.url}/api/2/stream`);
    await waitUntil(() => hasBegun, "it began");
    const stopped = server.stop();
    open();
    assert.equal((await running).text.slice(-5), "xxend");
    await stopped;
  });

  it("closes idle connections", async () => {
    const server = await startTestServer(ROUTES);
    const idle = connect(server.port, "127.0.0.1").resume();
    await once(idle, "connect");
    await request(`${server.url}/api/2/cells`);
    await Promise.all([once(idle, "close"), server.stop()]);
  });

  it("may be stopped twice", async () => {
    const server = await startTestServer(ROUTES);
    await Promise.all([server.stop(), server.stop()]);
  });

  it("does not keep the process alive", async () => {
    const script = `
      import { startServer } from "${import.meta.resolve("#src/web/http/start-server.js")}";
      const server = await startServer({ host: "127.0.0.1", port: 0, version: "1", routes: [], unpackDirectory: ".", overflowDirectory: ".",
        authenticate: () => ({ id: null, name: null, admin: false }), logger: { error() {}, warn() {} } });
      const response = await fetch(server.url);
      await response.text();
      await server.stop();
      process.stdout.write(String(response.status));`;
    const args = ["--input-type=module", "--eval", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
    assert.equal(stdout, "404");
  });
});

describe("a port", () => {
  it("belongs to one server, and is free again at once", async () => {
    const port = await findFreePort();
    for (let i = 0; i < 2; i++) {
      const server = await startTestServer(ROUTES, { port });
      const agent = new Agent({ keepAlive: true });
      assert.equal((await request(`${server.url}/api/2/cells`, { agent })).status, 200);
      await assert.rejects(startTestServer(ROUTES, { port }), {
        message: `Cannot listen on 127.0.0.1:${port}: another program listens there; choose another port`,
      });
      // The server closes the connection first, so the system remembers its port.
      await server.stop();
      agent.destroy();
    }
  });

  it("needs an address of this machine", async () => {
    await assert.rejects(
      startTestServer(ROUTES, { host: "203.0.113.1" }),
      /^Conflict: Cannot listen on 203\.0\.113\.1:0: this machine does not have that address$/,
    );
  });
});

describe("a reader", () => {
  it("that takes nothing for too long is disconnected", async () => {
    let isClosed = false;
    const endless = streaming("/api/2/endless", function* () {
      try {
        for (;;) yield "x".repeat(100_000);
      } finally {
        isClosed = true;
      }
    });
    const server = await startTestServer([endless], { limits: { idleTimeoutMs: 200 } });
    const socket = connect(server.port, "127.0.0.1").pause();
    socket.write("GET /api/2/endless HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitUntil(() => isClosed, "the stream was closed");
    socket.destroy();
    await server.stop();
  });
});
