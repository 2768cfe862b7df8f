import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { streamEntries, withReader } from "#src/core/engine/with-reader.js";
import { InvalidQuery } from "#src/core/errors/errors.js";
import type { Model } from "#src/core/model/cube.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { printClauses } from "#src/core/query/clauses.js";
import { parameters } from "#src/core/query/parameters.js";
import { printCuts } from "#src/core/query/syntax/cut-clause.js";
import { printSearch } from "#src/core/query/syntax/print.js";
import type { Range } from "#src/core/query/syntax/search-tree.js";
import { assertVaried, randomRuns } from "../full.js";
import { plainFormat } from "../reference/builder.js";
import { loadVersions } from "./answer-searches.js";
import { compareToText, listTexts } from "./calendar-texts.js";
import { randomCube } from "./random-cube.js";
import { readValueOf } from "../reference/view.js";
import { bindSearch } from "../bind-search.js";

const RUNS = randomRuns(30, 200);

describe("values and ranges of dates in cuts, filters and searches", () => {
  it("mean what an obvious implementation reads, or are refused", async () => {
    const seen = { some: 0, refused: 0 };
    const asked = fc.record({
      at: fc.nat(),
      isRefused: fc.boolean(),
      isRange: fc.boolean(),
      texts: fc.tuple(fc.nat(), fc.nat()),
      inclusive: fc.tuple(fc.boolean(), fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(randomCube, fc.array(asked, { minLength: 1, maxLength: 5 }), async (cube, questions) => {
        const { model } = cube;
        const engine = await loadVersions(cube, plainFormat);
        try {
          const entries: Entry[] = [];
          for await (const batch of streamEntries({ engine, model })) entries.push(...batch);
          const fields = model.dimensions.flatMap((dimension) =>
            [...dimension.attributes, ...(dimension.unlisted ?? [])].flatMap((attribute) => {
              const texts = listTexts(dimension, attribute);
              return texts ? [{ dimension, attribute, texts }] : [];
            }),
          );
          for (const { at, isRefused, isRange, texts: picked, inclusive } of questions) {
            const { dimension, attribute, texts } = fields[at % fields.length]!;
            const field = `${dimension.name}.${attribute.name}`;
            const pick = (of: readonly string[], number: number): string => of[number % of.length]!;
            const first = pick(isRefused ? texts.refused : texts.read, picked[0]);
            const second = pick(texts.read, picked[1]);
            const range: Range = {
              is: "range",
              from: { text: first, inclusive: inclusive[0] },
              to: { text: second, inclusive: inclusive[1] },
            };
            const value = isRange ? range : first;
            const phrase = isRange ? range : { is: "phrase" as const, text: first };
            const search = printSearch({ is: "in", field, of: phrase });
            const calls: (readonly [string, string])[] = [
              ["cut", printCuts([{ field, value }])],
              ["cut", printCuts([{ field, value, excluded: true }])],
              ["q", search],
              ["fq", search],
              ...(isRange ? [] : [["filter", printClauses([{ field, value: first }])] as const]),
            ];
            const passes = ({ members }: Entry): boolean | null => {
              const own = readValueOf(members[dimension.index]?.values ?? [], dimension, attribute);
              if (own === null) return null;
              const compare = (text: string): number => compareToText(dimension, attribute, own as string, text);
              if (!isRange) return compare(first) === 0;
              const [above, below] = [compare(first), compare(second)];
              return (inclusive[0] ? above >= 0 : above > 0) && (inclusive[1] ? below <= 0 : below < 0);
            };
            for (const [number, [name, text]] of calls.entries()) {
              const remark = `${name}=${text}`;
              if (isRefused) {
                await assert.rejects(find(engine, model, name, text), InvalidQuery, remark);
                seen.refused++;
                continue;
              }
              const isExclusion = number === 1;
              const expected = entries.filter((entry) =>
                isExclusion ? passes(entry) !== true : passes(entry) === true,
              );
              assert.equal(await find(engine, model, name, text), expected.length, remark);
              seen.some += Number(expected.length > 0 && expected.length < entries.length);
            }
          }
        } finally {
          engine.dispose();
        }
      }),
      { numRuns: RUNS },
    );
    assertVaried(seen, 11);
  });
});

/** Count the entries that a parameter selects. */
async function find(engine: Engine, model: Model, name: string, text: string): Promise<number> {
  const version = { engine, model };
  if (name === "cut") {
    const { query } = bindAggregate(model, parameters([["cut", text]]), 1024);
    return (await withReader(version, UNBOUNDED, (reader) => reader.aggregate(query))).numEntries;
  }
  const { queries } = bindSearch(model, parameters([[name, text]]));
  return (await withReader(version, UNBOUNDED, (reader) => reader.search(queries[0]!))).numEntries;
}
