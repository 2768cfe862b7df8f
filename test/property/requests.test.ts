import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type AggregateRequest, parseAggregate, printAggregate } from "#src/core/query/aggregate/request.js";
import type { Clause } from "#src/core/query/clauses.js";
import { parameters } from "#src/core/query/parameters.js";
import { parseSearchRequest, printSearchRequest, type SearchRequest } from "#src/core/query/search/request.js";
import { type CutClause, parseCuts, printCuts } from "#src/core/query/syntax/cut-clause.js";
import { readSearchText } from "#src/core/query/syntax/search-text.js";

const BOUNDS = { maxClauses: 1024, maxNesting: 64 };
const SIGNS = fc.string({
  unit: fc.constantFrom("|", '"', ":", "\\", "a", " ", "[", "]", "{", "}", "*", "!", "TO", " TO "),
});

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]*$/);
const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), SIGNS);
const end = fc.option(fc.record({ text: text.filter((each) => each !== ""), inclusive: fc.boolean() }, PLAIN()));
const range = fc.tuple(end, end).map(([from, to]) => ({ is: "range" as const, from, to }));
const cut = fc
  .tuple(name, fc.oneof(text, range), fc.boolean())
  .map(([field, value, excluded]): CutClause => ({ field, value, ...(excluded && { excluded: true as const }) }));
const clause: fc.Arbitrary<Clause> = fc.record({ field: name, value: text }, PLAIN());
const search = fc
  .constantFrom("a", "a OR b", "f:[1 TO 2]", 'f:"x y" -z', "*:*", " ", "f:(a AND b)^2", "ä~1", "(a OR b*) c?")
  .map((each) => readSearchText("q", each, BOUNDS, [])!);
const page = fc.constantFrom(1, 1.5, 2, 7, 1e21, Number.MAX_SAFE_INTEGER);
const pagesize = fc.constantFrom(0, 1, 10_000, 1e9, 1e25);

const aggregateRequest: fc.Arbitrary<AggregateRequest> = fc.record(
  {
    measures: fc.array(name),
    cuts: fc.array(cut),
    drilldown: fc.array(name),
    order: fc.array(clause),
    q: fc.option(search),
    fq: fc.array(search, { maxLength: 3 }),
    parents: fc.boolean(),
    page,
    pagesize,
  },
  PLAIN(),
);

const searchRequest: fc.Arbitrary<SearchRequest> = fc.record(
  {
    q: fc.option(search),
    fq: fc.array(search, { maxLength: 3 }),
    filters: fc.array(clause),
    order: fc.array(clause),
    facets: fc.array(name),
    page,
    pagesize,
    facetPage: page,
    facetPagesize: pagesize,
    stats: fc.boolean(),
    highlight: fc.boolean(),
    expand: fc.boolean(),
  },
  PLAIN(),
);

/** Objects like those that parsing makes. */
function PLAIN(): { noNullPrototype: true } {
  return { noNullPrototype: true };
}

/** Through the query string of a URL. */
function sent(pairs: readonly [string, string][]): ReturnType<typeof parameters> {
  return parameters(new URLSearchParams(new URLSearchParams(pairs).toString()));
}

describe("requests", () => {
  it("of aggregations parse back to what was printed", () => {
    fc.assert(
      fc.property(aggregateRequest, (request) => {
        const errors: string[] = [];
        assert.deepEqual(
          parseAggregate(sent(printAggregate(wellFormed(request))), BOUNDS, errors),
          wellFormed(request),
        );
        assert.deepEqual(errors, []);
      }),
      { numRuns: 1000 },
    );
  });

  it("of searches parse back to what was printed", () => {
    fc.assert(
      fc.property(searchRequest, (request) => {
        const errors: string[] = [];
        const printed = printSearchRequest(wellFormed(request));
        assert.deepEqual(parseSearchRequest(sent(printed), BOUNDS, errors), wellFormed(request));
        assert.deepEqual(errors, []);
      }),
      { numRuns: 1000 },
    );
  });

  it("have cuts that parse back to what was printed, whatever follows them", () => {
    fc.assert(
      fc.property(fc.array(cut), (cuts) => {
        const errors: string[] = [];
        assert.deepEqual(
          parseCuts(printCuts(cuts), (sentence) => errors.push(sentence)),
          cuts,
        );
        assert.deepEqual(errors, []);
      }),
      { numRuns: 5000 },
    );
  });

  it("never throw for what cuts may look like", () => {
    fc.assert(
      fc.property(SIGNS, (cuts) => {
        parseCuts(cuts, (sentence) => assert.ok(sentence.length > 0));
      }),
      { numRuns: 5000 },
    );
  });
});

/** A URL holds no lone surrogates. */
function wellFormed<T>(value: T): T {
  if (typeof value === "string") return value.toWellFormed() as T;
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, wellFormed(of)])) as T;
}
