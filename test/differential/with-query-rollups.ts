import assert from "node:assert/strict";
import { type GroupingSet, uniteGroupings } from "#src/engines/columnar/rollups/grouping-set.js";
import { groupingOfQuery } from "#src/engines/columnar/rollups/grouping-of-query.js";
import { splitFilters } from "#src/engines/columnar/select/split-filters.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { queryParameters } from "../fixtures.js";
import { NO_LIMIT, builderOf } from "../unit/engines/columnar/rollups/summed.js";
import type { RandomCube } from "./random-cube.js";

/** Build a rollup for each query of a cube, by the grouping set that the query needs. */
export async function withQueryRollups(kernel: Kernel, engine: Engine, cube: RandomCube): Promise<Engine> {
  assert.ok(engine instanceof ColumnarEngine);
  for (const grouping of groupingsOf(engine, cube)) {
    assert.ok(await engine.rollups.build(builderOf(kernel, engine), grouping, NO_LIMIT));
    assert.ok(engine.rollups.find(grouping));
  }
  return engine;
}

/** Build one rollup for each pair of consecutive queries of a cube. */
export async function withPairRollups(kernel: Kernel, engine: Engine, cube: RandomCube): Promise<Engine> {
  assert.ok(engine instanceof ColumnarEngine);
  const groupings = groupingsOf(engine, cube);
  for (const [at, grouping] of groupings.entries()) {
    const united = uniteGroupings(groupings.slice(Math.max(0, at - 1), at + 1));
    assert.ok(await engine.rollups.build(builderOf(kernel, engine), united, NO_LIMIT));
    assert.ok(engine.rollups.find(grouping));
  }
  return engine;
}

function groupingsOf({ table }: ColumnarEngine, { model, queries }: RandomCube): readonly GroupingSet[] {
  return queries
    .map((text) => {
      const { keys, filters } = bindAggregate(model, queryParameters(text), 1024).query;
      return groupingOfQuery(table, keys, splitFilters(filters));
    })
    .filter((grouping) => grouping !== null);
}
