import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { ByteStream } from "#src/web/http/message/message.js";
import { compressStream } from "#src/web/http/reply/compress.js";

const PIECE = 64 * 1024;
const PIECES = 40;

/** A stream of pieces in one space, each of which is overwritten as soon as the next is asked for. */
function overwriting(onReturn: () => void): ByteStream {
  const space = Buffer.alloc(PIECE);
  let at = 0;
  return {
    async next() {
      return at === PIECES ? { done: true, value: undefined } : { done: false, value: fill(space, at++) };
    },
    async return() {
      onReturn();
      return { done: true, value: undefined };
    },
  };
}

/** Fill a space with bytes that compress badly, so that the encoder is slower than the stream. */
function fill(space: Buffer, piece: number): Buffer {
  let seed = piece + 1;
  for (let at = 0; at < space.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    space[at] = seed >>> 16;
  }
  return space;
}

describe("compressed streams", () => {
  const whole = Buffer.concat(Array.from({ length: PIECES }, (_, piece) => fill(Buffer.alloc(PIECE), piece)));
  for (const [encoding, decode] of [
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
  ] as const) {
    it(`hold every piece as it was, though its space is used again: ${encoding}`, async () => {
      const stream = compressStream(
        overwriting(() => {}),
        encoding,
      );
      const pieces: Buffer[] = [];
      for (let next = await stream.next(); !next.done; next = await stream.next()) pieces.push(next.value);
      assert.equal(decode(Buffer.concat(pieces)).compare(whole), 0);
    });

    it(`end what they are made of when they are given up: ${encoding}`, async () => {
      const ended = new Promise<void>((resolve) => {
        const stream = compressStream(overwriting(resolve), encoding);
        void stream.next().then(() => stream.return());
      });
      await ended;
    });
  }
});
