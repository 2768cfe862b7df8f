import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseSetCuts, type SetCut } from "#src/core/query/babbage/set-cut.js";

function parse(text: string): { readonly cuts: readonly SetCut[]; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const cuts = parseSetCuts(text, (sentence) => errors.push(sentence));
  return { cuts, errors };
}

describe("cuts to sets", () => {
  const cases: readonly [text: string, ...cuts: (readonly [field: string, ...values: (string | null)[]])[]][] = [
    [""],
    ["|"],
    ["foo:bar", ["foo", "bar"]],
    ['foo:"bar lala"', ["foo", "bar lala"]],
    ['foo:"bar";"lala"', ["foo", "bar", "lala"]],
    ["foo:3;22", ["foo", "3", "22"]],
    ["foo:bar|bar:5", ["foo", "bar"], ["bar", "5"]],
    ["foo:bar|foo:5", ["foo", "bar"], ["foo", "5"]],
    ['foo:"bar|lala"|bar:5', ["foo", "bar|lala"], ["bar", "5"]],
    ['foo:"a;b";c', ["foo", "a;b", "c"]],
    ['foo:"a\\"b"', ["foo", 'a"b']],
    ["foo:2015-01-04", ["foo", "2015-01-04"]],
    ["foo:a:b", ["foo", "a:b"]],
    ["foo:", ["foo", null]],
    ["foo:a;", ["foo", "a", null]],
    ['foo:""', ["foo", ""]],
    [" foo : bar ; baz | x:y", ["foo", "bar", "baz"], ["x", "y"]],
  ];
  for (const [text, ...cuts] of cases) {
    it(`are read from ${JSON.stringify(text)}`, () => {
      const expected = cuts.map(([field, ...values]) => ({ field, values }));
      assert.deepEqual(parse(text), { cuts: expected, errors: [] });
    });
  }

  it("may be ranges", () => {
    const { cuts, errors } = parse('year:[2005 TO 2007}|region:"[a TO b]"');
    const ends = [
      { text: "2005", inclusive: true },
      { text: "2007", inclusive: false },
    ];
    assert.deepEqual(errors, []);
    assert.deepEqual(cuts[0], { field: "year", values: [{ is: "range", from: ends[0], to: ends[1] }] });
    assert.deepEqual(cuts[1], { field: "region", values: ["[a TO b]"] });
  });

  it("report every error and read the others", () => {
    const { cuts, errors } = parse('x|a:"b|c:[1 TO|d:"e"f;g|h:i');
    assert.deepEqual(cuts, [{ field: "h", values: ["i"] }]);
    assert.equal(errors.length, 2);
    assert.match(errors[0]!, /^"x" has no value: write it as "field:value"$/);
    assert.match(errors[1]!, /is not a JSON string; quote a whole value or nothing$/);
    assert.match(parse("c:[1 TO|h:i").errors[0]!, /^A range needs two ends/);
    assert.match(parse("c:[1 TO 2];3").errors[0]!, /^A range ends with its bracket/);
  });

  it("keep any texts that are written as JSON strings", () => {
    const texts = fc.array(fc.string({ unit: "binary" }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(texts), (sets) => {
        const text = sets.map((values) => `f:${values.map((value) => JSON.stringify(value)).join(";")}`).join("|");
        assert.deepEqual(parse(text), { cuts: sets.map((values) => ({ field: "f", values })), errors: [] });
      }),
    );
  });
});
