import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { plainFormat } from "../reference/builder.js";
import { assertSameHits, loadVersions, searchedCube } from "./answer-searches.js";
import { asItIs, lookUp } from "./look-up.js";
import { randomRuns } from "../full.js";

/** Number of random cubes; `DIFFERENTIAL_RUNS=100000 npm test` runs longer. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(6, 20));

/** Layout that clusters even the smallest tables. */
const CLUSTERED = { rows: 0, clusterRows: 0 };

const kernels: readonly (readonly [string, Kernel, number | undefined, typeof asItIs, typeof CLUSTERED?])[] = [
  ["one thread, checked", Kernel.start({ threads: 1, checked: true }), undefined, asItIs],
  ["several memories, zone maps", Kernel.start({ threads: 1, zonedEntries: 0 }), 4096, asItIs],
  ["zone maps, posting lists", Kernel.start({ threads: 1, zonedEntries: 0 }), undefined, lookUp],
  ["posting lists in several memories", Kernel.start({ threads: 1 }), 4096, lookUp],
  ["clustered, zone maps", Kernel.start({ zonedEntries: 0 }), undefined, asItIs, CLUSTERED],
  ["clustered, several memories, posting lists", Kernel.start({ threads: 1 }), 4096, lookUp, CLUSTERED],
];

after(() => Promise.all(kernels.map(([, kernel]) => kernel.close())));

describe("searching columns", () => {
  for (const [name, kernel, segmentBytes, open, layout] of kernels) {
    it(`finds the same as a test of every entry: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(searchedCube, async ({ cube, searches }) => {
          const { model } = cube;
          const plain = await loadVersions(cube, plainFormat);
          const columnar = open(kernel, await loadVersions(cube, columnarFormat(kernel, segmentBytes, layout)));
          try {
            await assertSameHits(model, searches, columnar, plain);
          } finally {
            columnar.dispose();
          }
        }),
        { numRuns: RUNS },
      );
    });
  }
});
