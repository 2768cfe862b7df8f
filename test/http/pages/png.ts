import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

/** Decode a PNG picture to its size and the colours of its pixels, as hexadecimal digits, with their numbers. */
export function readPng(bytes: Buffer): {
  readonly size: readonly number[];
  readonly colors: ReadonlyMap<string, number>;
} {
  assert.equal(bytes.subarray(1, 4).toString("latin1"), "PNG");
  const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  assert.deepEqual([bytes[24], bytes[25]], [8, 6], "eight bits for each of red, green, blue and alpha");
  const packed: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const type = bytes.subarray(at + 4, at + 8).toString("latin1");
    if (type === "IDAT") packed.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const data = inflateSync(Buffer.concat(packed));
  const colors = new Map<string, number>();
  const stride = size[0] * 4;
  let above = Buffer.alloc(stride);
  for (let row = 0; row < size[1]; row++) {
    const filter = data[row * (stride + 1)]!;
    const line = Buffer.from(data.subarray(row * (stride + 1) + 1, (row + 1) * (stride + 1)));
    for (let at = 0; at < stride; at++) line[at] = line[at]! + predict(filter, line, above, at);
    for (let at = 0; at < stride; at += 4) {
      const color = line.subarray(at, at + 3).toString("hex");
      colors.set(color, (colors.get(color) ?? 0) + 1);
    }
    above = line;
  }
  return { size, colors };
}

/** Predict a byte of a line, as its filter says (PNG, section 9). */
function predict(filter: number, line: Buffer, above: Buffer, at: number): number {
  const [left, up, corner] = [line[at - 4] ?? 0, above[at]!, at < 4 ? 0 : above[at - 4]!];
  if (filter < 3) return [0, left, up][filter]!;
  if (filter === 3) return Math.floor((left + up) / 2);
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
