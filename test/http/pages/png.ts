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
  const stride = size[0] * 4;
  const counts = new Map<number, number>();
  let above = new Uint8Array(stride);
  for (let row = 0; row < size[1]; row++) {
    const begin = row * (stride + 1);
    const line = Uint8Array.from(data.subarray(begin + 1, begin + 1 + stride));
    PREDICTED[data[begin]!]!(line, above);
    for (let at = 0; at < stride; at += 4) {
      const color = (line[at]! << 16) | (line[at + 1]! << 8) | line[at + 2]!;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    above = line;
  }
  const colors = new Map([...counts].map(([color, count]) => [color.toString(16).padStart(6, "0"), count]));
  return { size, colors };
}

type Line = Uint8Array;

/** Add to each byte of a line what its filter predicts from others, by the number of the filter (PNG, section 9). */
const PREDICTED: readonly ((line: Line, above: Line) => void)[] = [
  () => {},
  (line) => {
    for (let at = 4; at < line.length; at++) line[at]! += line[at - 4]!;
  },
  (line, above) => {
    for (let at = 0; at < line.length; at++) line[at]! += above[at]!;
  },
  (line, above) => {
    for (let at = 0; at < line.length; at++) line[at]! += ((at < 4 ? 0 : line[at - 4]!) + above[at]!) >> 1;
  },
  (line, above) => {
    for (let at = 0; at < line.length; at++) {
      const [left, corner] = at < 4 ? [0, 0] : [line[at - 4]!, above[at - 4]!];
      line[at]! += nearestOf(left, above[at]!, corner);
    }
  },
];

/** Return which of three bytes is nearest to the first two without the third. */
function nearestOf(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
