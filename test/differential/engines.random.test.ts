import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Engine } from "#src/core/engine/engine.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { plainFormat } from "../reference/builder.js";
import { assertSameAnswers, loadCube } from "./answer-cubes.js";
import { asItIs, lookUp, lookUpSliced } from "./look-up.js";
import { withPairRollups, withQueryRollups } from "./with-query-rollups.js";
import { withRollups } from "./with-rollups.js";
import { randomRuns } from "../full.js";
import { type RandomCube, randomCube } from "./random-cube.js";

/** Number of random cubes; `DIFFERENTIAL_RUNS=100000 npm test` runs longer. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(4, 12));

/** Layout that clusters even the smallest tables. */
const CLUSTERED = { rows: 0, clusterRows: 0 };
const AS_LOADED = { rows: Number.POSITIVE_INFINITY, clusterRows: 0 };

type Open = (kernel: Kernel, engine: Engine, cube: RandomCube) => Engine | Promise<Engine>;

const kernels: readonly (readonly [string, Kernel, number | undefined, boolean, Open, typeof CLUSTERED?])[] = [
  ["one thread, checked", Kernel.start({ threads: 1, checked: true }), undefined, false, asItIs],
  ["two threads", Kernel.start({ threads: 2 }), undefined, false, asItIs],
  ["zone maps, checked", Kernel.start({ threads: 1, checked: true, zonedEntries: 0 }), undefined, false, asItIs],
  ["several memories, serialized", Kernel.start({ threads: 1 }), 4096, true, asItIs],
  [
    "several memories, zone maps, posting lists",
    Kernel.start({ threads: 1, zonedEntries: 0 }),
    4096,
    false,
    lookUpSliced,
  ],
  [
    "overflow memory, several memories",
    Kernel.start({ maxGrowth: 0, zonedEntries: 0 }),
    4096,
    false,
    asItIs,
    CLUSTERED,
  ],
  ["rollups, checked", Kernel.start({ threads: 1, checked: true }), undefined, false, withRollups],
  [
    "rollups, zone maps, two threads",
    Kernel.start({ threads: 2, parallelEntries: 0, zonedEntries: 0 }),
    undefined,
    false,
    withRollups,
  ],
  ["rollups, several memories, serialized", Kernel.start({ threads: 1 }), 4096, true, withRollups],
  ["clustered, checked", Kernel.start({ checked: true }), undefined, false, asItIs, CLUSTERED],
  ["clustered, zone maps, serialized", Kernel.start({ zonedEntries: 0 }), undefined, true, asItIs, CLUSTERED],
  [
    "clustered, several memories, zone maps, posting lists",
    Kernel.start({ zonedEntries: 0 }),
    4096,
    true,
    lookUp,
    CLUSTERED,
  ],
  [
    "clustered, rollups, several memories, zone maps",
    Kernel.start({ zonedEntries: 0 }),
    4096,
    false,
    withRollups,
    CLUSTERED,
  ],
  [
    "clustered, several memories, zone maps, serialized",
    Kernel.start({ zonedEntries: 0 }),
    4096,
    true,
    asItIs,
    CLUSTERED,
  ],
  ["rollups for each query, checked", Kernel.start({ threads: 1, checked: true }), undefined, false, withQueryRollups],
  [
    "rollups for pairs of queries, several memories",
    Kernel.start({ threads: 2, parallelEntries: 0, zonedEntries: 0 }),
    4096,
    false,
    withPairRollups,
    CLUSTERED,
  ],
];

after(() => Promise.all(kernels.map(([, kernel]) => kernel.close())));

describe("the columnar engine", () => {
  for (const [name, kernel, memoryBytes, isSerialized, open, layout = AS_LOADED] of kernels) {
    it(`answers like the reference engine: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(randomCube, async (cube) => {
          const plain = await loadCube(cube, plainFormat, false);
          const loaded = await loadCube(cube, columnarFormat(kernel, memoryBytes, layout), isSerialized);
          const columnar = { ...loaded, engine: await open(kernel, loaded.engine, cube) };
          try {
            await assertSameAnswers(cube, columnar, plain);
          } finally {
            columnar.engine.dispose();
          }
        }),
        { numRuns: RUNS },
      );
    });
  }
});
