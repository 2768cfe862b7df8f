import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/columnar/format.js";
import type { TableFormat } from "#src/engine/storage.js";
import type { Engine } from "#src/engine/engine.js";
import type { Entry } from "#src/engine/entry.js";
import { planHighlight } from "#src/engine/highlight.js";
import type { AmountStatistics, SearchResult } from "#src/engine/search.js";
import { type Readable, withReader } from "#src/engine/with-reader.js";
import { Kernel } from "#src/kernel/kernel.js";
import { type Decimal, decimalText } from "#src/model/values/decimal.js";
import { plainFormat } from "../reference/builder.js";
import { highlightPlain } from "../reference/highlight.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { bindSearch } from "#src/query/search/bind-search.js";
import { hitsOf } from "../contract/search-suite.js";
import { queryParameters } from "../fixtures.js";
import { asItIs, lookUp } from "./look-up.js";
import { randomRuns } from "../full.js";
import { cubesOf, type RandomCube } from "./random-cube.js";
import { randomSearch, wordyText } from "./random-search.js";

/** Number of random cubes; `DIFFERENTIAL_RUNS=100000 npm test` runs longer. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(40, 300));
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

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

const searched = cubesOf(wordyText).chain((cube) =>
  fc.record({
    cube: fc.constant(cube),
    searches: fc.array(randomSearch(cube.model), { minLength: 1, maxLength: 8 }),
  }),
);

async function load({ model, loads }: RandomCube, format: TableFormat): Promise<Engine> {
  let engine: Engine | null = null;
  for (const { source, rows } of loads) {
    const builder = format.build(model, engine, source);
    await builder.write(rows);
    const { engine: next } = await builder.finish();
    engine?.dispose();
    engine = next;
  }
  return engine!;
}

/** Convert an entry for comparison: amounts become texts with all digits, independent of their stored scale. */
async function visible(result: SearchResult): Promise<unknown> {
  return {
    numEntries: result.numEntries,
    facets: result.facets.map(({ values, counts }) => [[...values], [...counts]]),
    statistics: result.statistics.map(visibleStatistics),
    hits: (await hitsOf(result)).map(({ entry, score }) => [visibleEntry(entry), score]),
  };
}

function visibleStatistics({ count, sum, sumOfSquares, min, max }: AmountStatistics): unknown {
  const text = (amount: Decimal | null): string | null => amount && decimalText(amount);
  return [count, ...[sum, sumOfSquares, min, max].map(text)];
}

function visibleEntry(entry: Entry): unknown {
  return { ...entry, amounts: entry.amounts.map(decimalText) };
}

describe("searching columns", () => {
  for (const [name, kernel, segmentBytes, open, layout] of kernels) {
    it(`finds the same as a test of every entry: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(searched, async ({ cube, searches }) => {
          const { model } = cube;
          const plain = await load(cube, plainFormat);
          const columnar = open(kernel, await load(cube, columnarFormat(kernel, segmentBytes, layout)));
          try {
            const [own, reference] = [columnar, plain].map((engine): Readable => ({ engine, model })) as [
              Readable,
              Readable,
            ];
            for (const text of searches) {
              const bounds = { maxClauses: 1024, maxNesting: 64 };
              const [query] = bindSearch([model], queryParameters(text), true, bounds).queries;
              const [wanted, got] = [
                await withReader(reference, BOUNDS, (reader) => reader.search(query!)),
                await withReader(own, BOUNDS, (reader) => reader.search(query!)),
              ];
              assert.deepEqual(await visible(got), await visible(wanted), text);
              const highlight = planHighlight(model, query!.where);
              for (const { entry } of await hitsOf(got)) {
                const expected = [...highlightPlain(model, query!.where, entry)];
                assert.deepEqual([...highlight(entry)], expected, text);
              }
              const aggregate = bindAggregate(model, queryParameters("drilldown=time.year"), 1024).query;
              const filters = [query!.where, ...query!.filters];
              const total = await withReader(own, BOUNDS, (reader) => reader.aggregate({ ...aggregate, filters }));
              assert.equal(total.numEntries, got.numEntries, text);
              const weights = [
                await withReader(own, BOUNDS, (reader) => reader.countMatches(query!.where)),
                await withReader(reference, BOUNDS, (reader) => reader.countMatches(query!.where)),
              ];
              assert.deepEqual(weights[0], weights[1], text);
            }
          } finally {
            columnar.dispose();
          }
        }),
        { numRuns: RUNS },
      );
    });
  }
});
