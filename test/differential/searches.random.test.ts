import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/columnar/format.js";
import type { TableFormat } from "#src/engine/storage.js";
import type { Engine } from "#src/engine/engine.js";
import type { Entry } from "#src/engine/entry.js";
import type { AmountStatistics, SearchResult } from "#src/engine/search.js";
import { withReader } from "#src/engine/with-reader.js";
import { Kernel } from "#src/kernel/kernel.js";
import { type Decimal, decimalText } from "#src/model/values/decimal.js";
import { plainFormat } from "../reference/builder.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { bindSearch } from "#src/query/search/bind-search.js";
import { hitsOf } from "../contract/search-suite.js";
import { queryParameters } from "../fixtures.js";
import { asItIs, lookUp } from "./look-up.js";
import { randomRuns } from "../full.js";
import { cubesOf, type RandomCube } from "./random-cube.js";
import { randomSearch, wordyText } from "./random-search.js";

/** `DIFFERENTIAL_RUNS=100000 npm test` looks longer. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(40, 300));
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

/** Entries are put beside others like them however few there are. */
const CLUSTERED = { rows: 0, clusterRows: 0 };

const kernels: readonly (readonly [string, Kernel, number | undefined, typeof asItIs, typeof CLUSTERED?])[] = [
  ["one thread, checked", Kernel.start({ threads: 1, checked: true }), undefined, asItIs],
  ["several memories, blocks judged", Kernel.start({ threads: 1, zonedEntries: 0 }), 4096, asItIs],
  ["blocks judged, entries looked up", Kernel.start({ threads: 1, zonedEntries: 0 }), undefined, lookUp],
  ["entries looked up in several memories", Kernel.start({ threads: 1 }), 4096, lookUp],
  ["clusters, blocks judged", Kernel.start({ zonedEntries: 0 }), undefined, asItIs, CLUSTERED],
  ["clusters of several memories, entries looked up", Kernel.start({ threads: 1 }), 4096, lookUp, CLUSTERED],
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

/** What readers see, amounts to their last digit whatever the scale they are kept in. */
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
    it(`finds what looking at one entry after the other finds: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(searched, async ({ cube, searches }) => {
          const { model } = cube;
          const plain = await load(cube, plainFormat);
          const columnar = open(kernel, await load(cube, columnarFormat(kernel, segmentBytes, layout)));
          try {
            for (const text of searches) {
              const bounds = { maxClauses: 1024, maxNesting: 64 };
              const [query] = bindSearch([model], queryParameters(text), true, bounds).queries;
              const [wanted, got] = [
                await withReader(plain, BOUNDS, (reader) => reader.search(query!)),
                await withReader(columnar, BOUNDS, (reader) => reader.search(query!)),
              ];
              assert.deepEqual(await visible(got), await visible(wanted), text);
              const aggregate = bindAggregate(model, queryParameters("drilldown=time.year"), 1024).query;
              const filters = [query!.where, ...query!.filters];
              const total = await withReader(columnar, BOUNDS, (reader) => reader.aggregate({ ...aggregate, filters }));
              assert.equal(total.numEntries, got.numEntries, text);
              const weights = [
                await withReader(columnar, BOUNDS, (reader) => reader.countMatches(query!.where)),
                await withReader(plain, BOUNDS, (reader) => reader.countMatches(query!.where)),
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
