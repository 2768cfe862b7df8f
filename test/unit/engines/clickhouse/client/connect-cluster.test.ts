import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectCluster } from "#src/engines/clickhouse/client/connect-cluster.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { NOTHING } from "#src/core/query/condition/condition.js";
import { startFakeCluster } from "../fake-cluster.js";

const [SHARDS, REPLICAS] = [2, 2];

/** Describe a server as the cluster does whose servers have one address, and ports of their own. */
function describeServer(server: number): string {
  const shard = Math.floor(server / REPLICAS) + 1;
  const row = ["26.7.2.1", String(shard), String(SHARDS), String(SHARDS * REPLICAS), `127.0.0.1:${9000 + server}`, "1"];
  return JSON.stringify({ data: [row] });
}

describe("replicas on one address", () => {
  it("are told apart by their ports, and each answers for the others of its shard", async (context) => {
    const answer = (sql: string, server: number) =>
      sql.includes("system.clusters") ? describeServer(server) : new Uint8Array(0);
    const { settings, silent, openVersion } = await startFakeCluster(context, answer, {
      shards: SHARDS,
      replicas: REPLICAS,
    });
    const { places: _, states: __, ...given } = settings;
    const cluster = await connectCluster(given);
    context.after(() => cluster.close());
    assert.deepEqual(
      cluster.shards.map((replicas) => replicas.map(({ place }) => place!.replica)),
      [
        ["127.0.0.1:9000", "127.0.0.1:9001"],
        ["127.0.0.1:9002", "127.0.0.1:9003"],
      ],
    );
    for (const lost of [
      [0, 2],
      [1, 3],
    ]) {
      silent.clear();
      for (const server of lost) silent.add(server);
      assert.equal((await cluster.listLost(2000)).length, 2);
      const read = withReader(openVersion(0, {}, cluster), UNBOUNDED, (reader) =>
        reader.matchRows(Uint32Array.of(0), [NOTHING]),
      );
      assert.equal((await read).length, 1);
    }
  });
});
