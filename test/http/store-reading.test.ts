import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { request, waitUntil } from "./client.js";
import { custom, LARGE, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "./server.js";

/** A server that notes what becomes of its readings. */
describe("what a request reads is kept", () => {
  let server: TestServer;
  let log: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });

  before(async () => {
    const routes = [
      ...ROUTES,
      streaming("/api/2/stream", async function* () {
        for (let i = 0; i < 20; i++) {
          log.push("piece");
          yield LARGE;
        }
      }),
      streaming("/api/2/breaks", async function* () {
        yield LARGE;
        yield LARGE;
        throw new Error("broken");
      }),
      custom("/api/2/late", async (input) => {
        await gate;
        return ROUTES.find(({ path }) => path === "/api/2/large")!.call(input);
      }),
    ];
    server = await startTestServer(routes, {
      limits: { computationMs: 200 },
      beginReading: () => {
        log.push("begin");
        return { seal: () => log.push("seal"), end: () => log.push("end") };
      },
    });
  });
  after(() => server.stop());

  /** What was noted, from the begin to the first end. */
  async function noted(ask: () => Promise<unknown>): Promise<readonly string[]> {
    log = [];
    await ask().catch(() => {});
    await waitUntil(() => log.includes("end"), "the reading ended");
    return [...new Set(log)];
  }

  it("until the answer is there", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/cells`)), ["begin", "end"]);
  });

  it("until a stream has ended, without what is published meanwhile", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/stream`)), ["begin", "piece", "seal", "end"]);
    assert.equal(log.filter((each) => each === "piece").length, 20);
    assert.equal(log.at(-1), "end");
  });

  it("until a stream has broken off", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/breaks`)), ["begin", "seal", "end"]);
  });

  it("until the client is gone", async () => {
    const reading = noted(async () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write("GET /api/2/stream HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
    });
    assert.deepEqual(await reading, ["begin", "piece", "seal", "end"]);
  });

  it("no longer than a refusal takes", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/bug`)), ["begin", "end"]);
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/refuse?family=NotFound`)), ["begin", "end"]);
  });

  it("for a stream that HEAD leaves out", async () => {
    const reading = await noted(() => request(`${server.url}/api/2/stream`, { method: "HEAD" }));
    assert.deepEqual(reading, ["begin", "piece", "seal", "end"]);
  });

  it("while work goes on whose answer comes too late", async () => {
    log = [];
    const late = await request(`${server.url}/api/2/late`);
    assert.equal(late.status, 503);
    assert.deepEqual(log, ["begin"]);
    open();
    await waitUntil(() => log.includes("end"), "the reading ended");
  });
});
