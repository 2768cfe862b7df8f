import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { QuerySyntaxError } from "#src/core/query/syntax/cursor.js";
import { parseSearch } from "#src/core/query/syntax/parse.js";
import { printSearch } from "#src/core/query/syntax/print.js";
import type { Piece, SearchTree } from "#src/core/query/syntax/search-tree.js";
import { isWithinEdits } from "#src/core/query/text/edits.js";
import { foldText } from "#src/core/query/text/fold-text.js";
import { makePattern, matchesPattern } from "#src/core/query/text/pattern.js";
import { makeTextTest } from "#src/core/query/text/make-test.js";
import { findPart, passesText } from "#src/core/query/text/text-test.js";
import { readTokens } from "#src/core/query/text/tokens.js";

const BOUNDS = { maxClauses: 1024, maxNesting: 64 };

const character = fc.constantFrom(
  ..."ab01é教 \t\n+-!&|(){}[]^\"~*?:\\/.,'".split(""),
  "AND",
  "OR",
  "NOT",
  "TO",
  "\u{1F600}",
);
const literal = fc.oneof(
  fc.string({ unit: character, minLength: 1, maxLength: 6 }),
  fc.string({ unit: "binary", minLength: 1 }),
);
const wildcard = fc.constantFrom<Piece>({ wildcard: "*" }, { wildcard: "?" });
const pieces = fc.array(fc.oneof(literal, wildcard), { minLength: 1, maxLength: 4 }).map((all) => {
  // Adjacent literals are merged.
  const joined: Piece[] = [];
  for (const piece of all) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string") joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
});
const end = fc.option(
  fc.record(
    { text: fc.oneof(literal, fc.constantFrom("*", "TO", "")), inclusive: fc.boolean() },
    { noNullPrototype: true },
  ),
);

const value: fc.Arbitrary<SearchTree> = fc.oneof(
  pieces.map((all) => ({ is: "word" as const, pieces: all })),
  fc.oneof(literal, fc.constant("")).map((text) => ({ is: "phrase" as const, text })),
  fc.tuple(literal, fc.integer({ min: 0, max: 9 })).map(([text, edits]) => ({ is: "fuzzy" as const, text, edits })),
  fc.tuple(end, end).map(([from, to]) => ({ is: "range" as const, from, to })),
);

const tree: fc.Arbitrary<SearchTree> = fc.letrec<{ tree: SearchTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    value,
    fc.constant<SearchTree>({ is: "everything" }),
    fc
      .tuple(fc.constantFrom("all" as const, "any" as const), fc.array(tie("tree"), { minLength: 2, maxLength: 4 }))
      .map(([is, of]) => ({ is, of })),
    fc.tuple(fc.constantFrom("not" as const, "must" as const), tie("tree")).map(([is, of]) => ({ is, of })),
    fc
      .tuple(fc.integer({ min: 0, max: 99_999 }), tie("tree"))
      .map(([by, of]) => ({ is: "boost" as const, by: by / 100, of })),
    fc.tuple(literal, tie("tree")).map(([field, of]) => ({ is: "in" as const, field, of })),
  ),
})).tree;

describe("searches", () => {
  it("are parsed back from their printed text", () => {
    fc.assert(
      fc.property(tree, (wanted) => {
        assert.deepEqual(parseSearch(printSearch(wanted), BOUNDS).tree, wanted);
      }),
      { numRuns: 1000 },
    );
  });

  it("are printed in one spelling for any text, or report the position of the error", () => {
    let parsed = 0;
    fc.assert(
      fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
        try {
          const { tree: found } = parseSearch(characters.join(""), BOUNDS);
          if (found === null) return;
          parsed++;
          assert.deepEqual(parseSearch(printSearch(found), BOUNDS).tree, found);
        } catch (error) {
          assert.ok(error instanceof QuerySyntaxError, String(error));
          assert.match(error.message, /position \d+/);
        }
      }),
      { numRuns: 2000 },
    );
    assert.ok(parsed > 100);
  });
});

