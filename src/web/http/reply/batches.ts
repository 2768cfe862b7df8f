import { setImmediate } from "node:timers/promises";
import type { ChunkedBody, TextOut, WrittenBody } from "../../../calls/answer.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Utf8Writers } from "./utf8-writers.js";
import type { TextFilter } from "../message/text-filter.js";

/** Characters of a batch. Chunks may be single rows; writes to the network should be larger. */
export const BATCH = 64 * 1024;

/** Filter and encode text, or gather bytes, in batches of at least `BATCH`, except the last. */
export async function* batchChunks(
  chunks: ChunkedBody["chunks"],
  filters: readonly TextFilter[],
): AsyncGenerator<Buffer, void> {
  let text = "";
  let gathered: Uint8Array[] = [];
  let size = 0;
  /** Add a chunk. @returns the batch that it completes */
  const add = (chunk: string | Uint8Array): Buffer | null => {
    if (typeof chunk === "string") {
      text += filter(chunk, filters);
      if (text.length < BATCH) return null;
      const [batch, rest] = cutWhole(text);
      text = rest;
      return Buffer.from(batch);
    }
    gathered.push(chunk);
    size += chunk.length;
    if (size < BATCH) return null;
    const batch = Buffer.concat(gathered, size);
    gathered = [];
    size = 0;
    return batch;
  };
  if (Symbol.iterator in chunks) {
    // Saves a promise for each chunk.
    for (const chunk of chunks) {
      const batch = add(chunk);
      if (batch === null) continue;
      yield batch;
      // Let other requests run, even if the reader is fast.
      await setImmediate();
    }
  } else {
    for await (const chunk of chunks) {
      const batch = add(chunk);
      if (batch === null) continue;
      yield batch;
      await setImmediate();
    }
  }
  const last = size > 0 ? Buffer.concat(gathered, size) : Buffer.from(text + finish(filters));
  if (last.length > 0) yield last;
}

/**
 * Filter and encode written text, in batches of at least `BATCH` bytes, except the last. A batch lasts until the next but
 * one is asked for, and an only one for ever.
 */
export async function* encodeWritten(
  write: WrittenBody["write"],
  filters: readonly TextFilter[],
  writers: Utf8Writers,
): AsyncGenerator<Buffer, void> {
  const bytes = writers.take();
  const filtered: TextOut = {
    write: (text) => bytes.write(filter(text, filters)),
    writePhrase: (phrase) => bytes.write(filter(phrase.toString(), filters)),
    writeQuoted: (text) => bytes.write(filter(JSON.stringify(text), filters)),
    writeDecimal: (unscaled, scale) => bytes.write(filter(decimalText({ unscaled: BigInt(unscaled), scale }), filters)),
    isFull: () => bytes.isFull(),
  };
  let last: Buffer;
  try {
    for await (const _ of write(filters.length === 0 ? bytes : filtered)) {
      yield bytes.takePiece();
      await setImmediate();
    }
    bytes.write(finish(filters));
    if (bytes.isInPieces) {
      // The writer is this text's until the last piece was sent.
      last = bytes.takePiece();
      if (last.length > 0) yield last;
      return;
    }
    last = bytes.take();
  } finally {
    writers.release(bytes);
  }
  if (last.length > 0) yield last;
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
