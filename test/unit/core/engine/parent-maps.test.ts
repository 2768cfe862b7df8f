import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Bounds, UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine, Reader } from "#src/core/engine/engine.js";
import { ParentMaps } from "#src/core/engine/parent-maps.js";
import type { Parents } from "#src/core/engine/read-parents.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import type { Model } from "#src/core/model/cube.js";
import type { AggregateQuery } from "#src/core/query/aggregate/query.js";
import { type Row, spendingEngine, spendingModel } from "../../../fixtures.js";

const ROWS: readonly Row[] = ["a", "b", "b", "c"].map((region, at) => ({
  id: `${at}`,
  paid: 1n,
  region,
  code: String(at),
}));

/** Parents of regions among functions, and the aggregations that they took. */
async function find(
  maps: ParentMaps,
  { engine, model, bounds = UNBOUNDED }: { engine: Engine; model: Model; bounds?: Bounds },
  wanted: readonly string[] = [],
): Promise<{ readonly parents: Parents; readonly queries: readonly AggregateQuery[] }> {
  const [child, parent] = ["region", "cofog1"].map((name) => model.dimensions.find((each) => each.name === name)!);
  const queries: AggregateQuery[] = [];
  return withReader({ engine, model }, bounds, async (reader) => {
    const watched = new Proxy(reader, {
      get: (_, key: keyof Reader) => (query: AggregateQuery) => {
        if (key === "aggregate") queries.push(query);
        return (reader[key] as (query: AggregateQuery) => unknown)(query);
      },
    });
    const parents = await maps.find(
      { engine, model, reader: watched },
      { child: { dimension: child!, attribute: child!.identity }, parent: { dimension: parent!, attribute: null } },
      bounds,
      async () => wanted,
    );
    return { parents, queries };
  });
}

describe("the parents of a version", () => {
  it("are read once", async () => {
    const [maps, model] = [new ParentMaps(), spendingModel()];
    const version = { engine: spendingEngine(ROWS, model), model };
    const first = await find(maps, version);
    const second = await find(maps, version);
    assert.deepEqual([first.queries.length, second.queries.length], [1, 0]);
    assert.equal(second.parents, first.parents);
    assert.deepEqual([...first.parents.unique.keys()], ["a", "c"]);
    assert.deepEqual([...first.parents.ambiguous], ["b"]);
  });

  it("are read again for another version or model", async () => {
    const [maps, model] = [new ParentMaps(), spendingModel()];
    const engine = spendingEngine(ROWS, model);
    await find(maps, { engine, model });
    assert.equal((await find(maps, { engine: spendingEngine(ROWS, model), model })).queries.length, 1);
    assert.equal((await find(maps, { engine, model: spendingModel() })).queries.length, 1);
  });

  it("are read of the wanted members alone if all have too many", async () => {
    const [maps, model] = [new ParentMaps(), spendingModel()];
    const version = { engine: spendingEngine(ROWS, model), model, bounds: { ...UNBOUNDED, maxCells: 3 } };
    const { parents, queries } = await find(maps, version, ["a", "b"]);
    assert.deepEqual([[...parents.unique.keys()], [...parents.ambiguous]], [["a"], ["b"]]);
    assert.equal(queries.length, 2);
    assert.equal((await find(maps, version, ["c"])).parents.unique.size, 1);
  });

  it("are not read for a request that was cancelled", async () => {
    const [maps, model] = [new ParentMaps(), spendingModel()];
    const signal = AbortSignal.abort();
    const version = { engine: spendingEngine(ROWS, model), model };
    await assert.rejects(find(maps, { ...version, bounds: { ...UNBOUNDED, signal } as Bounds }), OverCapacity);
    assert.equal((await find(maps, version)).queries.length, 1);
  });
});
