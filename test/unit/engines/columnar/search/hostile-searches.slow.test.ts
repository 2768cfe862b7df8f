import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { parameters } from "#src/core/query/parameters.js";
import { loadRows } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindSearch } from "../../../../bind-search.js";

const LETTERS = "a".repeat(5000);
const MANY = 1000;

const kernel = Kernel.start();
after(() => kernel.close());

const model = spendingModel();
const engine = loadRows(columnarFormat(kernel), model, [
  { id: "fa", paid: 1n, code: "long", function: LETTERS },
  { id: "fb", paid: 1n, code: "words", function: "a ".repeat(5000) },
  { id: "fc", paid: 1n, code: "unspaced", function: "教".repeat(5000) },
  ...Array.from({ length: MANY }, (_, at) => ({
    id: `${at}`,
    paid: 1n,
    code: `c${at}`,
    function: `Word${at} and more`,
  })),
]);

function count(q: string, deadline = Infinity): Promise<number> {
  const bound = bindSearch(model, parameters([["q", q]]));
  return withReader(engine, { maxCells: 1000, deadline }, (reader) => reader.search(bound.queries[0]!)).then(
    ({ numEntries }) => numEntries,
  );
}

function repeat(times: number, write: (at: number) => string, between = " "): string {
  return Array.from({ length: times }, (_, at) => write(at)).join(between);
}

function inLabel(q: string): string {
  return `cofog1.label:(${q})`;
}

/** Searches that would never end in a backtracking expression, or in a product of all terms. */
describe("a hostile search", () => {
  const searches: [title: string, q: string, found: number][] = [
    ["many wildcards in one word", `cofog1.label:${"*a".repeat(1000)}`, 1],
    ["many wildcards that do not fit at the end", `cofog1.label:${"*a".repeat(1000)}*b`, 0],
    ["many wildcards for one letter", `cofog1.label:${"?".repeat(4999)}*b`, 0],
    ["the whole alphabet between wildcards", `*${[..."abcdefghijklmnopqrstuvwxyz"].join("*")}*`, 0],
    ["a thousand wildcards", inLabel(repeat(1000, () => "*o*")), MANY],
    ["a thousand words of any kind", inLabel(repeat(1000, (at) => `*${at}*`, " OR ")), MANY],
    ["a thousand misspelt words", inLabel(repeat(1000, (at) => `wrod${at}~1`, " OR ")), MANY],
    ["a phrase that nearly fits everywhere", `cofog1.label:"${"a ".repeat(4999)}b"`, 0],
    ["a phrase as long as the text", `cofog1.label:"${"a ".repeat(5000)}"`, 1],
    ["a long text without spaces", "教".repeat(5000), 1],
    ["a longer one", "教".repeat(100_000), 0],
    ["a long text without spaces that nearly fits", `${"教".repeat(2000)}*${"教".repeat(2000)}育`, 0],
    ["a word longer than any", "a".repeat(1_000_000), 0],
    ["a thousand ranges", repeat(1000, (at) => `cofog1.label:[${at} TO *]`), 1 + 1 + 1 + MANY],
    ["parentheses and signs as deep as they may be", `${"-(".repeat(32)}word1${")".repeat(32)}`, 1],
  ];
  for (const [title, q, found] of searches) {
    it(`is answered: ${title}`, async () => assert.equal(await count(q), found));
  }

  it("is aborted at its deadline", async () => {
    await assert.rejects(
      count(
        repeat(1000, (at) => `*${at}*`, " OR "),
        0,
      ),
      OverCapacity,
    );
    await assert.rejects(count("cofog1.label:[b TO *]", 0), OverCapacity);
  });
});
