import iconv from "iconv-lite";
import { BadSource } from "../../errors/errors.js";

/** How the bytes of a source become text. */
export interface TextEncodingName {
  /** A name that `iconv-lite` knows; `utf-8` is checked instead of decoded. */
  readonly name: string;
  /** Bytes of the byte order mark before the text. */
  readonly skip: number;
}

/** What a source is taken for that is not UTF-8 where the model does not say more. */
const FALLBACK = "windows-1252";

const BYTE_ORDER_MARKS: readonly (readonly [mark: string, encoding: string])[] = [
  ["efbbbf", "utf-8"],
  ["fffe0000", "utf-32le"],
  ["0000feff", "utf-32be"],
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
];

/**
 * The encoding to begin with. A byte order mark decides; then a declared encoding in which ASCII means something
 * else, for bytes in it can be valid UTF-8 by accident; then zero bytes, which only UTF-16 has. Otherwise UTF-8 is
 * tried, and `fallbackEncoding` says what follows when the bytes are not that.
 * @param head the first bytes, a few thousand where there are so many
 * @param declared the model's `encoding`
 * @throws BadSource for an encoding that is not known
 */
export function detectEncoding(head: Buffer, declared: string | null): TextEncodingName {
  if (declared !== null && !iconv.encodingExists(declared)) {
    throw new BadSource(`The model's encoding "${declared}" is not known; write for example "windows-1252"`);
  }
  const hex = head.subarray(0, 4).toString("hex");
  for (const [mark, name] of BYTE_ORDER_MARKS) if (hex.startsWith(mark)) return { name, skip: mark.length / 2 };

  const utf16 = utf16ByZeros(head);
  if (declared === null || keepsAscii(declared)) return { name: utf16 ?? "utf-8", skip: 0 };
  const openOrder = /^utf-?16$/i.test(declared);
  return { name: openOrder ? (utf16 ?? "utf-16le") : declared, skip: 0 };
}

/** The encoding of bytes that are not valid UTF-8; `null` when the model says that they are UTF-8. */
export function fallbackEncoding(declared: string | null): string | null {
  return declared !== null && isUtf8Name(declared) ? null : (declared ?? FALLBACK);
}

function isUtf8Name(name: string): boolean {
  return /^(utf-?8|unicode-?1-?1-?utf-?8|cesu-?8)$/i.test(name);
}

function keepsAscii(name: string): boolean {
  const ascii = Buffer.from(Array.from({ length: 128 }, (_, code) => code));
  return iconv.decode(ascii, name, { stripBOM: false }) === ascii.toString("latin1");
}

/**
 * The delimiters and line ends of UTF-16 have a zero byte each, also where all else is Chinese; a few zero bytes in
 * other text are damage.
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
