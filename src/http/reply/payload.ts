import type { ByteBody, TextBody, WrittenBody } from "../../api/answer.js";
import { BATCH, encodeBatches, encodeWritten, gatherBytes } from "./batches.js";
import { compressBytes, compressStream, type ContentEncoding, SMALLEST } from "./compress.js";
import type { ByteStream } from "../message/message.js";
import type { Utf8Writers } from "./utf8-writers.js";
import type { TextFilter } from "../message/text-filter.js";

export interface Payload {
  readonly body: Buffer | ByteStream;
  readonly encoding: ContentEncoding;
}

/**
 * Make the body of a reply. The first batch is computed here, so that what fails early still has a status of its
 * own; a body that is over by then is sent with its length.
 * @param filters of text
 * @param writers encode written text
 * @param encodings those that the client takes, best first
 */
export async function makePayload(
  made: TextBody | WrittenBody | ByteBody,
  filters: readonly TextFilter[],
  encodings: readonly ContentEncoding[],
  writers: Utf8Writers,
): Promise<Payload> {
  const batches = batchesOf(made, filters, writers);
  const first = (await batches.next()).value ?? Buffer.alloc(0);
  // Text in one piece is one batch, however long.
  const second = first.length < BATCH ? undefined : (await batches.next()).value;
  const [best = "identity"] = encodings;
  if (second) {
    return { body: compressStream(rejoin([first, second], batches), best), encoding: best };
  }
  const encoding = first.length <= SMALLEST && encodings.includes("identity") ? "identity" : best;
  return { body: encoding === "identity" ? first : await compressBytes(first, encoding), encoding };
}

function batchesOf(
  made: TextBody | WrittenBody | ByteBody,
  filters: readonly TextFilter[],
  writers: Utf8Writers,
): AsyncGenerator<Buffer, void> {
  if ("bytes" in made) return gatherBytes(made.bytes);
  return "write" in made ? encodeWritten(made.write, filters, writers) : encodeBatches(made.chunks, filters);
}

/** A stream that begins with what was already read of it. */
function rejoin(read: Buffer[], rest: AsyncGenerator<Buffer, void>): ByteStream {
  return {
    async next() {
      const value = read.shift();
      return value ? { done: false, value } : rest.next();
    },
    return: () => rest.return(),
  };
}
