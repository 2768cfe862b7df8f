import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { request, waitUntil } from "../client.js";
import { custom, LARGE, ROUTES, streaming } from "./routes.js";
import { startTestServer, type TestServer } from "../server.js";

/** A server that notes what becomes of its readings. */
describe("a version that a request reads is pinned", () => {
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

  /** Return the events from the begin to the first end. */
  async function noted(ask: () => Promise<unknown>): Promise<readonly string[]> {
    log = [];
    await ask().catch(() => {});
    await waitUntil(() => log.includes("end"), "the reading ended");
    return [...new Set(log)];
  }

  it("until HEAD has discarded a stream", async () => {
    const reading = await noted(() => request(`${server.url}/api/2/stream`, { method: "HEAD" }));
    assert.deepEqual(reading, ["begin", "piece", "seal", "end"]);
  });

  it("until the answer is complete", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/cells`)), ["begin", "end"]);
  });

  it("until a stream has ended; newer versions are not pinned", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/stream`)), ["begin", "piece", "seal", "end"]);
    assert.equal(log.filter((each) => each === "piece").length, 20);
    assert.equal(log.at(-1), "end");
  });

  it("until a stream has failed", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/breaks`)), ["begin", "seal", "end"]);
  });

  it("until the client disconnects", async () => {
    const reading = noted(async () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write("GET /api/2/stream HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
    });
    assert.deepEqual(await reading, ["begin", "piece", "seal", "end"]);
  });

  it("until a refusal is sent", async () => {
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/bug`)), ["begin", "end"]);
    assert.deepEqual(await noted(() => request(`${server.url}/api/2/refuse?family=NotFound`)), ["begin", "end"]);
  });

  it("until work ends whose time is over", async () => {
    log = [];
    const late = await request(`${server.url}/api/2/late`);
    assert.equal(late.status, 503);
    assert.deepEqual(log, ["begin"]);
    open();
    await waitUntil(() => log.includes("end"), "the reading ended");
  });
});
