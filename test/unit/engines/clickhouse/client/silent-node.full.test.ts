import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { ClusterNode } from "#src/engines/clickhouse/client/node.js";
import { EngineUnreachable, OverCapacity } from "#src/core/errors/errors.js";

/** Milliseconds after which a silent node counts as lost here. */
const IDLE = 50;
/** The same, where an answer must come in time on a busy machine. */
const LONG = 1000;
const SILENT: RequestListener = () => {};
const ANSWER: RequestListener = (_, response) => response.end("42");
/** Sends a part of an answer, and no more: nor does it end the connection. */
const STOP: RequestListener = (_, response) => response.write("4");
const QUERY = { sql: "SELECT 42" };

/** Start a node that responds to each request in its own way, and counts them. */
async function startNode(context: TestContext, responses: readonly RequestListener[], idle = IDLE) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.on("error", () => {});
    request.resume().on("end", () => responses[requests++]!(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const node = new ClusterNode(url, { urls: [url], cluster: "c", database: "d", user: "u", password: "" });
  node.patience = { connect: 5000, idle };
  context.after(() => {
    node.close();
    server.closeAllConnections();
    server.close();
  });
  return { node, count: () => requests };
}

describe("a node that is silent, and closes no connection", () => {
  it("is lost for a query, which is sent once more", async (context) => {
    const { node, count } = await startNode(context, [SILENT, ANSWER, SILENT, SILENT], LONG);
    assert.equal((await node.query(QUERY)).toString(), "42");
    await assert.rejects(node.query(QUERY), EngineUnreachable);
    assert.equal(count(), 4);
  });

  it("is lost for an answer that it began", async (context) => {
    const { node } = await startNode(context, [STOP, ANSWER, STOP, STOP], LONG);
    assert.equal((await node.query(QUERY)).toString(), "42");
    await assert.rejects(node.query(QUERY), EngineUnreachable);
  });

  it("is lost for a stream that it began", async (context) => {
    const { node, count } = await startNode(context, [STOP]);
    const chunks: string[] = [];
    await assert.rejects(async () => {
      for await (const chunk of node.stream(QUERY)) chunks.push(chunk.toString());
    }, EngineUnreachable);
    assert.deepEqual([chunks, count()], [["4"], 1]);
  });

  it("is lost for a statement, which is not sent again", async (context) => {
    const { node, count } = await startNode(context, [SILENT, SILENT]);
    await assert.rejects(node.run("DROP TABLE t"), EngineUnreachable);
    await assert.rejects(node.insert("INSERT INTO t FORMAT RowBinary", new Uint8Array(1)), EngineUnreachable);
    assert.equal(count(), 2);
  });

  it("does not hold a query beyond its deadline", async (context) => {
    const { node } = await startNode(context, [SILENT, SILENT, SILENT], 3_600_000);
    await assert.rejects(node.query({ ...QUERY, bounds: { deadline: performance.now() + 20 } }), OverCapacity);
  });

  it("is not taken for one to which a busy thread connects", async (context) => {
    const { node, count } = await startNode(context, [ANSWER]);
    node.patience = { connect: 20, idle: 3_600_000 };
    const answer = node.run("DROP TABLE t");
    // The connection begins in this turn of the event loop, and is there long before the next one.
    for (let ticks = 0; ticks < 5; ticks++) await new Promise<void>((resolve) => process.nextTick(resolve));
    const end = performance.now() + 100;
    while (performance.now() < end);
    await answer;
    assert.equal(count(), 1);
  });

  it("is not taken for one whose answer is read slowly", async (context) => {
    const half = 1 << 20;
    const { node } = await startNode(context, [(_, response) => response.end(Buffer.alloc(2 * half)), SILENT, SILENT]);
    let length = 0;
    for await (const chunk of node.stream(QUERY)) {
      // Twice as long as a silent node is waited for.
      if (length === 0) await assert.rejects(node.query(QUERY), EngineUnreachable);
      length += chunk.length;
    }
    assert.equal(length, 2 * half);
  });
});

describe("a node with another replica", () => {
  const LOSE: RequestListener = (request) => request.socket.resetAndDestroy();
  const LACK: RequestListener = (_, response) =>
    response.writeHead(404, { "x-clickhouse-exception-code": "60" }).end("Code: 60. DB::Exception: Unknown table");
  const DISLIKE: RequestListener = (_, response) =>
    response.writeHead(400, { "x-clickhouse-exception-code": "62" }).end("Code: 62. DB::Exception: Syntax error");

  /** Start two replicas. */
  async function startBoth(context: TestContext, one: readonly RequestListener[], two: readonly RequestListener[]) {
    const [first, second] = [await startNode(context, one, LONG), await startNode(context, two, LONG)];
    first.node.replicas = second.node.replicas = [first.node, second.node];
    return { node: first.node, other: second.node, counts: () => [first.count(), second.count()] };
  }

  for (const [how, lose] of Object.entries({ "is reset": LOSE, "is silent": SILENT, "lacks the table": LACK })) {
    it(`passes a query on if it ${how}`, async (context) => {
      const { node, counts } = await startBoth(context, [lose], [ANSWER]);
      assert.equal((await node.query(QUERY)).toString(), "42");
      assert.deepEqual(counts(), [1, 1]);
    });

    it(`passes a stream on if it ${how}`, async (context) => {
      const { node, counts } = await startBoth(context, [lose], [ANSWER]);
      const chunks: string[] = [];
      for await (const chunk of node.stream(QUERY)) chunks.push(chunk.toString());
      assert.deepEqual([chunks, counts()], [["42"], [1, 1]]);
    });
  }

  it("is passed by after it was lost, until it answers and has all tables", async (context) => {
    const { node, counts } = await startBoth(context, [LOSE, ANSWER, ANSWER], [ANSWER, ANSWER, ANSWER]);
    await node.query(QUERY);
    await node.query(QUERY);
    assert.deepEqual(counts(), [1, 2]);
    await node.query({ ...QUERY, isOwn: true });
    await node.query(QUERY);
    assert.deepEqual(counts(), [2, 3]);
    node.isBehind = false;
    await node.query(QUERY);
    assert.deepEqual(counts(), [3, 3]);
  });

  it("passes nothing on that the cluster refused", async (context) => {
    const { node, counts } = await startBoth(context, [DISLIKE], [ANSWER]);
    await assert.rejects(node.query(QUERY), /Syntax error/);
    assert.deepEqual(counts(), [1, 0]);
  });

  it("is not asked again, if the other is lost, too", async (context) => {
    const { node, counts } = await startBoth(context, [LOSE, ANSWER], [LOSE, ANSWER]);
    await assert.rejects(node.query(QUERY), EngineUnreachable);
    assert.deepEqual(counts(), [1, 1]);
  });

  it("passes no statement on", async (context) => {
    const { node, counts } = await startBoth(context, [LOSE], [ANSWER]);
    await assert.rejects(node.run("DROP TABLE t"), EngineUnreachable);
    assert.deepEqual(counts(), [1, 0]);
  });
});
