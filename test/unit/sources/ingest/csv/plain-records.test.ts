import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBatchParser, isPlainDialect, takeEverything } from "#src/sources/ingest/csv/plain-records.js";
import { createRecordParser } from "#src/sources/ingest/csv/record-parser.js";
import { parseWhole } from "./parse-whole.js";

const DIALECT = { delimiter: ",", quote: '"' };

/** Compare with the parser that takes everything. */
async function compare(text: string, columns: number, size = 100_000): Promise<void> {
  const expected = await parseWhole(
    takeEverything(createRecordParser(DIALECT, { width: columns })),
    text,
    chunksOf(size),
  );
  const found = await parseWhole(createBatchParser(DIALECT, columns), text, chunksOf(size));
  assert.deepEqual([found.records.length, found.error], [expected.records.length, expected.error]);
  // A comparison of all at once takes too long.
  const wrong = found.records.findIndex((record, at) => record.join("\0") !== expected.records[at]!.join("\0"));
  assert.equal(wrong, -1, `record ${wrong} differs`);
}

function* chunksOf(size: number): Generator<number> {
  for (;;) yield size;
}

function rows(count: number, row: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => row(at)).join("");
}

describe("plain records", () => {
  it("are the same however many values a column has", () =>
    compare(
      rows(150_000, (at) => `${at},"v ""${at % 5000}""",${at % 3 ? "a" : at % 90_000},${(at * 7919) % 70_000}\n`),
      4,
    ));

  it("are the same if values repeat only later", () =>
    compare(
      rows(20_000, (at) => `${at < 10_000 ? at : at % 7},ä${at % 11}\r\n`),
      2,
    ));

  it("may have long cells", () =>
    compare(
      rows(300, (at) => `"${"x,\n".repeat(at * 9)}",${"y".repeat(at)}\n`),
      2,
      5000,
    ));

  it("may have more cells than the header", () => compare(`a,b\n${rows(50, (at) => `${"1,".repeat(at)}\n`)}`, 2));

  it("may have very many cells, or more than fit", () =>
    compare(`a\n${"1,".repeat(90_000)}\n${"2,".repeat(300_000)}\nb\n`, 2));

  it("may be larger than the input", () => compare(`a,b\n"${"x\n".repeat(2_000_000)}",1\nc,d\n`, 2, 2 ** 16));

  it("may come in chunks that are larger than the input", () =>
    compare(
      rows(200_000, (at) => `${at},${"z".repeat(at % 50)}\n`),
      2,
      2 ** 23,
    ));

  it("stay the same behind one that is not plain", () =>
    compare(`${rows(1000, (at) => `${at},a\n`)}x,"y" z\n${rows(1000, (at) => `${at},"b"\n`)}`, 2, 700));

  it("need a delimiter and a quote of one character, and nothing else", () => {
    assert.ok(isPlainDialect(DIALECT));
    assert.ok(isPlainDialect({ delimiter: "\t", quote: null, escape: null, comment: null, trimStart: false }));
    const others = [{ delimiter: "||" }, { delimiter: "§" }, { delimiter: '"' }, { quote: "ab" }, { escape: "\\" }];
    for (const other of [...others, { comment: "#" }, { trimStart: true }]) {
      assert.ok(!isPlainDialect({ ...DIALECT, ...other }), JSON.stringify(other));
    }
  });
});
