import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { ClusterNode } from "#src/engines/clickhouse/client/node.js";
import { EngineUnreachable } from "#src/core/errors/errors.js";

type Respond = RequestListener;

const LOSE: Respond = (request) => request.socket.resetAndDestroy();
const ANSWER: Respond = (_, response) => response.end("42");
/** Answers as a node whose connection to another one was lost. */
const REPORT: Respond = (_, response) =>
  response
    .writeHead(500, { "x-clickhouse-exception-code": "279" })
    .end("Code: 279. DB::Exception: All connection tries failed: host-b:9000 (ALL_CONNECTION_TRIES_FAILED)");
/** Answers as a node that is being stopped. */
const STOP: Respond = (_, response) =>
  response
    .writeHead(500, { "x-clickhouse-exception-code": "236" })
    .end("Code: 236. DB::Exception: The server is shutting down. (ABORTED)");
/** Sends a part of an answer. */
const BREAK: Respond = (_, response) => {
  response.write("4", () => response.socket!.resetAndDestroy());
};

/** Start a node that responds to each request in its own way, and counts them. */
async function startNode(context: TestContext, responses: readonly Respond[]) {
  let requests = 0;
  const server = createServer((request, response) => {
    // A reset connection has an error, which nobody else awaits.
    request.on("error", () => {});
    request.resume().on("end", () => responses[requests++]!(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node = new ClusterNode(url, { urls: [url], cluster: "c", database: "d", user: "u", password: "" });
  context.after(() => node.close());
  return { node, count: () => requests };
}

function namesNothing(error: unknown): true {
  assert.ok(error instanceof EngineUnreachable);
  assert.equal(error.message, "The data cannot be reached now; retry later");
  return true;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk.toString();
  return text;
}

describe("a node whose connection is lost", () => {
  for (const [how, lose] of Object.entries({ "a reset": LOSE, "a reported loss": REPORT, "an announced end": STOP })) {
    it(`is asked once more after ${how}`, async (context) => {
      const { node, count } = await startNode(context, [lose, ANSWER, lose, ANSWER]);
      assert.equal((await node.query({ sql: "SELECT 42" })).toString(), "42");
      assert.equal(await readAll(node.stream({ sql: "SELECT 42" })), "42");
      assert.equal(count(), 4);
    });

    it(`is not asked a third time after ${how}`, async (context) => {
      const { node, count } = await startNode(context, [lose, lose, lose, lose, ANSWER]);
      await assert.rejects(node.query({ sql: "SELECT 42" }), namesNothing);
      await assert.rejects(readAll(node.stream({ sql: "SELECT 42" })), namesNothing);
      assert.equal(count(), 4);
    });

    it(`is never told twice to change something, after ${how}`, async (context) => {
      const { node, count } = await startNode(context, [lose, lose, ANSWER]);
      await assert.rejects(node.run("DROP TABLE t"), namesNothing);
      await assert.rejects(node.insert("INSERT INTO t FORMAT RowBinary", new Uint8Array(1)), namesNothing);
      assert.equal(count(), 2);
    });
  }

  it("is not asked again once a part of its stream was passed on", async (context) => {
    const { node, count } = await startNode(context, [BREAK, ANSWER]);
    const chunks: string[] = [];
    await assert.rejects(async () => {
      for await (const chunk of node.stream({ sql: "SELECT 42" })) chunks.push(chunk.toString());
    }, namesNothing);
    assert.deepEqual([chunks, count()], [["4"], 1]);
  });

  it("is asked again if a part of an answer was read, but not passed on", async (context) => {
    const { node, count } = await startNode(context, [BREAK, ANSWER]);
    assert.equal((await node.query({ sql: "SELECT 42" })).toString(), "42");
    assert.equal(count(), 2);
  });
});
