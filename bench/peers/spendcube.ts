import { columnarFormat } from "#src/columnar/format.js";
import { ColumnarEngine } from "#src/columnar/engine.js";
import { applyCuts } from "#src/columnar/select/apply-cuts.js";
import { planGroups } from "#src/columnar/plan-groups.js";
import { gatherCells } from "#src/engine/collect-cells.js";
import { withReader } from "#src/engine/with-reader.js";
import { Kernel } from "#src/kernel/kernel.js";
import type { Model } from "#src/model/cube.js";
import { bindAggregate } from "#src/query/bind.js";
import { rollupThreads } from "#src/jobs/rollups/rollup-thread.js";
import { decimalNumbers } from "#src/model/values/decimal-column.js";
import type { Cube } from "../cube/cube.js";
import { cubeModel, writeEntries } from "../cube/entries.js";
import { type CubeQuery, QUERIES, queryParameters } from "../cube/queries.js";
import type { Contestant, Enter } from "./contestant.js";

const MAX_CELLS = 50_000_000;
const SCALES = { amount: 100, quantity: 1 };

/** Asked so often, every query has what it is going to have, of a million entries too. */
export const ROUNDS = 40;
/** Of the columns' bytes, as `serve` has it by default. */
const CUBOID_SHARE = 0.25;

/** This program: the engine, and the kernel's part of it. */
export const enterSpendcube: Enter = async ({ cube, threads }) => {
  const { kernel, model, engine } = await loadCube(cube, threads);
  return {
    ...askEngine(model, engine),
    parts: {
      kernel(query) {
        const bound = bind(model, query);
        const narrowed = applyCuts(kernel, engine, bound.cuts, null, Infinity);
        const plan = planGroups(engine.table, bound, narrowed).query;
        return () => kernel.aggregate(plan, { maxGroups: MAX_CELLS, deadline: Infinity });
      },
    },
    async close() {
      engine.dispose();
      await kernel.close();
    },
  };
};

/** The same once every query has been asked a few times: sums are there that were made before. */
export const enterSpendcubeWarm: Enter = async ({ cube, threads }) => {
  const { kernel, model, engine, background } = await loadCubeToSumUp(cube, threads);
  const contestant = askEngine(model, engine);
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of QUERIES) {
      await contestant.plan(query)!();
      await engine.settle();
    }
  }
  return {
    ...contestant,
    async close() {
      engine.dispose();
      await background.close();
      await kernel.close();
    },
  };
};

/** A cube whose engine makes sums of what it is asked, as the server's does. */
export async function loadCubeToSumUp(cube: Cube, threads: number) {
  const { kernel, model, engine: cold } = await loadCube(cube, threads);
  return { kernel, model, ...sumUp(kernel, cold) };
}

/** An engine of the same table that makes sums of what it is asked. */
export function sumUp(kernel: Kernel, { table, postingLists }: ColumnarEngine) {
  const background = rollupThreads(kernel, { share: CUBOID_SHARE, onError: raise });
  return { background, engine: new ColumnarEngine(kernel, table, { background, postingLists }) };
}

const bind = (model: Model, query: CubeQuery) => bindAggregate(model, queryParameters(query), 1024).query;

export function askEngine(model: Model, engine: ColumnarEngine): Pick<Contestant, "answer" | "plan" | "settle"> {
  return {
    async answer(query) {
      const bounds = { maxCells: MAX_CELLS, deadline: Infinity };
      const { cells, numCells } = await gatherCells(
        await withReader(engine, bounds, (reader) => reader.aggregate(bind(model, query))),
      );
      return {
        keys: cells.keys.map((column) => column.map((name) => Number((name as string).slice(1)))),
        sums: query.measures.map((measure, at) =>
          Array.from(decimalNumbers(cells.sums[at]!), (sum) => Math.round(sum * SCALES[measure])),
        ),
        counts: Array.from(cells.numEntries),
        numCells,
      };
    },
    plan(query) {
      const bound = bind(model, query);
      return () => withReader(engine, { maxCells: MAX_CELLS, deadline: Infinity }, (reader) => reader.aggregate(bound));
    },
    settle: () => engine.settle(),
  };
}

function raise(error: unknown): never {
  throw error;
}

/** Build the table of a cube, for a kernel all of whose threads compute. */
export async function loadCube(cube: Cube, threads: number) {
  const kernel = Kernel.start({ threads });
  const model = cubeModel();
  const engine = buildCube(kernel, model, cube);
  await workersOf(kernel, threads);
  return { kernel, model, engine };
}

export function buildCube(kernel: Kernel, model: Model, cube: Cube): ColumnarEngine {
  const builder = columnarFormat(kernel).build(model, null, 1);
  writeEntries(cube, builder);
  return builder.finish().engine as ColumnarEngine;
}

async function workersOf(kernel: Kernel, threads: number): Promise<void> {
  for (let waited = 0; kernel.threads < threads; waited++) {
    if (waited === 1000) throw new Error(`Only ${kernel.threads} of ${threads} threads compute`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
