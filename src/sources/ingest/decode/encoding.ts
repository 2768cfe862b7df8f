import { errorText } from "../../../core/errors/error-text.js";
import iconv from "iconv-lite";
import { BadSource } from "../../../core/errors/errors.js";
import { isKnownEncoding, MIXED } from "../../../core/model/encodings.js";

/** Encoding of a source. */
export interface TextEncodingName {
  /** Name in `iconv-lite`; `utf-8` is checked instead of decoded. */
  readonly name: string;
  /** Length of the byte order mark in bytes; 0 if there is none. */
  readonly skip: number;
}

const BYTE_ORDER_MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ["efbbbf", "utf-8"],
  ["fffe0000", "utf-32le"],
  ["0000feff", "utf-32be"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
];

/**
 * Choose the encoding to try first, by these rules in this order:
 * 1. a byte order mark;
 * 2. a declared encoding that is not a superset of ASCII, since its bytes may be valid UTF-8 by accident; UTF-16 and
 *    UTF-32 only if a byte is zero, as one is in each delimiter and line end;
 * 3. UTF-16 if enough bytes are zero;
 * 4. UTF-8. If the bytes turn out not to be UTF-8, the declared one is tried, or the one that their letters show.
 * @param head the first bytes; a few thousand suffice
 * @param declared the model's `encoding`
 * @throws BadSource for an unknown encoding
 */
export function detectEncoding(head: Buffer, declared: string | null): TextEncodingName {
  if (declared !== null && !isKnownEncoding(declared)) {
    throw new BadSource(errorText("unknown_model_encoding", { declared }));
  }
  const hex = head.subarray(0, 4).toString("hex");
  for (const [mark, name] of BYTE_ORDER_MARKS) if (hex.startsWith(mark)) return { name, skip: mark.length / 2 };

  const utf16 = utf16ByZeros(head);
  if (declared === null || keepsAscii(declared) || (isWide(declared) && !head.includes(0))) {
    return { name: utf16 ?? "utf-8", skip: 0 };
  }
  const openOrder = /^utf-?16$/i.test(declared);
  return { name: openOrder ? (utf16 ?? "utf-16le") : declared, skip: 0 };
}

/** True if an encoding is declared by which every byte has to be UTF-8. */
export function isUtf8Name(name: string): boolean {
  return /^(utf-?8|unicode-?1-?1-?utf-?8|cesu-?8)$/i.test(name);
}

/** True for encodings with two or four bytes for each letter of ASCII, of which all but one are zero. */
function isWide(name: string): boolean {
  return iconv.encode(",", name, { addBOM: false }).length > 1;
}

function keepsAscii(name: string): boolean {
  if (MIXED.test(name)) return true;
  const ascii = Buffer.from(Array.from({ length: 128 }, (_, code) => code));
  return iconv.decode(ascii, name, { stripBOM: false }) === ascii.toString("latin1");
}

/**
 * Detect UTF-16 by its zero bytes: each delimiter and line end has one, even if all other text is Chinese. A few
 * zero bytes in other text are damage and do not count.
 */
function utf16ByZeros(head: Buffer): string | null {
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const [even, odd] = zeros as [number, number];
  if (even + odd < head.length / 50 || even === odd) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}
