import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TextOut } from "#src/api/answer.js";
import { BATCH, encodeBatches, encodeWritten } from "#src/http/reply/batches.js";
import { wrapInCall } from "#src/http/request/jsonp.js";
import { indenter } from "#src/http/reply/pretty.js";
import { SpareBytes } from "#src/http/reply/utf8-writer.js";
import type { TextFilter } from "#src/http/message/text-filter.js";

async function collect(chunks: string[]): Promise<Buffer[]> {
  const batches: Buffer[] = [];
  for await (const batch of encodeBatches(chunks, [])) batches.push(batch);
  return batches;
}

describe("batches", () => {
  it("do not cut a character of two code units", async () => {
    const text = `${"x".repeat(BATCH - 1)}😀`;
    const batches = await collect([text.slice(0, BATCH), text.slice(BATCH)]);
    assert.deepEqual(
      batches.map((batch) => batch.toString()),
      ["x".repeat(BATCH - 1), "😀"],
    );
  });

  it("gather what is small", async () => {
    const batches = await collect(Array.from({ length: BATCH }, () => "abc"));
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [BATCH + 2, BATCH + 2, BATCH - 4],
    );
  });

  it("are none where there is no text", async () => {
    assert.deepEqual(await collect(["", ""]), []);
  });
});

/** Pieces as they are written by who stops where it is full. */
async function collectWritten(pieces: readonly string[], filters: readonly TextFilter[] = []): Promise<Buffer[]> {
  const write = async function* (out: TextOut): AsyncIterable<void> {
    for (const piece of pieces) {
      out.write(piece);
      if (out.isFull()) yield;
    }
  };
  const batches: Buffer[] = [];
  for await (const batch of encodeWritten(write, filters, new SpareBytes())) batches.push(Buffer.from(batch));
  return batches;
}

describe("batches of what is written", () => {
  it("are the bytes of all pieces, short and long, in any script", async () => {
    const pieces = [
      "",
      "a",
      "é",
      "日本",
      "😀",
      "\u2028",
      "x".repeat(100),
      "é".repeat(100),
      "\ud800",
      "\0",
      "y".repeat(BATCH),
    ];
    for (const each of [pieces, pieces.toReversed(), Array.from({ length: 100 }, () => pieces).flat()]) {
      const bytes = Buffer.concat(await collectWritten(each));
      assert.equal(bytes.compare(Buffer.concat(each.map((piece) => Buffer.from(piece)))), 0);
    }
  });

  it("come where there is enough for one, and stay what they are", async () => {
    const batches = await collectWritten(Array.from({ length: BATCH }, (_, at) => "abc".charAt(at % 3).repeat(3)));
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [BATCH + 2, BATCH + 2, BATCH - 4],
    );
    assert.equal(batches[0]!.subarray(0, 9).toString(), "aaabbbccc");
  });

  it("go through filters, whose last words come at the end", async () => {
    const batches = await collectWritten(['{"a":', "[1]", "}"], [indenter(), wrapInCall("f")]);
    assert.equal(Buffer.concat(batches).toString(), `/**/f(${JSON.stringify({ a: [1] }, null, 2)});`);
  });

  it("hold phrases and numbers like text", async () => {
    const write = async function* (out: TextOut): AsyncIterable<void> {
      for (let at = 0; at < 30_000; at++) {
        out.writePhrase(Buffer.from(`{"ä":`));
        out.writeDecimal(at, 2);
        out.writeDecimal(10n ** 21n, 0);
        out.write("}\n");
        if (out.isFull()) yield;
      }
    };
    const text = Array.from({ length: 30_000 }, (_, at) => `{"ä":${at / 100}1000000000000000000000}\n`).join("");
    for (const [filters, expected] of [
      [[], text],
      [[wrapInCall("f")], `/**/f(${text});`],
    ] as const) {
      const batches: Buffer[] = [];
      for await (const batch of encodeWritten(write, filters, new SpareBytes())) batches.push(Buffer.from(batch));
      assert.equal(Buffer.concat(batches).toString(), expected);
      assert.ok(batches.length > 5);
    }
  });

  it("are none where nothing is written", async () => {
    assert.deepEqual(await collectWritten(["", ""]), []);
  });

  it("may be made at the same time, and given up, by way of the same bytes", async () => {
    const spare = new SpareBytes();
    const write = (letter: string) =>
      async function* (out: TextOut): AsyncIterable<void> {
        for (let at = 0; at < 3 * BATCH; at++) {
          out.write(letter);
          if (out.isFull()) yield;
        }
        out.write("!");
      };
    const givenUp = encodeWritten(write("x"), [], spare);
    await givenUp.next();
    const texts = ["a", "b", "c"].map(async (letter) => {
      let text = "";
      for await (const batch of encodeWritten(write(letter), [], spare)) text += batch.toString();
      return text;
    });
    await givenUp.return();
    assert.deepEqual(
      await Promise.all(texts),
      ["a", "b", "c"].map((letter) => `${letter.repeat(3 * BATCH)}!`),
    );
  });
});
