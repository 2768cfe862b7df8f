import type { StoredTexts } from "./values.js";
import { isValid } from "../base/validity.js";

/**
 * Maximum bytes of texts that are decoded together. Larger runs would cost memory: a string keeps alive the whole string
 * that it is a slice of.
 */
const MAX_RUN_BYTES = 2 ** 16;
/** Runs of up to this many texts are decoded one by one. */
const FEW = 4;

/**
 * Decode the texts of some members; a missing text is `null`.
 * A call into the decoder costs more than decoding a short text. So many texts are copied into one buffer, decoded
 * together and cut apart again.
 */
export function decodeTexts(views: StoredTexts, members: ArrayLike<number>): (string | null)[] {
  const texts = Array.from<string | null>({ length: members.length });
  for (let first = 0; first < members.length;) {
    const end = endOfRun(views, members, first);
    if (end - first <= FEW) for (let at = first; at < end; at++) texts[at] = decodeText(views, members[at]!);
    else decodeRun(views, members, first, end, texts);
    first = end;
  }
  return texts;
}

function decodeText({ offsets, validity, bytes }: StoredTexts, member: number): string | null {
  return isValid(validity, member) ? bytes.toString("utf8", offsets[member], offsets[member + 1]) : null;
}

/** Return the end of the run that begins at `first`: the members that are decoded together, at least one. */
function endOfRun({ offsets }: StoredTexts, members: ArrayLike<number>, first: number): number {
  let size = 0;
  for (let at = first; at < members.length; at++) {
    const member = members[at]!;
    size += offsets[member + 1]! - offsets[member]!;
    if (size > MAX_RUN_BYTES) return Math.max(at, first + 1);
  }
  return members.length;
}

function decodeRun(
  { offsets, validity, bytes }: StoredTexts,
  members: ArrayLike<number>,
  first: number,
  end: number,
  texts: (string | null)[],
): void {
  const together = Buffer.allocUnsafe(MAX_RUN_BYTES);
  /** End of each text, in UTF-16 code units. */
  const ends = new Uint32Array(end - first);
  let size = 0;
  let units = 0;
  for (let at = first; at < end; at++) {
    const textEnd = offsets[members[at]! + 1]!;
    for (let from = offsets[members[at]!]!; from < textEnd; from++) {
      const byte = bytes[from]!;
      together[size++] = byte;
      // Only the first byte of a code point counts; four-byte code points take two units.
      units += byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xf0 ? 1 : 2;
    }
    ends[at - first] = units;
  }
  const all = together.toString(units === size ? "latin1" : "utf8", 0, size);
  let start = 0;
  for (let at = first; at < end; at++) {
    const textEnd = ends[at - first]!;
    texts[at] = isValid(validity, members[at]!) ? all.slice(start, textEnd) : null;
    start = textEnd;
  }
}
