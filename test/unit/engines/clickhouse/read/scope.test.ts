import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ClickHouseEngine } from "#src/engines/clickhouse/read/engine.js";
import { type Bounds, UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { EngineUnreachable, OverCapacity } from "#src/core/errors/errors.js";
import type { Condition, TestedClause } from "#src/core/query/condition/condition.js";
import type { SearchQuery } from "#src/core/query/search/query.js";
import { startFakeCluster } from "../fake-cluster.js";

const NOTHING_FOUND: Pick<SearchQuery, "rarities" | "filters" | "first" | "facets" | "statistics"> = {
  rarities: null,
  filters: [],
  first: 0,
  facets: [],
  statistics: [],
};

function near(leaf: number): TestedClause {
  const text = leaf.toString(16).padStart(40, "0");
  return { is: "clause", boost: 1, leaf, test: { on: "id", id: { whole: { is: "near", text, edits: 2 }, parts: [] } } };
}

/** Make a search by relevance, all of whose parts name each clause. */
function searchFor(where: Condition): SearchQuery {
  return { ...NOTHING_FOUND, where, order: [{ by: "score", descending: true }], limit: 10 };
}

const EMPTY = new Uint8Array(0);

/** Ask which of the first two rows of a comparison meet a condition. */
function match(engine: ClickHouseEngine, where: Condition, bounds: Bounds = UNBOUNDED): Promise<Uint8Array> {
  return withReader(engine, bounds, (reader) => reader.matchRows(Uint32Array.of(0, 1), [where]));
}

/** The bounds of a request, with what it has used. */
function boundsOf(maxComputing: number) {
  const signal = { aborted: false, usage: { computed: 0 }, addEventListener() {}, removeEventListener() {} };
  return { ...UNBOUNDED, maxComputing, signal };
}

describe("a search for many similar ids", () => {
  it("reads the ids of the cluster once, and only those that have a piece of a text", async (context) => {
    const { asked, openVersion } = await startFakeCluster(context, (sql) => {
      const counts = sql.match(/SELECT count\(\)|countIf/g) ?? [];
      return new Uint8Array(8 * counts.length);
    });
    const where: Condition = { is: "any", of: Array.from({ length: 60 }, (_, leaf) => near(leaf)) };
    await withReader(openVersion(1000), UNBOUNDED, async (reader) => {
      const { hits } = await reader.search(searchFor(where));
      for await (const _ of hits());
    });
    const reads = asked.filter((sql) => sql.startsWith("SELECT id FROM"));
    assert.equal(reads.length, 1);
    assert.match(reads[0]!, /multiSearchAny/);
    assert.ok(!asked.some((sql) => /editDistance/.test(sql)));
  });

  it("reads none for texts that no id is similar to", async (context) => {
    const { asked, openVersion } = await startFakeCluster(context, () => EMPTY);
    const test = { on: "id", id: { whole: { is: "near", text: "road", edits: 2 }, parts: [] } } as const;
    await match(openVersion(), { is: "clause", boost: 1, leaf: 0, test });
    assert.equal(asked.length, 1);
    assert.match(asked[0]!, /^SELECT pos/);
  });
});

describe("a request", () => {
  it("waits for the cluster no longer than it may compute", async (context) => {
    const { openVersion } = await startFakeCluster(context, () => null);
    const bounds = boundsOf(100);
    const isLate = (error: unknown): boolean => error instanceof OverCapacity && error.limit === "deadline";
    await assert.rejects(match(openVersion(), near(1), bounds), isLate);
    // A timer may end a fraction of a millisecond early.
    assert.ok(Math.ceil(bounds.signal.usage.computed) >= 100);
  });

  it("is not begun after its time is used up by waits", async (context) => {
    const { asked, openVersion } = await startFakeCluster(context, () => EMPTY);
    const bounds = boundsOf(100);
    bounds.signal.usage.computed = 100;
    await assert.rejects(match(openVersion(), near(1), bounds), OverCapacity);
    assert.deepEqual(asked, []);
  });

  it("is refused at once if a shard did not answer the last check, and answered when it does again", async (context) => {
    const { cluster, silent, asked, openVersion } = await startFakeCluster(context, () => EMPTY);
    const engine = openVersion();
    silent.add(1);
    assert.equal((await cluster.listLost(50)).length, 1);
    const isUnreachable = (error: unknown): boolean => error instanceof EngineUnreachable && error.retryAfter > 0;
    await assert.rejects(match(engine, near(1)), isUnreachable);
    assert.deepEqual(asked, []);
    silent.clear();
    assert.deepEqual(await cluster.listLost(1000), []);
    assert.equal((await match(engine, near(1))).length, 2);
  });

  it("is answered while a replica of each shard does", async (context) => {
    const { cluster, silent, openVersion } = await startFakeCluster(context, () => EMPTY, { replicas: 2 });
    const engine = openVersion();
    silent.add(0).add(3);
    assert.equal((await cluster.listLost(50)).length, 2);
    assert.equal((await match(engine, near(1))).length, 2);
    silent.add(2);
    await cluster.listLost(50);
    await assert.rejects(match(engine, near(1)), EngineUnreachable);
  });

  it("ends when a shard falls silent while a stream is waited for", async (context) => {
    const { silent, checks, openVersion } = await startFakeCluster(context, () => null);
    silent.add(1);
    const entries = async (): Promise<void> => {
      await withReader(openVersion(), boundsOf(100), async (reader) => {
        for await (const _ of reader.entries());
      });
    };
    await assert.rejects(entries(), EngineUnreachable);
    assert.ok(checks() > 0);
  });
});

describe("a node that answers others", () => {
  it("is not taken for a silent one by a check that it does not answer in time", async (context) => {
    let begin = (): void => {};
    let release: (text: string) => void = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const released = new Promise<string>((resolve) => (release = resolve));
    const { cluster, silent } = await startFakeCluster(context, () => {
      begin();
      return released;
    });
    const running = cluster.nodes[0]!.query({ sql: "SELECT 2" });
    await begun;
    silent.add(0);
    const checked = cluster.listLost(300);
    release("2");
    await running;
    assert.deepEqual(await checked, []);
  });
});
