import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { Cancellation } from "#src/core/engine/cancellation.js";
import type { Reader } from "#src/core/engine/engine.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { loadRows } from "../../../contract/sample.js";
import { queryParameters, spendingModel } from "../../../fixtures.js";
import { bindSearch } from "../../../bind-search.js";

const ENTRIES = 3000;
const CLAUSES = 200;
/** Number of looks at which each query is cancelled once. */
const MAX_LOOKS = 40;
const kernel = Kernel.start();
after(() => kernel.close());
const model = spendingModel();
const rows = Array.from({ length: ENTRIES }, (_, at) => {
  return { id: `row-${at}`, paid: BigInt(at), code: `c${at}`, function: `word${at} common ${at % 7}` };
});
const engine = loadRows(columnarFormat(kernel), model, rows);

const clauses = (part: (at: number) => string, by = " OR "): string =>
  Array.from({ length: CLAUSES }, (_, at) => part(at)).join(by);

type Query = (reader: Reader) => Promise<unknown>;

function search(parameters: string): Query {
  const { queries } = bindSearch(model, queryParameters(parameters));
  return async (reader) => {
    const { numEntries, facets } = await reader.search(queries[0]!);
    return { numEntries, facets: facets.length };
  };
}

function aggregate(parameters: string): Query {
  const { query } = bindAggregate(model, queryParameters(`dataset=x&${parameters}`), 1024, 64);
  return async (reader) => (await reader.aggregate(query)).numCells;
}

function distinct(parameters: string): Query {
  const dimension = model.dimensions.find(({ name }) => name === "cofog1")!;
  const { query } = bindDistinct(model, dimension, queryParameters(parameters), 1024);
  return async (reader) => (await reader.distinct(query)).count;
}

/** Queries that once held up everybody else: `npm run bench -- hostile` has them in full size. */
const QUERIES: Readonly<Record<string, Query>> = {
  "boosted wildcards": search(`q=${clauses((at) => `w*^${at}`)}`),
  "wildcards around letters": search(`q=${clauses((at) => `*o*${at % 10}*`)}`),
  "fuzzy terms": search(`q=cofog1.label:(${clauses((at) => `word${at}x~`)})`),
  "a long fuzzy term": search(`q=cofog1.label:${"ab".repeat(2000)}~`),
  "text ranges": search(`q=${clauses((at) => `cofog1.label:[a${at} TO z]`)}`),
  "a word again and again, by score": search(`q=${clauses((at) => `common^${at}`, " ")}&order=score:desc`),
  "a field with any value beside words": search(`q=cofog1.label:* OR ${clauses((at) => `word${at}`)}`),
  "a facet of a member an entry": search("q=common&facet_field=cofog1&stats=true"),
  "excluded ranges": aggregate(`drilldown=cofog1&cut=${clauses((at) => `!cofog1.label:[a${at} TO b]`, "|")}`),
  "drilldowns of a member an entry": aggregate("drilldown=cofog1|cofog1.label|time.year"),
  "distinct members within ranges": distinct(`q=w&cut=${clauses((at) => `cofog1.label:[a${at} TO z]`, "|")}`),
};

/** A request that is cancelled when its computation looks at it for the nth time. */
function cancelledAt(nth: number): Cancellation & { looks: number } {
  return {
    looks: 0,
    get aborted() {
      return ++this.looks >= nth;
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  };
}

const ask = (query: Query, signal: Cancellation): Promise<unknown> =>
  withReader(engine, { maxCells: 1_000_000, deadline: Infinity, signal }, query);

describe("a hostile query", () => {
  for (const [name, query] of Object.entries(QUERIES)) {
    it(`of ${name} ends at the look that finds it cancelled, and spoils nothing`, async () => {
      const whole = cancelledAt(Infinity);
      const answer = await ask(query, whole);
      assert.ok(whole.looks > 0);
      for (let nth = 1; nth <= Math.min(whole.looks, MAX_LOOKS); nth++) {
        const signal = cancelledAt(nth);
        // A cache that the whole query has filled may save later looks.
        const outcome = await ask(query, signal).catch((error: unknown) => error);
        if (signal.looks < nth) break;
        assert.ok(outcome instanceof OverCapacity, `look ${nth}`);
        assert.equal(outcome.limit, "cancelled");
        assert.equal(signal.looks, nth);
      }
      assert.deepEqual(await ask(query, cancelledAt(Infinity)), answer);
    });

    it(`of ${name} computes nothing once its time is used up`, async () => {
      const signal = { ...cancelledAt(Infinity), aborted: false, usage: { computed: 100 } };
      const bounds = { maxCells: 1_000_000, deadline: Infinity, maxComputing: 100 - 1e-9, signal };
      await assert.rejects(withReader(engine, bounds, query), (error) => {
        assert.ok(error instanceof OverCapacity);
        assert.equal(error.limit, "deadline");
        return true;
      });
    });
  }
});
