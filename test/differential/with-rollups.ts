import assert from "node:assert/strict";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { NO_LIMIT, builderOf } from "../unit/engines/columnar/rollups/summed.js";
import { groupingOfMembers } from "../grouping-of-members.js";

/** Build rollups of an engine: of all dimensions, of every second one, of none, and of each pair of neighbours. */
export async function withRollups(kernel: Kernel, engine: Engine): Promise<Engine> {
  assert.ok(engine instanceof ColumnarEngine);
  const { rollups, table } = engine;
  const all = [...table.dimensions.keys()];
  const sets = [all, all.filter((each) => each % 2 === 0), [], ...all.slice(1).map((each) => [each - 1, each])];
  for (const dimensions of sets) {
    assert.ok(await rollups.build(builderOf(kernel, engine), groupingOfMembers(dimensions), NO_LIMIT));
  }
  return engine;
}
