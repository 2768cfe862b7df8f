import type { ChunkedBody, WrittenBody } from "../../../calls/answer.js";
import { BATCH, encodeWritten, batchChunks } from "./batches.js";
import { compressBytes, compressStream, type ContentEncoding, MIN_COMPRESSED_BYTES } from "./compress.js";
import type { ByteStream } from "../message/message.js";
import type { Utf8Writers } from "./utf8-writers.js";
import type { TextFilter } from "../message/text-filter.js";

export interface Payload {
  readonly body: Buffer | ByteStream;
  readonly encoding: ContentEncoding;
}

/**
 * Make the body of a reply. The first batch is computed here, so that an early error still gets its own status. A body
 * of one batch is sent with its length, others as a stream.
 * @param filters filters of the text
 * @param writers encoders of written text
 * @param encodings encodings that the client accepts, the best first
 */
export async function makePayload(
  content: ChunkedBody | WrittenBody,
  filters: readonly TextFilter[],
  encodings: readonly ContentEncoding[],
  writers: Utf8Writers,
): Promise<Payload> {
  const batches = batchesOf(content, filters, writers);
  const first = (await batches.next()).value ?? Buffer.alloc(0);
  // Text in one piece is one batch, however long.
  const second = first.length < BATCH ? undefined : (await batches.next()).value;
  const [best = "identity"] = encodings;
  if (second) {
    return { body: compressStream(rejoin([first, second], batches), best), encoding: best };
  }
  const encoding = first.length <= MIN_COMPRESSED_BYTES && encodings.includes("identity") ? "identity" : best;
  return { body: encoding === "identity" ? first : await compressBytes(first, encoding), encoding };
}

function batchesOf(
  content: ChunkedBody | WrittenBody,
  filters: readonly TextFilter[],
  writers: Utf8Writers,
): AsyncGenerator<Buffer, void> {
  return "write" in content ? encodeWritten(content.write, filters, writers) : batchChunks(content.chunks, filters);
}

/** Prepend batches to the stream they were read from. */
function rejoin(read: Buffer[], rest: AsyncGenerator<Buffer, void>): ByteStream {
  return {
    async next() {
      const value = read.shift();
      return value ? { done: false, value } : rest.next();
    },
    return: () => rest.return(),
  };
}
