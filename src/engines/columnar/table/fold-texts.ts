import { foldCase } from "../../../core/engine/fold-case.js";
import type { SortableTexts } from "./sort-texts.js";
import { isValid } from "../base/validity.js";

/** Texts between two checks. */
const STRIDE = 2 ** 13;

/**
 * Fold the letter case of texts; their order stays the same. ASCII texts, which are most, are folded byte by byte. Other
 * texts are decoded first.
 * @param check called at intervals; throws to abort
 */
export function foldTexts({ offsets, bytes, validity }: SortableTexts, check: () => void = () => {}): SortableTexts {
  const length = offsets.length - 1;
  const ends = new Int32Array(length + 1);
  let folded = Buffer.allocUnsafe(offsets[length]! + 1024);
  let end = 0;
  for (let text = 0; text < length; text++) {
    if (text % STRIDE === 0) check();
    const start = offsets[text]!;
    const stop = offsets[text + 1]!;
    if (end + stop - start > folded.length) folded = grow(folded, end + stop - start);
    let at = start;
    for (let to = end; at < stop && bytes[at]! < 0x80; at++) folded[to++] = foldByte(bytes[at]!);
    if (at === stop) end += stop - start;
    else if (isValid(validity, text)) {
      const whole = foldCase(Buffer.from(bytes.subarray(start, stop)).toString());
      const size = Buffer.byteLength(whole);
      // A folded letter may take more bytes: several capitals, or a longer one.
      if (end + size > folded.length) folded = grow(folded, end + size);
      end += folded.write(whole, end);
    }
    ends[text + 1] = end;
  }
  return { offsets: ends, bytes: folded, validity };
}

function foldByte(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
}

function grow(bytes: Buffer, minBytes: number): Buffer<ArrayBuffer> {
  const grown = Buffer.allocUnsafe(Math.max(minBytes, Math.ceil(bytes.length * 1.5)));
  bytes.copy(grown);
  return grown;
}
