import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Clause, parseClauses, parseList } from "#src/core/query/clauses.js";

function parse(text: string): { clauses: readonly Clause[]; errors: string[] } {
  const errors: string[] = [];
  return { clauses: parseClauses(text, (sentence) => errors.push(sentence)), errors };
}

describe("parseClauses", () => {
  const cases: [name: string, text: string, clauses: [string, string][]][] = [
    ["one clause", "a:1", [["a", "1"]]],
    [
      "several joined by a pipe",
      "a.b:1|c:2",
      [
        ["a.b", "1"],
        ["c", "2"],
      ],
    ],
    ["a value with colons", "a:b:c://d", [["a", "b:c://d"]]],
    ["an empty value", "a:", [["a", ""]]],
    ["a value with spaces around it", "a: x ", [["a", " x "]]],
    [
      "a quoted value with a pipe",
      'a:"x|y"|b:1',
      [
        ["a", "x|y"],
        ["b", "1"],
      ],
    ],
    ["a quoted value with escapes", String.raw`a:"say \"hi\" \u00e4|"`, [["a", 'say "hi" ä|']]],
    ["a quote inside a value", 'a:5" pipe', [["a", '5" pipe']]],
    [
      "empty clauses left out",
      "|a:1||b:2|",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ["nothing", "", []],
  ];
  for (const [name, text, clauses] of cases) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parse(text), { clauses: clauses.map(([field, value]) => ({ field, value })), errors: [] });
    });
  }

  it("reports a clause without a value and continues", () => {
    const { clauses, errors } = parse("region|a:1");
    assert.deepEqual(clauses, [{ field: "a", value: "1" }]);
    assert.deepEqual(errors, ['"region" has no value: write it as "field:value"']);
  });

  for (const text of ['a:"open', 'a:"x"y', 'a:"x|', String.raw`a:"\q"`]) {
    it(`reports that ${text} is not a JSON string`, () => {
      assert.match(parse(text).errors[0]!, /is not a JSON string/);
    });
  }
});

describe("parseList", () => {
  it("trims parts and leaves empty ones out", () => {
    assert.deepEqual(parseList(" a | b||"), ["a", "b"]);
  });
});