describe("folding", () => {
  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => assert.equal(foldText(foldText(text)), foldText(text))),
    );
  });

  it("makes tokens whose only token is themselves", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const token of readTokens(foldText(text))) {
          assert.deepEqual(
            readTokens(token.text).map((each) => each.text),
            [token.text],
          );
        }
      }),
    );
  });
});

describe("phrases", () => {
  const unit = fc.constantFrom("a", "b", "ab", "教", "\u{20000}", "e\u0301", " ", "-", "\u{1F600}", "\u0301");
  const text = fc.string({ unit, maxLength: 14 }).map(foldText);

  it("match exactly where their tokens are adjacent", () => {
    let found = 0;
    fc.assert(
      fc.property(text, text, fc.nat(12), fc.nat(6), (folded, other, start, length) => {
        const own = readTokens(folded).slice(start, start + length);
        const end = own.at(-1)?.end ?? 0;
        for (const phrase of [other, folded.slice(own[0]?.start ?? 0, end)]) {
          const wanted = makeTextTest({ is: "phrase", text: phrase });
          const [part] = wanted?.parts ?? [];
          if (!wanted || part?.is !== "tokens") continue;
          const isThere = findPart(part, readTokens(folded), 0) >= 0;
          if (isThere) found++;
          assert.equal(passesText(wanted, folded), isThere);
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(found > 300);
  });
});

describe("patterns", () => {
  it("match the same texts as a regular expression", () => {
    const unit = fc.constantFrom("a", "b", "\u{1F600}");
    const some = fc.array(fc.oneof(unit, wildcard), { maxLength: 8 });
    fc.assert(
      fc.property(some, fc.string({ unit, maxLength: 10 }), (all, text) => {
        const source = all.map((piece) => (typeof piece === "string" ? piece : piece.wildcard === "*" ? ".*" : "."));
        assert.equal(matchesPattern(makePattern(all), text), new RegExp(`^${source.join("")}$`, "u").test(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("edits", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "\u{1F600}"), maxLength: 6 });

  it("number at most those of the shortest sequence of single-letter edits", () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 0, max: 2 }), (text, maxEdits) => {
        const near = neighbours(text, maxEdits);
        for (const other of near) assert.ok(isWithinEdits(text, other, maxEdits), other);
      }),
      { numRuns: 50 },
    );
  });

  it("are not underestimated: every text within the distance is reached by editing", () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        if (isWithinEdits(a, b, 1)) assert.ok(neighbours(a, 1).has(b));
        // A swap of two letters around an inserted one is not a sequence of two single edits.
        assert.equal(isWithinEdits(a, b, 2), isWithinEdits(b, a, 2));
      }),
      { numRuns: 2000 },
    );
  });

  it("count a swap over an inserted letter as two", () => {
    assert.ok(isWithinEdits("ca", "abc", 2));
    assert.ok(!isWithinEdits("ca", "abc", 1));
  });
});

/** Return all texts within `maxEdits` edits. */
function neighbours(text: string, maxEdits: number): ReadonlySet<string> {
  let found = new Set([text]);
  for (let edit = 0; edit < maxEdits; edit++)
    found = new Set([...found].flatMap((each) => [each, ...editOnce([...each])]));
  return found;
}

function editOnce(letters: readonly string[]): string[] {
  const alphabet = ["a", "b", "c", "\u{1F600}"];
  return Array.from({ length: letters.length + 1 }).flatMap((_, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at)];
    const [first = "", second = "", ...rest] = after;
    return [
      ...alphabet.map((letter) => [...before, letter, ...after]),
      ...(after.length > 0 ? [[...before, ...after.slice(1)]] : []),
      ...(after.length > 0 ? alphabet.map((letter) => [...before, letter, ...after.slice(1)]) : []),
      ...(after.length > 1 ? [[...before, second, first, ...rest]] : []),
    ].map((all) => all.join(""));
  });
}
