import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { plainFormat } from "../reference/builder.js";
import { assertVaried, randomRuns } from "../full.js";
import { loadVersions } from "./answer-searches.js";
import { assertSameSuggestions } from "./answer-suggestions.js";
import { randomCube } from "./random-cube.js";

const RUNS = randomRuns(6, 100);

const kernels = [
  Kernel.start({ threads: 1, checked: true }),
  Kernel.start({ threads: 2, zonedEntries: 0, parallelEntries: 0 }),
];
after(() => Promise.all(kernels.map((kernel) => kernel.close())));

describe("suggestions", () => {
  for (const [at, kernel] of kernels.entries()) {
    it(`are those of the reference engine (kernel ${at + 1})`, async () => {
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(randomCube, async (cube) => {
          const fast = await loadVersions(cube, columnarFormat(kernel));
          const plain = await loadVersions(cube, plainFormat);
          compared += await assertSameSuggestions(cube, fast, plain);
        }),
        { numRuns: RUNS },
      );
      assertVaried({ compared }, 101);
    });
  }
});
