import assert from "node:assert/strict";
import { once, EventEmitter } from "node:events";
import { describe, it } from "node:test";
import { startFakeCluster } from "../fake-cluster.js";

/** Milliseconds that a check waits here, and within which a passed query is answered on a busy machine. */
const [CHECK, SOON] = [100, 30_000];
const QUERY = { sql: "SELECT 42" };

describe("a replica that accepts connections and never answers", () => {
  it("is passed over as soon as a check finds it silent, by queries and streams that wait for it, too", async (context) => {
    const asked = new EventEmitter();
    const { cluster, silent } = await startFakeCluster(
      context,
      (sql, server) => {
        asked.emit(`${server}`);
        return sql === QUERY.sql && server === 0 ? null : "42";
      },
      { shards: 1, replicas: 2 },
    );
    const [first, second] = cluster.all;
    const bounds = { deadline: performance.now() + SOON };
    const waiting = once(asked, "0");
    const answer = first!.query({ ...QUERY, bounds });
    await waiting;
    const chunks: string[] = [];
    const streamed = (async () => {
      for await (const chunk of first!.stream({ ...QUERY, bounds })) chunks.push(chunk.toString());
    })();
    await once(asked, "0");
    silent.add(0);
    assert.deepEqual(await cluster.listLost(CHECK), [first]);
    assert.equal((await answer).toString(), "42");
    await streamed;
    assert.deepEqual(chunks, ["42"]);
    assert.deepEqual([first!.isReadable, second!.isReadable], [false, true]);
    // Later ones do not even ask it.
    asked.on("0", () => assert.fail("was asked"));
    assert.equal((await first!.query(QUERY)).toString(), "42");
  });

  it("is waited for while it answers checks: a query may take long", async (context) => {
    const asked = new EventEmitter();
    let answer: (text: string) => void = assert.fail;
    const { cluster } = await startFakeCluster(
      context,
      (_, server) => {
        asked.emit(`${server}`);
        return new Promise<string>((resolve) => (answer = resolve));
      },
      { shards: 1, replicas: 2 },
    );
    const [first] = cluster.all;
    const waiting = once(asked, "0");
    const slow = first!.query(QUERY);
    await waiting;
    assert.deepEqual(await cluster.listLost(SOON), []);
    answer("42");
    assert.equal((await slow).toString(), "42");
  });
});
