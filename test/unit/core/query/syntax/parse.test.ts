import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { QuerySyntaxError } from "#src/core/query/syntax/cursor.js";
import { parseSearch } from "#src/core/query/syntax/parse.js";
import { printSearch } from "#src/core/query/syntax/print.js";

const BOUNDS = { maxClauses: 1024, maxNesting: 64 };

function printed(text: string): string {
  const { tree } = parseSearch(text, BOUNDS);
  return tree === null ? "" : printSearch(tree);
}

function errorOf(text: string): string {
  try {
    parseSearch(text, BOUNDS);
  } catch (error) {
    assert.ok(error instanceof QuerySyntaxError);
    return error.message;
  }
  return assert.fail(`${text} parses`);
}

describe("the syntax of searches", () => {
  const spellings: [text: string, canonical: string][] = [
    ["", ""],
    ["  a  ", "a"],
    ["a b", "a b"],
    ["a AND b && c", "a b c"],
    ["a OR b || c", "a OR b OR c"],
    ["a OR b AND c", "a OR (b c)"],
    ["a b OR c d", "(a b) OR (c d)"],
    ["NOT a ! b -c", "-a -b -c"],
    ["+a +(b c)", "+a +(b c)"],
    ["((a))", "a"],
    ["a OR ((NOT b)) (+c)", "a OR ((-b) (+c))"],
    ["f:(-a) (-b)^2 -(!c)", "f:(-a) (-b)^2 -(-c)"],
    ["a(b)c", "a b c"],
    ['a"b c"d', 'a "b c" d'],
    ["f:a", "f:a"],
    ["f: a", "f:a"],
    ["f:(a OR b)", "f:(a OR b)"],
    ["f:(a)", "f:a"],
    ["f:(g:a)", "f:(g:a)"],
    ['f.g:"a b"', 'f.g:"a b"'],
    ["f:-5", "f:-5"],
    ["f:+5", "f:+5"],
    ["f:AND", "f:AND"],
    ["f:[1 TO 2]", 'f:["1" TO "2"]'],
    ["f:{-1 TO *}", 'f:{"-1" TO *]'],
    ["f:[* TO 2}", 'f:[* TO "2"}'],
    ['f:["a b" TO "*"]', 'f:["a b" TO "*"]'],
    ["f:[2009-01-01T00:00:00Z TO *]", 'f:["2009-01-01T00:00:00Z" TO *]'],
    ["*:*", "*:*"],
    ["*", "*"],
    ["f:*", "f:*"],
    ["a*b?c", "a*b?c"],
    ["a~", "a~2"],
    ["a~1", "a~1"],
    ["a~0", "a~0"],
    ["a^2", "a^2"],
    ["a^0.50", "a^0.5"],
    ["(a b)^3", "(a b)^3"],
    ["f:a^2", "f:a^2"],
    ["a~1^2", "a~1^2"],
    ["\\(\\)", "\\(\\)"],
    ["\\a", "a"],
    ["a\\ b", "a\\ b"],
    ["\\-a \\+b \\!c", "\\-a \\+b \\!c"],
    ["\\AND", "\\AND"],
    ["and or not to", "and or not to"],
    ["ANDy ORy NOTy", "ANDy ORy NOTy"],
    ["TO", "TO"],
    ["a-b a+b a! a&b a&&b a|b", "a-b a+b a! a&b a&&b a|b"],
    ["10.1 30/2 O'Brien", "10.1 30/2 O'Brien"],
    ["a\u3000b", "a b"],
  ];
  for (const [text, canonical] of spellings) {
    it(`reads ${text}`, () => {
      assert.equal(printed(text), canonical);
      assert.equal(printed(canonical), canonical);
    });
  }
});

describe("a search with a syntax error", () => {
  const errors: [text: string, error: RegExp][] = [
    ["(", /instead of the end at position 2/],
    ["()", /instead of "\)" at position 2/],
    ["(a", /"\(" at position 1 is never closed: write "\)" before the end at position 3/],
    ["(a]", /Unexpected "\]" at position 3/],
    ["a)", /Unexpected "\)" at position 2/],
    ["教育 )", /Unexpected "\)" at position 4/],
    ["\u{1F600}\u{1F600})", /at position 3/],
    ['"a', /^Close the quotation mark that opens at position 1$/],
    ["a AND", /after "a AND" instead of the end at position 6/],
    ["AND a", /instead of "A" at position 1/],
    ["a OR OR b", /after "a OR" instead of "O" at position 6/],
    ["a || ", /instead of the end at position 6/],
    ["NOT", /instead of the end at position 4/],
    ["-", /instead of the end at position 2/],
    ["a + ", /instead of the end at position 5/],
    ["f:", /instead of the end at position 3/],
    ["f: )", /instead of "\)" at position 4/],
    [":a", /instead of ":" at position 1/],
    ["a:b:c", /Unexpected ":" at position 4/],
    ["f*:a", /A field has no wildcards.* "f" at position 1/],
    ["*:a", /A field has no wildcards.* "\*" at position 1/],
    ["[1 TO", /at position 6/],
    ["f:[1 2]", /Expected " TO " in the range "\[1 2\]" instead of "2" at position 6; quote ends with spaces$/],
    ["f:[TO 2]", /two ends.* "T" at position 4/],
    ["f:[1 TO ]", /two ends.* "\]" at position 9/],
    ["f:[1 TO 2", /Expected "\]" or "}".*the end at position 10/],
    ["f:[1 TO 2)", /Expected "\]" or "}"/],
    ["a^", /"\^" at position 2 takes a number/],
    ["a^b", /"\^" at position 2 takes a number/],
    ["a^2b", /"\^" at position 2 takes a number/],
    ["a^-1", /"\^" at position 2 takes a number/],
    ["a~0.5", /"~" at position 2 takes a number of edits/],
    ["a~b", /"~" at position 2 takes a number of edits/],
    ["a*~", /"~" at position 3 follows a wildcard/],
    ['"a b"~2', /"~" at position 6 follows a phrase/],
    ["~", /instead of "~" at position 1/],
    ["^2", /instead of "\^" at position 1/],
    ["a\\", /"\\" at position 2 has nothing after it/],
    ["a ] b", /Unexpected "\]" at position 3/],
  ];
  for (const [text, error] of errors) it(`gets a message: ${text}`, () => assert.match(errorOf(text), error));

  it("is refused if it is too large, before it is read to its end", () => {
    const parentheses = "(".repeat(1_000_000);
    assert.match(errorOf(parentheses), /"\(" at position 65 is nested more than 64 levels deep/);
    assert.match(errorOf("-".repeat(1_000_000)), /position 65 is nested more than 64 levels deep/);
    assert.match(errorOf("f:(".repeat(100_000)), /nested more than 64 levels deep/);
    assert.match(errorOf("a ".repeat(1_000_000)), /more than 1024 clauses/);
    assert.match(errorOf("*?".repeat(10) + " *".repeat(2000)), /more than 1024 clauses/);
  });

  it("is not refused for its length alone", () => {
    const long = "教".repeat(1_000_000);
    assert.equal(printed(long), long);
    assert.equal(printed(`"${long}"`), `"${long}"`);
    assert.equal(printed("a*".repeat(100_000)), "a*".repeat(100_000));
  });
});
