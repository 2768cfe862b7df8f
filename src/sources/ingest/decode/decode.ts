import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { MIXED } from "../../../core/model/encodings.js";
import type { TextEncodingName } from "./encoding.js";
import { linesOf } from "./letters/lines.js";
import { checkUtf8 } from "./utf8.js";

/**
 * Convert bytes to UTF-8 without a byte order mark.
 * @param chunks each may be overwritten once the next is asked for, as may those that are returned
 * @throws NotUtf8 if the encoding is UTF-8 and the bytes are not
 */
export function decodeBytes(chunks: AsyncIterable<Buffer>, encoding: TextEncodingName): AsyncIterable<Buffer> {
  const text = skipBytes(chunks, encoding.skip);
  if (MIXED.test(encoding.name)) return transcodeLines(text, encoding.name.replace(MIXED, ""));
  return encoding.name === "utf-8" ? checkUtf8(text, encoding.skip) : transcode(text, encoding.name);
}

/** Convert the lines that are not UTF-8. */
async function* transcodeLines(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  for await (const lines of wholeLines(chunks)) {
    if (isUtf8(lines)) yield lines;
    else yield Buffer.concat([...linesOf(lines)].map((line) => (isUtf8(line) ? line : decodeLine(line, name))));
  }
}

function decodeLine(line: Buffer, name: string): Buffer {
  return Buffer.from(iconv.decode(line, name, { stripBOM: false }));
}

/** Cut chunks after line ends. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = Math.max(bytes.lastIndexOf("\n"), bytes.subarray(0, -1).lastIndexOf("\r")) + 1;
    const cut = end === 0 && bytes.length > MAX_HELD ? bytes.length : end;
    if (cut > 0) yield bytes.subarray(0, cut);
    held = Buffer.from(bytes.subarray(cut));
  }
  if (held.length > 0) yield held;
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
  for await (const chunk of betweenCharacters(chunks)) {
    const text = held + decoder.write(chunk);
    // Keep half of a surrogate pair back until its other half arrives.
    const cut = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
    held = text.slice(cut);
    yield Buffer.from(text.slice(0, cut));
  }
  yield Buffer.from(held + (decoder.end() ?? ""));
}

/** In every encoding that keeps ASCII, a byte below this value is a whole character. */
const FIRST_AMBIGUOUS = 0x30;

/** Bytes after which text without any blank or delimiter is cut anywhere. */
const MAX_HELD = 2 ** 20;

/**
 * Cut chunks after a delimiter, a blank or a line end, so never within a character: the gb18030 decoder would lose
 * such a character without an error.
 */
async function* betweenCharacters(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = bytes.findLastIndex((byte) => byte < FIRST_AMBIGUOUS) + 1;
    const cut = end === 0 && bytes.length > MAX_HELD ? bytes.length : end;
    if (cut > 0) yield bytes.subarray(0, cut);
    held = Buffer.from(bytes.subarray(cut));
  }
  if (held.length > 0) yield held;
}
