import assert from "node:assert/strict";
import fc from "fast-check";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import { planHighlight } from "#src/core/engine/highlight.js";
import type { AmountStatistics, SearchResult } from "#src/core/engine/search.js";
import { type Readable, withReader } from "#src/core/engine/with-reader.js";
import type { Model } from "#src/core/model/cube.js";
import { type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { highlightPlain } from "../reference/highlight.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { hitsOf } from "../contract/search-suite.js";
import { queryParameters } from "../fixtures.js";
import { cubesOf, type RandomCube } from "./random-cube.js";
import { randomSearch, wordyText } from "./random-search.js";
import { bindSearch } from "../bind-search.js";

const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

/** Cubes with texts of several words, and searches of them. */
export const searchedCube = cubesOf(wordyText).chain((cube) =>
  fc.record({
    cube: fc.constant(cube),
    searches: fc.array(randomSearch(cube.model), { minLength: 1, maxLength: 8 }),
  }),
);

/** Load all rows of a cube. */
export async function loadVersions({ model, loads }: RandomCube, format: TableFormat): Promise<Engine> {
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

/** Check that two versions answer searches alike. */
export async function assertSameHits(
  model: Model,
  searches: readonly string[],
  loaded: Engine,
  expected: Engine,
  shown: (data: unknown) => unknown = (data) => data,
): Promise<void> {
  const [own, reference] = [loaded, expected].map((engine): Readable => ({ engine, model })) as [Readable, Readable];
  for (const text of searches) {
    const [query] = bindSearch(model, queryParameters(text)).queries;
    const [wanted, got] = [
      await withReader(reference, BOUNDS, (reader) => reader.search(query!)),
      await withReader(own, BOUNDS, (reader) => reader.search(query!)),
    ];
    assert.deepEqual(shown(await visible(got)), shown(await visible(wanted)), text);
    const highlight = planHighlight(model, query!.where);
    for (const { entry } of await hitsOf(got)) {
      const wantedSpans = [...highlightPlain(model, query!.where, entry)];
      assert.deepEqual([...highlight(entry)], wantedSpans, text);
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
}
