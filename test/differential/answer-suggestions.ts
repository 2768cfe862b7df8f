import assert from "node:assert/strict";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import type { Engine, Reader } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { readAttribute } from "#src/core/model/calendar-rules.js";
import type { Dimension } from "#src/core/model/cube.js";
import { namingAttributes, readWords } from "#src/core/query/suggest/words.js";
import type { RandomCube } from "./random-cube.js";

const LIMIT = 5;

/** List beginnings and misspellings of words that a dimension's members have, and one that none has. */
async function listTyped(reader: Reader, dimension: Dimension): Promise<readonly string[]> {
  const attributes = namingAttributes(dimension);
  const { members } = await reader.distinct({ dimension, attributes, prefix: "", filters: [], first: 0, limit: 20 });
  const texts = members.flatMap(({ values }) =>
    attributes.map((attribute) => String(readAttribute(values, dimension, attribute) ?? "")),
  );
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
    const whole = await reader.suggest({ ...query, areWhole: true, limit: 1000 });
    const page = await reader.suggest({ ...query, limit: LIMIT });
    const name = ({ member }: (typeof all)[number]): unknown => member.values;
    return {
      // Of equals, any may be on the page.
      page: page.map(({ isExact, numEntries }) => [isExact, numEntries]),
      all: all.map((each) => JSON.stringify([name(each), each.isExact, each.numEntries])).toSorted(),
      whole: whole.map((each) => JSON.stringify([name(each), each.isExact, each.numEntries])).toSorted(),
      isOnPage: page.every((each) => all.some((other) => JSON.stringify(name(other)) === JSON.stringify(name(each)))),
      near: await Promise.all(words.map((word) => reader.nearWords(dimension, word, LIMIT))),
    };
  });
}

/** Check that two versions suggest alike. @returns the number of comparisons */
export async function assertSameSuggestions(cube: RandomCube, loaded: Engine, expected: Engine): Promise<number> {
  let compared = 0;
  for (const dimension of cube.model.dimensions) {
    const typed = await withReader({ engine: expected, model: cube.model }, UNBOUNDED, (reader) =>
      listTyped(reader, dimension),
    );
    for (const each of typed.slice(0, 12)) {
      compared++;
      assert.deepEqual(
        await answerOf(loaded, cube, dimension, each),
        await answerOf(expected, cube, dimension, each),
        `${dimension.name}: ${each}`,
      );
    }
  }
  return compared;
}
