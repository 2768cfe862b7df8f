import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, it } from "node:test";
import { request, waitUntil } from "../client.js";
import { custom, ROUTES } from "./routes.js";
import { ADAPTERS, startTestServer, type TestServer } from "../server.js";

const GATED = "GET /api/2/gated HTTP/1.1\r\nHost: x\r\n\r\n";

/** A server with a call that waits for `open`. */
interface Gated extends TestServer {
  readonly open: () => void;
  /** Number of calls that began. */
  readonly begun: () => number;
}

/** Wait for the end of a connection; a reset is one. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once("close", resolve);
  });
}

for (const [name, listen] of ADAPTERS) {
  const start = async (idleTimeoutMs: number): Promise<Gated> => {
    let open = (): void => {};
    let begun = 0;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const gated = custom("/api/2/gated", async () => {
      begun++;
      await gate;
      return { redirect: "/" };
    });
    const server = await startTestServer([...ROUTES, gated], { listen, limits: { idleTimeoutMs } });
    return { ...server, open, begun: () => begun };
  };

  /** Send bytes, then one more now and then, until the server closes the connection. */
  const trickle = async (server: TestServer, head: string, everyMs: number): Promise<void> => {
    const socket = connect(server.port, "127.0.0.1").resume();
    socket.on("error", () => {});
    socket.write(head);
    const sending = setInterval(() => socket.write("x"), everyMs);
    await closed(socket);
    clearInterval(sending);
  };

  const open = async ({ port }: TestServer): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1").resume();
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };

  describe(`the server ends, over ${name},`, { concurrency: true }, () => {
    // The two idle limits of the head are those of uWebSockets.js, which has no setting for them.
    it("a connection that sends nothing", async () => {
      const server = await start(60_000);
      await closed(await open(server));
      await server.stop();
    });

    it("a connection that sends a head byte by byte", async () => {
      const server = await start(60_000);
      await trickle(server, "GET /api/2/cells HTTP/1.1\r\nHost: x\r\nA: ", 500);
      await server.stop();
    });

    it("a connection that sends a body byte by byte, which is read", async () => {
      const server = await start(300);
      await trickle(server, "POST /api/2/new HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", 20);
      await server.stop();
    });

    for (const head of ["GET /api/2/cells", "POST /api/2/new?read=no"]) {
      it(`a connection that sends a body byte by byte, which is not read: ${head}`, async () => {
        const server = await start(60_000);
        await trickle(server, `${head} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n`, 500);
        await server.stop();
      });
    }

    it("a connection that sends requests before the reply to the first one, and with it their work", async () => {
      const server = await start(60_000);
      const socket = await open(server);
      socket.write(GATED.repeat(10_000));
      await closed(socket);
      assert.ok(server.begun() <= 1, `${server.begun()} calls began`);
      await waitUntil(() => server.figures().connections === 0, "no connection is counted");
      server.open();
      await server.stop();
    });

    it("what it counts for a connection that is gone, whatever ran on it", async () => {
      const server = await start(60_000);
      for (const requests of [1, 2, 100]) {
        const before = server.begun();
        const socket = await open(server);
        for (let at = 0; at < requests && !socket.destroyed; at++) {
          socket.write(GATED);
          if (at === 0) await waitUntil(() => server.begun() > before, "the first call began");
        }
        socket.destroy();
      }
      await waitUntil(() => server.figures().connections === 0, "no connection is counted");
      server.open();
      assert.equal((await request(`${server.url}/api/2/cells`)).status, 200);
      await server.stop();
    });
  });
}
