/** Maximum bytes of UTF-8 per UTF-16 code unit. */
export const MAX_UNIT_BYTES = 3;

/** Write a text as UTF-8; return its number of bytes. For short texts faster than `Buffer.write`. */
export function writeUtf8(buffer: Buffer, text: string, at: number): number {
  for (let unit = 0; unit < text.length; unit++) {
    const code = text.charCodeAt(unit);
    if (code > 0x7f) return buffer.write(text, at);
    buffer[at + unit] = code;
  }
  return text.length;
}
