import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RAW } from "#src/sources/ingest/csv/coded-records.js";
import { Tokenizer } from "#src/sources/ingest/csv/tokenizer.js";

/** Count the cells of one column, without their repetitions, that get no code. */
function countRaw(texts: readonly string[]): number {
  const tokenizer = new Tokenizer(",", '"', 1);
  tokenizer.add(Buffer.from(texts.map((text) => `${text}\n`).join("")));
  const { codes, starts } = tokenizer.read(true);
  assert.equal(starts.length, texts.length);
  return starts.filter((start) => codes[start + 1]! >= RAW).length;
}

describe("values of a column", () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => at);

  for (const [name, textOf] of [
    ["begin alike", (at: number) => `Unit ${at}`],
    ["end alike", (at: number) => `${at} units`],
    ["are of 8 bytes", (at: number) => String(at).padStart(8, "0")],
    ["differ in the last of many letters", (at: number) => `Department of Works, ${at}`],
    ["are short", (at: number) => String.fromCharCode(0x61 + (at % 26), 0x61 + (at % 17))],
  ] as const) {
    it(`all have a code, if they ${name}`, () => assert.equal(countRaw(numbers.map(textOf)), 0));
  }
});

it("leaves the last records their number when its memory grows, by which lines are counted", () => {
  const tokenizer = new Tokenizer(",", '"', 1);
  const values = Array.from({ length: 60_000 }, (_, at) => `${"x".repeat(240)}${at}\n`.repeat(2));
  const lengths: number[] = [];
  const batches = [];
  for (let at = 0; at < values.length; at += 1000) {
    tokenizer.add(Buffer.from(values.slice(at, at + 1000).join("")));
    const batch = tokenizer.read(false);
    lengths.push(batch.length);
    batches.push(batch);
    tokenizer.dropRead();
  }
  const numbers = batches.map(({ length }) => length);
  assert.deepEqual(numbers, lengths);
  assert.ok(lengths.every((length) => length > 0));
});
