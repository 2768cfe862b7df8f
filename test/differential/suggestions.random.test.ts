import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/columnar/format.js";
import { UNBOUNDED } from "#src/engine/bounds.js";
import type { Engine, Reader } from "#src/engine/engine.js";
import { withReader } from "#src/engine/with-reader.js";
import { Kernel } from "#src/kernel/kernel.js";
import type { Dimension } from "#src/model/cube.js";
import { namingAttributes, readWords } from "#src/query/suggest/words.js";
import { plainFormat } from "../reference/builder.js";
import type { LocalFormat } from "../contract/sample.js";
import { randomRuns } from "../full.js";
import { type RandomCube, randomCube } from "./random-cube.js";

const RUNS = randomRuns(40, 250);
const LIMIT = 5;

const kernels = [
  Kernel.start({ threads: 1, checked: true }),
  Kernel.start({ threads: 2, zonedEntries: 0, parallelEntries: 0 }),
];
after(() => Promise.all(kernels.map((kernel) => kernel.close())));

async function load({ model, loads }: RandomCube, format: LocalFormat): Promise<Engine> {
  let engine: Engine | null = null;
  for (const { source, rows } of loads) {
    const builder = format.build(model, engine, source, { keepFirst: false });
    await builder.write(rows.map((entry, at) => ({ ...entry, row: at + 1 })));
    engine = (await builder.finish()).engine;
  }
  return engine!;
}

/** List beginnings and misspellings of words that a dimension's members have, and one that none has. */
async function listTyped(reader: Reader, dimension: Dimension): Promise<readonly string[]> {
  const attributes = namingAttributes(dimension);
  const { members } = await reader.distinct({ dimension, attributes, prefix: "", filters: [], first: 0, limit: 20 });
  const texts = members.flatMap(({ values }) => attributes.map(({ index }) => String(values[index] ?? "")));
  return texts.flatMap((text) => {
    const [first = "", second] = readWords(text);
    const letters = Array.from(first);
    const typed = [first, letters.slice(0, 2).join(""), [...letters.slice(0, 2), "x", ...letters.slice(3)].join("")];
    return [...typed, ...(second === undefined ? [] : [`${second} ${letters[0] ?? ""}`])].filter((each) => each !== "");
  });
}

async function answerOf(engine: Engine, cube: RandomCube, dimension: Dimension, typed: string): Promise<object> {
  return withReader({ engine, model: cube.model }, UNBOUNDED, async (reader) => {
    const words = readWords(typed);
    const query = { dimension, attributes: namingAttributes(dimension), words };
    const all = await reader.suggest({ ...query, limit: 1000 });
    const page = await reader.suggest({ ...query, limit: LIMIT });
    const name = ({ member }: (typeof all)[number]): unknown => member.values;
    return {
      // Of equals, any may be on the page.
      page: page.map(({ isExact, numEntries }) => [isExact, numEntries]),
      all: all.map((each) => JSON.stringify([name(each), each.isExact, each.numEntries])).toSorted(),
      isOnPage: page.every((each) => all.some((other) => JSON.stringify(name(other)) === JSON.stringify(name(each)))),
      near: await Promise.all(words.map((word) => reader.nearWords(dimension, word, LIMIT))),
    };
  });
}

describe("suggestions", () => {
  for (const [at, kernel] of kernels.entries()) {
    it(`are those of the reference engine (kernel ${at + 1})`, async () => {
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(randomCube, async (cube) => {
          const fast = await load(cube, columnarFormat(kernel));
          const plain = await load(cube, plainFormat);
          for (const dimension of cube.model.dimensions) {
            const typed = await withReader({ engine: plain, model: cube.model }, UNBOUNDED, (reader) =>
              listTyped(reader, dimension),
            );
            for (const each of typed.slice(0, 12)) {
              compared++;
              assert.deepEqual(
                await answerOf(fast, cube, dimension, each),
                await answerOf(plain, cube, dimension, each),
                `${dimension.name}: ${each}`,
              );
            }
          }
        }),
        { numRuns: RUNS },
      );
      assert.ok(compared > 100);
    });
  }
});
