const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/**
 * Write a text as a JSON string, in UTF-8, but without creating another string.
 * @param bytes buffer with space for three bytes a code unit, and two, after `first`
 * @returns the offset of its end; -1 if it has characters to escape, or of two code units
 */
export function putQuoted(bytes: Uint8Array, first: number, text: string): number {
  let end = first;
  bytes[end++] = QUOTE;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      if (unit < SPACE || unit === QUOTE || unit === BACKSLASH) return -1;
      bytes[end++] = unit;
    } else if (unit < 0x800) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      bytes[end++] = 0xe0 | (unit >> 12);
      bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else return -1;
  }
  bytes[end++] = QUOTE;
  return end;
}
