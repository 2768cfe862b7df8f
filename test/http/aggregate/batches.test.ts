import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TextOut } from "#src/calls/answer.js";
import { BATCH, batchChunks, encodeWritten } from "#src/web/http/reply/batches.js";
import { wrapInCall } from "#src/web/http/request/jsonp.js";
import { indenter } from "#src/web/http/reply/compute-body.js";
import { Utf8Writers } from "#src/web/http/reply/utf8-writers.js";
import type { TextFilter } from "#src/web/http/message/text-filter.js";

async function collect(chunks: string[]): Promise<Buffer[]> {
  const batches: Buffer[] = [];
  for await (const batch of batchChunks(chunks, [])) batches.push(batch);
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

  it("join small pieces", async () => {
    const batches = await collect(Array.from({ length: BATCH }, () => "abc"));
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [BATCH + 2, BATCH + 2, BATCH - 4],
    );
  });

  it("join small pieces of bytes, as they are", async () => {
    const pieces = async function* (): AsyncIterable<Uint8Array> {
      for (let at = 0; at < BATCH; at++) yield Uint8Array.of(0xff, at & 0xff, 0);
    };
    const batches: Buffer[] = [];
    for await (const batch of batchChunks(pieces(), [])) batches.push(batch);
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [BATCH + 2, BATCH + 2, BATCH - 4],
    );
    assert.deepEqual([...Buffer.concat(batches).subarray(3 * 256, 3 * 257 + 1)], [0xff, 0, 0, 0xff]);
  });

  it("are empty without text", async () => {
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
  for await (const batch of encodeWritten(write, filters, new Utf8Writers(BATCH))) batches.push(Buffer.from(batch));
  return batches;
}

describe("batches of written text", () => {
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

  it("come as soon as there is enough text", async () => {
    const batches = await collectWritten(Array.from({ length: BATCH }, (_, at) => "abc".charAt(at % 3).repeat(3)));
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [BATCH + 2, BATCH + 2, BATCH - 4],
    );
    assert.equal(batches[0]!.subarray(0, 9).toString(), "aaabbbccc");
  });

  it("take two blocks by turns from the second on, however long the text is, and each lasts while the next is written", async () => {
    const writers = new Utf8Writers(BATCH);
    const blocks: ArrayBufferLike[] = [];
    for (let text = 0; text < 3; text++) {
      let before: Buffer | null = null;
      let at = 0;
      for await (const batch of encodeWritten(letterByLetter("abcdefgh"), [], writers)) {
        if (before) assert.equal(before.toString(), "abcdefgh".charAt(at - 1).repeat(BATCH));
        assert.equal(batch.toString(), "abcdefgh".charAt(at++).repeat(BATCH));
        if (at > 1) blocks.push(batch.buffer);
        before = batch;
      }
      assert.equal(at, 8);
    }
    assert.equal(new Set(blocks).size, 2);
  });

  it("go through filters, whose ends come last", async () => {
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
      for await (const batch of encodeWritten(write, filters, new Utf8Writers(BATCH))) batches.push(Buffer.from(batch));
      assert.equal(Buffer.concat(batches).toString(), expected);
      assert.ok(batches.length > 5);
    }
  });

  it("are empty if nothing is written", async () => {
    assert.deepEqual(await collectWritten(["", ""]), []);
  });

  it("may be written at the same time, and given up, with shared writers", async () => {
    const writers = new Utf8Writers(BATCH);
    const write = (letter: string) =>
      async function* (out: TextOut): AsyncIterable<void> {
        for (let at = 0; at < 3 * BATCH; at++) {
          out.write(letter);
          if (out.isFull()) yield;
        }
        out.write("!");
      };
    const givenUp = encodeWritten(write("x"), [], writers);
    await givenUp.next();
    const texts = ["a", "b", "c"].map(async (letter) => {
      let text = "";
      for await (const batch of encodeWritten(write(letter), [], writers)) text += batch.toString();
      return text;
    });
    await givenUp.return();
    assert.deepEqual(
      await Promise.all(texts),
      ["a", "b", "c"].map((letter) => `${letter.repeat(3 * BATCH)}!`),
    );
  });

  it("stay as they are when others are written", async () => {
    const writers = new Utf8Writers(BATCH);
    const texts = ["a", "ä".repeat(1000), "b".repeat(40_000), "c".repeat(50_000), "d".repeat(2_000_000), "e"];
    const batches: Buffer[] = [];
    for (const text of texts) {
      batches.push(await firstBatch(writers, (out) => out.write(text)));
      const long = encodeWritten(letterByLetter("xyzxyz"), [], writers);
      await long.next();
      await long.next();
      if (batches.length % 2 === 0) await long.return();
      else for await (const _ of long);
    }
    assert.deepEqual(batches.map(String), texts);
  });

  it("are of one text each, where texts wait while they are written", async () => {
    const writers = new Utf8Writers(BATCH);
    const write = (letter: string) =>
      async function* (out: TextOut): AsyncIterable<void> {
        for (let at = 0; at < 100; at++) {
          out.write(letter);
          await Promise.resolve();
          if (out.isFull()) yield;
        }
      };
    const texts = await Promise.all(
      ["a", "b", "c"].map(async (letter) => String((await encodeWritten(write(letter), [], writers).next()).value)),
    );
    assert.deepEqual(
      texts,
      ["a", "b", "c"].map((letter) => letter.repeat(100)),
    );
  });

  it("hold nothing of a text that could not be written to its end", async () => {
    const writers = new Utf8Writers(BATCH);
    const failed = firstBatch(writers, (out) => {
      out.write("half");
      throw new Error("no more");
    });
    await assert.rejects(failed, /no more/);
    assert.equal(String(await firstBatch(writers, (out) => out.write("whole"))), "whole");
  });
});

/** Writes each letter as often as fills a batch. */
function letterByLetter(letters: string) {
  return async function* (out: TextOut): AsyncIterable<void> {
    for (const letter of letters) {
      for (let at = 0; at < BATCH; at++) out.write(letter);
      if (out.isFull()) yield;
    }
  };
}

/** The first batch of a text that is written at once. */
async function firstBatch(writers: Utf8Writers, write: (out: TextOut) => void): Promise<Buffer> {
  // oxlint-disable-next-line require-yield -- the text is one batch
  const written = async function* (out: TextOut): AsyncIterable<void> {
    write(out);
  };
  return (await encodeWritten(written, [], writers).next()).value!;
}
