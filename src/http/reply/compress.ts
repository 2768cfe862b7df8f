import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import Negotiator from "negotiator";
import type { ByteStream } from "../message/message.js";
import { NotAcceptable } from "../message/refusals.js";

export type ContentEncoding = "br" | "gzip" | "identity";

/** Bodies up to this many bytes are sent as they are. */
export const SMALLEST = 1024;

const GZIP = { level: 6, chunkSize: 64 * 1024 };
/** Quality 4: about the time of gzip and smaller; higher ones are for what is compressed once. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 }, chunkSize: 64 * 1024 };

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Encodings that a client takes, the one to use first. */
export function negotiateEncodings(acceptEncoding: string | undefined): readonly ContentEncoding[] {
  if (acceptEncoding === undefined) return ["identity"];
  const order: readonly ContentEncoding[] = ["br", "gzip", "identity"];
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }) as Preferring;
  const accepted = negotiator.encodings(order, { preferred: order }) as ContentEncoding[];
  if (accepted.length > 0) return accepted;
  throw new NotAcceptable("None of the encodings that Accept-Encoding allows is there; there are: br, gzip, identity");
}

/** The second argument is missing from the package's types. */
interface Preferring {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

/** Compress outside the event loop. */
export async function compressBytes(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  return encoding === "br" ? compressBrotli(bytes, BROTLI) : compressGzip(bytes, GZIP);
}

export function compressStream(bytes: ByteStream, encoding: ContentEncoding): ByteStream {
  if (encoding === "identity") return bytes;
  const encoder = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  const source = Readable.from({ [Symbol.asyncIterator]: () => bytes }, { objectMode: true, highWaterMark: 1 });
  // Whichever ends early takes the other with it; the iterator below throws what went wrong.
  pipeline(source, encoder, () => {});
  const iterator = encoder[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  return {
    next: () => iterator.next() as Promise<IteratorResult<Buffer, void>>,
    async return() {
      encoder.destroy();
      return { done: true, value: undefined };
    },
  };
}
