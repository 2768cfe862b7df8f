import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "node:test";
import { countPassing } from "#src/core/engine/count-passing.js";
import { DimensionSums, joinMemberSums } from "#src/core/engine/member-sums.js";
import { MAX_TOKENS, mayPassIn, TermSigner } from "#src/core/engine/term-signature.js";
import type { Value } from "#src/core/model/values/value.js";
import { foldText } from "#src/core/query/text/fold-text.js";
import { makeTextTest } from "#src/core/query/text/make-test.js";
import { passesText } from "#src/core/query/text/text-test.js";
import { readTokens } from "#src/core/query/text/tokens.js";
import { assertVaried, randomRuns } from "../../../full.js";

interface Member {
  readonly values: readonly Value[];
  readonly years: readonly { readonly year: number | null; readonly numEntries: number; readonly sum: bigint }[];
}

const ANY = { wildcard: "*" } as const;
const ONE = { wildcard: "?" } as const;

const word = fc.constantFrom(
  "road",
  "Road",
  "ROADS",
  "repair",
  "Málaga",
  "malaga",
  "7",
  "17",
  "Straße",
  "東京",
  "\u{1F3D7}",
);
const text = fc.array(fc.tuple(word, fc.constantFrom(" ", "-", "  ", "", ", ")), { minLength: 1, maxLength: 5 });
const joined = text.map((parts) => parts.flat().join(""));
const value = fc.oneof({ weight: 8, arbitrary: joined }, fc.constantFrom(null, 7, 17.5));
const member = fc.record({
  values: fc.tuple(value, value),
  years: fc.uniqueArray(
    fc.record({
      year: fc.constantFrom(null, 2007, 2008),
      numEntries: fc.constantFrom(1, 1, 1, 2, 300),
      sum: fc.oneof(fc.bigInt({ min: -500n, max: 500n }), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })),
    }),
    { selector: ({ year }) => year, maxLength: 3 },
  ),
});
const dimensions = fc.array(fc.record({ members: fc.array(member, { maxLength: 8 }), isStored: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});
const searched = fc.oneof(
  fc.record({ is: fc.constant("phrase" as const), text: joined }),
  fc.record({
    is: fc.constant("word" as const),
    pieces: fc.constantFrom(["roa", ANY], [ANY, "oad"], ["r", ONE, "ad"], ["ma", ANY], ["1", ANY], ["東", ANY]),
  }),
  fc.record({ is: fc.constant("fuzzy" as const), text: word, edits: fc.constantFrom(1, 2) }),
);

function sumsOf(
  dimensions: readonly { readonly members: readonly Member[]; readonly isStored: boolean }[],
  scales: readonly number[],
) {
  return joinMemberSums(
    dimensions.map(({ members, isStored }) => {
      if (!isStored) return null;
      const own = new DimensionSums();
      for (const { values, years } of members) {
        own.add(
          values,
          years.map(({ sum, ...year }) => ({ ...year, sums: scales.map(() => sum) })),
        );
      }
      return own;
    }),
    scales,
  );
}

function sign(dimensions: readonly { readonly members: readonly Member[] }[]) {
  const signer = new TermSigner();
  dimensions.forEach(({ members }, dimension) => {
    for (const { values } of members)
      for (const each of values) {
        const tokens = each === null ? [] : readTokens(foldText(String(each)));
        for (const { text: term } of tokens) signer.add(term, dimension, 1, tokens.length);
      }
  });
  return signer.finish();
}

describe("entries whose members pass a test", () => {
  it("are those of the members, each tested by itself", () => {
    const seen = { none: 0, exact: 0, several: 0, largest: 0, untold: 0 };
    fc.assert(
      fc.property(dimensions, searched, fc.constantFrom([2], [0, 2]), (of, wanted, scales) => {
        const test = makeTextTest(wanted);
        if (!test) return;
        const signature = sign(of);
        const found = countPassing(sumsOf(of, scales), signature, test);
        const untold = of.some(({ isStored }, at) => !isStored && mayPassIn(signature, at, test));
        seen.untold += Number(untold);
        if (untold) return assert.equal(found, null);
        const lengthOf = ({ values }: Member): number => {
          const folded = values.flatMap((each) => (each === null ? [] : foldText(String(each))));
          return Math.min(...folded.filter((each) => passesText(test, each)).map((each) => readTokens(each).length));
        };
        const passing = of.map(({ members }) => members.filter((each) => lengthOf(each) < Infinity));
        const tokens = Math.min(MAX_TOKENS, ...passing.flat().map(lengthOf));
        const years = passing.flat().flatMap((each) => each.years);
        const entries = years.reduce((sum, { numEntries }) => sum + numEntries, 0);
        const having = passing.filter((members) => members.some((each) => each.years.length > 0)).length;
        const best = passing.flat().flatMap((each) => (lengthOf(each) === tokens ? each.years : []));
        const isKnown = scales.length === 1 && best.length > 0 && best.every(({ numEntries }) => numEntries === 1);
        const largest = best.reduce((most, { sum }) => (sum > most ? sum : most), best[0]?.sum ?? 0n);
        assert.deepEqual(found, {
          entries,
          tokens,
          isExact: having <= 1,
          largest: isKnown ? { unscaled: largest, scale: scales[0] } : null,
        });
        seen.none += Number(entries === 0);
        seen.exact += Number(having === 1);
        seen.several += Number(having > 1);
        seen.largest += Number(isKnown);
      }),
      { numRuns: randomRuns(2000, 20_000) },
    );
    assertVaried(seen);
  });
});
