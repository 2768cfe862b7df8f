import { setImmediate } from "node:timers/promises";
import type { Chunks, TextOut, WrittenBody } from "../../../calls/answer.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Utf8Writers } from "./utf8-writers.js";
import type { TextFilter } from "../message/text-filter.js";

/** Characters of a batch. Chunks may be single rows; writes to the network should be larger. */
export const BATCH = 64 * 1024;

/** Filter and encode text, in batches of at least `BATCH` characters, except the last. */
export async function* encodeBatches(chunks: Chunks, filters: readonly TextFilter[]): AsyncGenerator<Buffer, void> {
  let text = "";
  if (Symbol.iterator in chunks) {
    // Saves a promise for each chunk.
    for (const chunk of chunks) {
      text += filter(chunk, filters);
      if (text.length < BATCH) continue;
      const [batch, rest] = cutWhole(text);
      text = rest;
      yield Buffer.from(batch);
      // Let other requests run, even if the reader is fast.
      await setImmediate();
    }
  } else {
    for await (const chunk of chunks) {
      text += filter(chunk, filters);
      if (text.length < BATCH) continue;
      const [batch, rest] = cutWhole(text);
      text = rest;
      yield Buffer.from(batch);
      await setImmediate();
    }
  }
  text += finish(filters);
  if (text !== "") yield Buffer.from(text);
}

/** Filter and encode written text, in batches of at least `BATCH` bytes, except the last. */
export async function* encodeWritten(
  write: WrittenBody["write"],
  filters: readonly TextFilter[],
  writers: Utf8Writers,
): AsyncGenerator<Buffer, void> {
  const bytes = writers.take();
  const filtered: TextOut = {
    write: (text) => bytes.write(filter(text, filters)),
    writePhrase: (phrase) => bytes.write(filter(phrase.toString(), filters)),
    writeDecimal: (unscaled, scale) => bytes.write(filter(decimalText({ unscaled: BigInt(unscaled), scale }), filters)),
    isFull: () => bytes.isFull(),
  };
  let last: Buffer;
  try {
    for await (const _ of write(filters.length === 0 ? bytes : filtered)) {
      const batch = bytes.take();
      // A slow reader then keeps only its own batch alive, not those of others.
      bytes.detach();
      yield batch;
      await setImmediate();
    }
    bytes.write(finish(filters));
    last = bytes.take();
  } finally {
    writers.release(bytes);
  }
  if (last.length > 0) yield last;
}

/** Gather bytes in batches of at least `BATCH` bytes, except the last. */
export async function* gatherBytes(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    size += piece.length;
    if (size < BATCH) continue;
    yield Buffer.concat(gathered, size);
    gathered = [];
    size = 0;
    await setImmediate();
  }
  if (size > 0) yield Buffer.concat(gathered, size);
}

function filter(piece: string, filters: readonly TextFilter[]): string {
  let text = piece;
  for (const each of filters) text = each.push(text);
  return text;
}

/** Return the ends of the filters; the end of each one passes through those after it. */
function finish(filters: readonly TextFilter[]): string {
  let text = "";
  for (const each of filters) text = (text === "" ? "" : each.push(text)) + each.end();
  return text;
}

/** Keep the first half of a surrogate pair for the next batch: alone it cannot be encoded. */
function cutWhole(text: string): readonly [batch: string, rest: string] {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? [text.slice(0, -1), text.slice(-1)] : [text, ""];
}
