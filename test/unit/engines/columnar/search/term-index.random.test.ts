import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { collectTerms } from "#src/engines/columnar/search/collect-terms.js";
import { indexWithFlexSearch, indexOnFirstUse } from "#src/engines/columnar/search/term-lookups.js";
import { openTerms, planTerms } from "#src/engines/columnar/search/term-index.js";
import { viewTerms } from "#src/engines/columnar/table/term-column.js";
import { findHead, findValues, readTerm, type TermLookup } from "#src/engines/columnar/search/term-lookup.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { foldText } from "#src/core/query/text/fold-text.js";
import { readTokens } from "#src/core/query/text/tokens.js";
import { randomRuns } from "../../../../full.js";
import { wordyText } from "../../../../differential/random-search.js";
import { loadCopy } from "../../../../contract/serialize-suite.js";
import { entryInput, type Row, spendingModel } from "../../../../fixtures.js";

let kernel: Kernel;
before(() => (kernel = Kernel.start()));
after(() => kernel.close());

const model = spendingModel();
const COFOG = model.dimensions.findIndex(({ name }) => name === "cofog1");

function build(rows: readonly Row[]): ColumnarEngine {
  const builder = columnarFormat(kernel).build(model, null, 1);
  for (const row of rows) builder.write([entryInput(row)]);
  return builder.finish().engine as ColumnarEngine;
}

/** Return all contents of an index. */
function contentsOf(index: TermLookup, words: readonly string[]): unknown {
  const starting = (head: string): number[] => {
    const [first, end] = findHead(index, head);
    const terms = Array.from({ length: end - first }, (_, at) => first + at);
    const odd = terms.filter((term) => readTerm(index, term).length % 2 === 1);
    return odd.flatMap((term) => [...index.valuesAt(term)]).toSorted((a, b) => a - b);
  };
  return {
    lengths: [...index.lengths],
    found: words.map((word) => [word, [...findValues(index, word)], starting(word), starting([...word][0] ?? "")]),
  };
}

/** Compute the same by reading all texts. */
function obvious(texts: readonly (string | null)[], words: readonly string[]): unknown {
  const tokens = texts.map((text) => (text === null ? [] : readTokens(foldText(text)).map((token) => token.text)));
  const having = (passes: (word: string) => boolean): number[] =>
    tokens.flatMap((own, value) => [...new Set(own)].filter(passes).map(() => value));
  const starting = (head: string): number[] => having((word) => word.startsWith(head) && word.length % 2 === 1);
  return {
    lengths: tokens.map((own) => Math.min(255, own.length)),
    found: words.map((word) => [word, having((each) => each === word), starting(word), starting([...word][0] ?? "")]),
  };
}

describe("the terms of members", () => {
  const text = fc.oneof(wordyText, fc.string({ unit: "grapheme", maxLength: 8 }), fc.constant("ab ".repeat(300)));
  const member = fc.record({ code: text, label: text, weight: fc.constantFrom(null, 2, 10.5, -1e21) });

  it("are the same in FlexSearch, indexed on first use, in a term index and in a scan of all texts", () => {
    fc.assert(
      fc.property(fc.uniqueArray(member, { selector: ({ code }) => code, minLength: 1, maxLength: 12 }), (members) => {
        const engine = build(
          members.map(({ code, label, weight }, at) => ({ id: `${at}`, paid: 1n, code, function: label, weight })),
        );
        const { attributes, columns } = engine.table.dimensions[COFOG]!;
        const values = attributes.flatMap((each) => Array.from({ length: each.length }, (_, code) => each.at(code)));
        const texts = values.map((value) => (value === null ? null : String(value)));
        const words = [
          "",
          "a",
          "ab",
          "教",
          "10",
          "555555",
          "nowhere",
          ...texts.flatMap((each) => readTokens(foldText(each ?? "")).map((token) => token.text)),
        ];
        const planned = planTerms(collectTerms(engine.table.memories, columns));
        const memory = kernel.newMemory(planned.total);
        const column = planned.write(memory, { memory: 0, pointer: memory.allocate(planned.total) });
        const wanted = obvious(texts, words);
        assert.deepEqual(contentsOf(indexWithFlexSearch(attributes), words), wanted);
        assert.deepEqual(contentsOf(indexOnFirstUse(attributes), words), wanted);
        assert.deepEqual(contentsOf(openTerms(viewTerms(memory, column)), words), wanted);
        memory.release();
        engine.dispose();
      }),
      { numRuns: randomRuns(12, 40) },
    );
  });

  it("are indexed in a large table, serialized with it, and released with it", async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({
      id: `${at}`,
      paid: 1n,
      code: `c${at}`,
      function: `Töwn ${at % 7}`,
    }));
    const engine = build(rows);
    const { words } = engine.table.dimensions[COFOG]!;
    assert.ok(words && words.memory > 0);
    const format = columnarFormat(kernel);
    const loaded = loadCopy(format, model, format.serialize(engine)) as ColumnarEngine;
    assert.deepEqual(loaded.table.dimensions[COFOG]!.words, words);
    const wordsOf = ({ table }: ColumnarEngine): Buffer => viewTerms(table.memories[words.memory]!, words).bytes;
    assert.deepEqual(wordsOf(loaded), wordsOf(engine));
    loaded.dispose();
    const memories = [...engine.table.memories];
    engine.dispose();
    assert.ok(memories.every((memory) => memory.released));
  });
});
