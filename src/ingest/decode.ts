import iconv from "iconv-lite";
import type { Encoding } from "./encoding.js";
import { checkUtf8 } from "./utf8.js";

/**
 * Turn bytes into UTF-8 without a byte order mark.
 * @throws NotUtf8 where the encoding is UTF-8 and the bytes are not
 */
export function decodeBytes(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<Buffer> {
  const text = skipBytes(chunks, encoding.skip);
  return encoding.name === "utf-8" ? checkUtf8(text, encoding.skip) : transcode(text, encoding.name);
}

async function* skipBytes(chunks: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (chunk.length > skipped) yield chunk.subarray(skipped);
  }
}

async function* transcode(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const decoder = iconv.getDecoder(name, { stripBOM: true });
  let held = "";
  for await (const chunk of chunks) {
    const text = held + decoder.write(chunk);
    // Half of a surrogate pair is no character: it waits for the other half.
    const cut = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    held = text.slice(cut);
    yield Buffer.from(text.slice(0, cut));
  }
  yield Buffer.from(held + (decoder.end() ?? ""));
}
