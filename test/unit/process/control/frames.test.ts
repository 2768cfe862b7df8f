import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  BadFrame,
  encodeFrame,
  type Frame,
  type FrameKind,
  MAX_PAYLOAD,
  readFrames,
} from "#src/process/control/frames.js";

async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b);
  for (const [at, start] of [0, ...places].entries()) yield bytes.subarray(start, places[at] ?? bytes.length);
}

async function collect(bytes: AsyncIterable<Buffer>): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(bytes)) frames.push(frame);
  return frames;
}

const frame = fc.record(
  {
    kind: fc.constantFrom<FrameKind>("greeting", "request", "cancel", "out", "err", "progress", "exit"),
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  },
  { noNullPrototype: true },
);

describe("frames", () => {
  it("are read as written for any chunk sizes, without an incomplete last one", () =>
    fc.assert(
      fc.asyncProperty(fc.array(frame), fc.array(fc.nat()), fc.nat(300), async (frames, cuts, missing) => {
        const encoded = frames.map(({ kind, payload }) => encodeFrame(kind, payload));
        assert.deepEqual(await collect(pieces(Buffer.concat(encoded), cuts)), frames);
        const last = encoded.at(-1) ?? Buffer.alloc(0);
        const cut = Math.min(missing, last.length);
        const short = Buffer.concat(encoded).subarray(0, -cut || undefined);
        assert.equal((await collect(pieces(short, cuts))).length, cut > 0 ? frames.length - 1 : frames.length);
      }),
    ));

  it("are refused by their header if they are too long or of an unknown kind", async () => {
    const long = encodeFrame("out", Buffer.alloc(0));
    long.writeUInt32LE(MAX_PAYLOAD + 1);
    const strange = encodeFrame("out", Buffer.alloc(0));
    strange[4] = 99;
    for (const header of [long, strange]) await assert.rejects(collect(pieces(header, [])), BadFrame);
  });
});
