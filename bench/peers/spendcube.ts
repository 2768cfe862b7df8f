import { columnarFormat } from "#src/engines/columnar/format.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { applyCuts } from "#src/engines/columnar/select/apply-cuts.js";
import { chooseMembers } from "#src/engines/columnar/select/choose-members.js";
import { splitFilters } from "#src/engines/columnar/select/split-filters.js";
import { planGroups } from "#src/engines/columnar/plan-groups.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { Engine } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { rollupThreads } from "#src/process/jobs/rollups/rollup-thread.js";
import type { Cube } from "../cube/cube.js";
import { cubeModel, writeEntries } from "../cube/entries.js";
import { type CubeQuery, QUERIES, queryParameters } from "../cube/queries.js";
import type { Contestant, Enter } from "./contestant.js";

const MAX_CELLS = 50_000_000;
const SCALES = { amount: 100, quantity: 1 };

/** Number of rounds after which every query has its rollups, also for a million entries. */
export const ROUNDS = 40;
/** Size limit of rollups as a share of the columns' bytes: the default of `serve`. */
const ROLLUP_SHARE = 0.25;

/** This program's engine, and the kernel's part of it. */
export const enterSpendcube: Enter = async ({ cube, threads }) => {
  const { kernel, model, engine } = await loadCube(cube, threads);
  return {
    ...askEngine(model, engine),
    parts: {
      kernel(query) {
        const bound = bind(model, query);
        const { cuts } = splitFilters(bound.filters);
        const chosen = cuts.map((cut) => chooseMembers(engine.table, cut, () => {}));
        const narrowed = applyCuts(kernel, engine, cuts, chosen, null, Infinity);
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

/** This program's engine after repeated queries, with rollups. */
export const enterSpendcubeWarm: Enter = async ({ cube, threads }) => {
  const { kernel, model, engine, background } = await loadCubeWithRollups(cube, threads);
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

/** Load a cube into an engine that builds rollups, like the server's. */
export async function loadCubeWithRollups(cube: Cube, threads: number) {
  const { kernel, model, engine: cold } = await loadCube(cube, threads);
  return { kernel, model, ...withRollups(kernel, cold) };
}

/** Create an engine of the same table that builds rollups. */
export function withRollups(kernel: Kernel, { table, postingLists }: ColumnarEngine) {
  const background = rollupThreads(kernel, { share: ROLLUP_SHARE, onError: raise });
  return { background, engine: new ColumnarEngine(kernel, table, { background, postingLists }) };
}

const bind = (model: Model, query: CubeQuery) => bindAggregate(model, queryParameters(query), 1024).query;

export function askEngine(model: Model, engine: ColumnarEngine): Pick<Contestant, "answer" | "plan" | "settle"> {
  return { ...askAnyEngine(model, engine), settle: () => engine.settle() };
}

export function askAnyEngine(model: Model, engine: Engine): Pick<Contestant, "answer" | "plan"> {
  return {
    async answer(query) {
      const bounds = { maxCells: MAX_CELLS, deadline: Infinity };
      const { cells, numCells } = await gatherCells(
        await withReader(engine, bounds, (reader) => reader.aggregate(bind(model, query))),
      );
      return {
        keys: cells.keys.map((column) => column.map((name) => Number((name as string).slice(1)))),
        sums: query.measures.map((measure, at) =>
          Array.from<number | bigint, number>(
            cells.sums[at]!.unscaled,
            (sum) => Number(sum) * (SCALES[measure] / 10 ** cells.sums[at]!.scale),
          ),
        ),
        counts: Array.from(cells.numEntries),
        numCells,
      };
    },
    plan(query) {
      const bound = bind(model, query);
      return () => withReader(engine, { maxCells: MAX_CELLS, deadline: Infinity }, (reader) => reader.aggregate(bound));
    },
  };
}

function raise(error: unknown): never {
  throw error;
}

/** Load a cube, and wait until all threads of its kernel are ready. */
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
    if (waited === 1000) throw new Error(`Only ${kernel.threads} of ${threads} threads are ready`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
