import { columnarFormat } from "#src/columnar/builder.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import { narrow } from "#src/columnar/narrow.js";
import { planGroups } from "#src/columnar/plan-groups.js";
import { gatherCells } from "#src/engine/gather-cells.js";
import { Kernel } from "#src/kernel/kernel.js";
import { bindAggregate } from "#src/query/bind.js";
import type { Cube } from "../cube/cube.js";
import { cubeModel, writeEntries } from "../cube/entries.js";
import { type CubeQuery, queryParameters } from "../cube/queries.js";
import type { Contestant, Enter } from "./contestant.js";

const MAX_CELLS = 50_000_000;
const SCALES = { amount: 100, quantity: 1 };

/** This program: the engine, and the kernel's part of it. */
export const enterSpendcube: Enter = async ({ cube, threads }) => {
  const { kernel, model, engine } = await loadCube(cube, threads);
  const bind = (query: CubeQuery) => bindAggregate(model, queryParameters(query), 1024).query;
  const contestant: Contestant = {
    async answer(query) {
      const bound = bind(query);
      const bounds = { maxCells: MAX_CELLS, deadline: Infinity };
      const { cells, numCells } = gatherCells(await engine.aggregate(bound, bounds));
      return {
        keys: cells.keys.map((column) => column.map((name) => Number((name as string).slice(1)))),
        sums: query.measures.map((measure, at) =>
          Array.from(cells.sums[at]!, (sum) => Math.round(sum * SCALES[measure])),
        ),
        counts: Array.from(cells.numEntries),
        numCells,
      };
    },
    plan(query) {
      const bound = bind(query);
      return () => engine.aggregate(bound, { maxCells: MAX_CELLS, deadline: Infinity });
    },
    parts: {
      kernel(query) {
        const bound = bind(query);
        const narrowed = narrow(kernel, engine, bound.cuts, null, Infinity);
        const plan = planGroups(engine.table, bound, narrowed).query;
        return () => kernel.aggregate(plan, { maxGroups: MAX_CELLS, deadline: Infinity });
      },
    },
    async close() {
      engine.dispose();
      await kernel.close();
    },
  };
  return contestant;
};

/** Build the table of a cube, for a kernel all of whose threads compute. */
export async function loadCube(cube: Cube, threads: number) {
  const kernel = Kernel.start({ threads });
  const model = cubeModel();
  const builder = columnarFormat(kernel).build(model, null, 1);
  writeEntries(cube, builder);
  const engine = builder.finish() as ColumnarEngine;
  await workersOf(kernel, threads);
  return { kernel, model, engine };
}

async function workersOf(kernel: Kernel, threads: number): Promise<void> {
  for (let waited = 0; kernel.threads < threads; waited++) {
    if (waited === 1000) throw new Error(`Only ${kernel.threads} of ${threads} threads compute`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
