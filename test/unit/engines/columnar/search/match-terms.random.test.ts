import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { compareText } from "#src/core/engine/compare.js";
import { sharedBytes, visitNear } from "#src/engines/columnar/search/near-terms.js";
import { TermMatcher } from "#src/engines/columnar/search/match-terms.js";
import { readTerm, type TermLookup } from "#src/engines/columnar/search/term-lookup.js";
import { isWithinEdits } from "#src/core/query/text/edits.js";
import { makePattern, type PatternPiece } from "#src/core/query/text/pattern.js";
import { passesWord, type WordTest } from "#src/core/query/text/text-test.js";
import { randomRuns } from "../../../../full.js";

const NO_LIMITS = { check: () => {}, take: () => {} };

/** Make an index of terms without values. */
function indexOf(terms: readonly string[]): TermLookup {
  const sorted = [...new Set(terms)].toSorted(compareText);
  const offsets = new Uint32Array(sorted.length + 1);
  sorted.forEach((term, at) => (offsets[at + 1] = offsets[at]! + Buffer.byteLength(term)));
  return {
    size: sorted.length,
    offsets,
    bytes: Buffer.from(sorted.join("")),
    lengths: new Uint8Array(0),
    valuesAt: () => new Uint32Array(0),
  };
}

function listTerms(index: TermLookup): readonly string[] {
  return Array.from({ length: index.size }, (_, term) => readTerm(index, term));
}

describe("terms that pass tests of words", () => {
  const word = fc
    .array(fc.constantFrom("a", "b", "ab", "é", "教", "\u{10400}", "x".repeat(300)), { minLength: 1, maxLength: 7 })
    .map((parts) => parts.join(""));
  const piece: fc.Arbitrary<PatternPiece> = fc.oneof(word, fc.constantFrom({ wildcard: "*" }, { wildcard: "?" }));
  const test: fc.Arbitrary<WordTest> = fc.oneof(
    word.map((text): WordTest => ({ is: "same", text })),
    fc.tuple(word, fc.nat(4)).map(([text, edits]): WordTest => ({ is: "near", text, edits })),
    fc
      .array(piece, { minLength: 1, maxLength: 4 })
      .map((pieces): WordTest => ({ is: "like", pattern: makePattern(pieces) })),
  );

  it("are those that pass when each is tested", () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.array(test, { maxLength: 6 }), (terms, tests) => {
        const index = indexOf(terms);
        const matcher = new TermMatcher(index, NO_LIMITS);
        matcher.matchTogether(tests);
        for (const each of tests) {
          const expected = listTerms(index).flatMap((term, at) => (passesWord(each, term) ? [at] : []));
          assert.deepEqual([...matcher.match(each).list()], expected, JSON.stringify(each));
        }
      }),
      { numRuns: randomRuns(150, 500) },
    );
  });

  it("are found by edits as `isWithinEdits` counts them, swaps with letters between included", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), letters, fc.nat(3), (terms, wanted, edits) => {
        const index = indexOf(terms);
        const found: number[] = [];
        visitNear(
          index,
          sharedBytes(index),
          wanted,
          edits,
          (term) => found.push(term),
          () => {},
        );
        const expected = listTerms(index).flatMap((term, at) => (isWithinEdits(wanted, term, edits) ? [at] : []));
        assert.deepEqual(found, expected);
      }),
      { numRuns: randomRuns(300, 1000) },
    );
  });
});

describe("the cost of matching terms", () => {
  const index = indexOf(Array.from({ length: 5000 }, (_, at) => `word${at}`));

  it("is nothing for a pattern with a beginning that no term has, and for one that only asks for a beginning", () => {
    const work = { tested: 0 };
    const matcher = new TermMatcher(index, NO_LIMITS, work);
    const patterns: readonly (readonly PatternPiece[])[] = [
      ["x", { wildcard: "*" }, "7"],
      ["word", { wildcard: "*" }],
    ];
    const found = patterns.map((pieces) => matcher.match({ is: "like", pattern: makePattern(pieces) }).count);
    assert.deepEqual(found, [0, 5000]);
    assert.equal(work.tested, 0);
  });

  it("is nothing for a pattern whose letters no term has, and is paid once for equal patterns", () => {
    const work = { tested: 0 };
    const matcher = new TermMatcher(index, NO_LIMITS, work);
    const like = (text: string): WordTest => ({
      is: "like",
      pattern: makePattern([{ wildcard: "*" }, text, { wildcard: "*" }]),
    });
    matcher.matchTogether([like("z"), like("zz")]);
    assert.equal(work.tested, 0);
    matcher.matchTogether([like("o"), like("o")]);
    assert.equal(matcher.match(like("o")).count, 5000);
    assert.equal(work.tested, 5000);
  });

  it("is checked while many are tested", () => {
    let checks = 0;
    const limits = { check: () => void checks++, take: () => {} };
    const patterns = Array.from({ length: 100 }, (_, at): WordTest => ({
      is: "like",
      pattern: makePattern([{ wildcard: "*" }, `${at}`, { wildcard: "*" }]),
    }));
    new TermMatcher(index, limits).matchTogether(patterns);
    assert.ok(checks >= 100, `${checks}`);
  });
});
