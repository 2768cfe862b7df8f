import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { bindSearchRequest } from "#src/core/query/search/bind-search.js";
import { ALL_ENTRIES, entriesOfCuts, parseSearchRequest, printSearchRequest } from "#src/core/query/search/request.js";
import { parameters } from "#src/core/query/parameters.js";
import { parseCuts } from "#src/core/query/syntax/cut-clause.js";
import { loadRows, SAMPLE } from "../../../../contract/sample.js";
import { queryParameters, spendingModel } from "../../../../fixtures.js";
import { plainFormat } from "../../../../reference/builder.js";

const model = spendingModel();
const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

describe("the entries of cuts", () => {
  const engine = loadRows(plainFormat, model, SAMPLE);
  for (const cut of [
    "region:North|region:South",
    "!region:North|!region:South",
    "!cofog1.label:Function|!region:north",
    "year:[2009 TO 2009]|year:{2010 TO *]",
    "year:2009|year:{2010 TO *]|region:North",
    "year:[2009 TO 2010]|!rate:9|region:North",
    "!rate:9|!rate:nine",
    "!rate:[* TO *]",
    "!time:2009-03-02",
  ]) {
    it(`are the same number in a search and in an aggregation: ${cut}`, async () => {
      const { query } = bindAggregate(model, queryParameters(`cut=${cut}`), 64);
      const { numEntries } = await withReader(engine, BOUNDS, (reader) => reader.aggregate(query));
      const cuts = parseCuts(cut, assert.fail);
      const request = { ...ALL_ENTRIES, ...entriesOfCuts(cuts) };
      const [found] = bindSearchRequest([model], request, true, 64).queries;
      assert.equal((await withReader(engine, BOUNDS, (reader) => reader.search(found!))).numEntries, numEntries);
      const sent = parameters(printSearchRequest(request));
      assert.deepEqual(parseSearchRequest(sent, { maxClauses: 64, maxNesting: 8 }, []), request);
    });
  }
});
