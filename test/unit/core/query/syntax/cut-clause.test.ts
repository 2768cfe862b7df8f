import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type CutClause, isPlainCut, parseCuts, printCuts } from "#src/core/query/syntax/cut-clause.js";

function parse(text: string): { cuts: readonly CutClause[]; errors: readonly string[] } {
  const errors: string[] = [];
  const cuts = parseCuts(text, (sentence) => errors.push(sentence));
  return { cuts, errors };
}

/** `[from TO to]`, inclusive. */
function between(from: string | null, to: string | null, open = true, close = true): CutClause["value"] {
  return {
    is: "range",
    from: from === null ? null : { text: from, inclusive: open },
    to: to === null ? null : { text: to, inclusive: close },
  };
}

describe("clauses of cuts", () => {
  const understood: [text: string, ...cuts: CutClause[]][] = [
    ["year:2009", { field: "year", value: "2009" }],
    ["!year:2009", { field: "year", value: "2009", excluded: true }],
    [" ! year :2009", { field: "year", value: "2009", excluded: true }],
    ["year:!2009", { field: "year", value: "!2009" }],
    ["year:[2005 TO 2007]", { field: "year", value: between("2005", "2007") }],
    ["year:{2005 TO 2007}", { field: "year", value: between("2005", "2007", false, false) }],
    ["year:[2005 TO 2007}", { field: "year", value: between("2005", "2007", true, false) }],
    ["year:[* TO 2007]", { field: "year", value: between(null, "2007") }],
    ["year:{2005 TO *}", { field: "year", value: between("2005", null, false) }],
    ["!year:[2005 TO 2007]", { field: "year", value: between("2005", "2007"), excluded: true }],
    ['x:["a|b" TO "c d"]', { field: "x", value: between("a|b", "c d") }],
    ['x:"[a TO b]"', { field: "x", value: "[a TO b]" }],
    ['!x:"[a TO b]"', { field: "x", value: "[a TO b]", excluded: true }],
    ["x:[none]", { field: "x", value: "[none]" }],
    ["x:{}", { field: "x", value: "{}" }],
    ["x:[a TOTAL]", { field: "x", value: "[a TOTAL]" }],
    ["x:a [1 TO 2]", { field: "x", value: "a [1 TO 2]" }],
    [
      "year:[2005 TO 2007] |region:a|!region:b",
      { field: "year", value: between("2005", "2007") },
      { field: "region", value: "a" },
      { field: "region", value: "b", excluded: true },
    ],
  ];
  for (const [text, ...cuts] of understood) {
    it(`parse ${text}`, () => assert.deepEqual(parse(text), { cuts, errors: [] }));
  }

  const wrong: [text: string, error: RegExp][] = [
    [
      "year:[2005 TO 2007",
      /^Expected "\]" or "\}" in the range "\[2005 TO 2007" instead of the end at position 19; quote/,
    ],
    ["year:[2005 TO]", /^Expected " TO " in the range "\[2005 TO\]"/],
    ["year:[ TO 2007]", /^A range needs two ends/],
    ["year:[TO 2007]", /^A range needs two ends/],
    ["year:[2005 TO 2007]x", /^A range ends with its bracket: unexpected "x" at position 20; quote/],
    ["year:[New York TO Z]", /^Expected " TO " in the range/],
    ["!year", /^"!year" has no value/],
    ['year:["a TO b]', /^Close the quotation mark that opens at position 7/],
  ];
  for (const [text, error] of wrong) {
    it(`report the error in ${text}, and continue after it`, () => {
      const { cuts, errors } = parse(`${text}|region:a`);
      assert.match(errors.join("\n"), error);
      assert.deepEqual(cuts, [{ field: "region", value: "a" }]);
      assert.equal(errors.length, 1);
    });
  }

  it("print ranges in their usual spelling, and quote texts that look like ranges", () => {
    const range = { field: "year", value: between("2005", "2007") };
    assert.equal(printCuts([range, { ...range, excluded: true }]), "year:[2005 TO 2007]|!year:[2005 TO 2007]");
    assert.equal(printCuts([{ field: "x", value: "[a TO b]" }]), 'x:"[a TO b]"');
    assert.equal(printCuts([{ field: "x", value: between("TO", "*", false) }]), 'x:{"TO" TO "*"]');
    assert.equal(printCuts([{ field: "x", value: "[none]" }]), "x:[none]");
  });

  it("are plain if they are one value that entries must have", () => {
    const [plain, excluded, range] = parse("a:1|!a:1|a:[1 TO 2]").cuts;
    assert.deepEqual([plain!, excluded!, range!].map(isPlainCut), [true, false, false]);
  });
});
