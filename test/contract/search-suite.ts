import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { Engine } from "#src/core/engine/engine.js";
import type { Hit, SearchResult } from "#src/core/engine/search.js";
import { withReader } from "#src/core/engine/with-reader.js";
import type { SearchQuery } from "#src/core/query/search/query.js";
import { parameters } from "#src/core/query/parameters.js";
import { letterOf, WORDS, wordsModel } from "./search-rows.js";
import { SYNTAX_SEARCHES } from "./syntax-searches.js";
import { WORD_SEARCHES } from "./word-searches.js";
import { bindSearch } from "../bind-search.js";

const model = wordsModel();
const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

function bind(pairs: Readonly<Record<string, string>>): SearchQuery {
  return bindSearch(model, parameters(Object.entries(pairs))).queries[0]!;
}

export async function hitsOf(result: SearchResult): Promise<Hit[]> {
  const hits: Hit[] = [];
  for await (const batch of result.hits()) hits.push(...batch);
  return hits;
}

/** Test the searches of an engine. */
export function describeSearch(name: string, format: TableFormat): void {
  let engine: Engine;
  before(async () => {
    const builder = format.build(model, null, 1);
    await builder.write(WORDS);
    ({ engine } = await builder.finish());
  });

  const lettersOf = async (result: SearchResult): Promise<string> =>
    (await hitsOf(result)).map(({ entry }) => letterOf(entry.id)).join("");
  const search = (pairs: Readonly<Record<string, string>>): Promise<SearchResult> =>
    withReader(engine, BOUNDS, (reader) => reader.search(bind(pairs)));

  for (const [title, queries] of Object.entries({ ...WORD_SEARCHES, ...SYNTAX_SEARCHES })) {
    describe(`${name}: ${title}`, () => {
      for (const [q, rows] of queries) {
        it(`finds ${q}`, async () => {
          const result = await search({ q, order: "number:asc" });
          assert.equal(await lettersOf(result), rows);
          assert.equal(result.numEntries, rows.length);
        });
      }
    });
  }
}
