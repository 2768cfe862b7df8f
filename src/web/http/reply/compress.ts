import { errorText } from "../../../core/errors/error-text.js";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import Negotiator from "negotiator";
import type { ByteStream } from "../message/message.js";
import { NotAcceptable } from "../message/refusals.js";

export type ContentEncoding = "br" | "gzip" | "identity";

/** Bodies of at most this many bytes are sent uncompressed. */
export const MIN_COMPRESSED_BYTES = 1024;

const GZIP = { level: 6, chunkSize: 64 * 1024 };
/** Quality 4 takes about as long as gzip and compresses better; higher ones suit static files. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 }, chunkSize: 64 * 1024 };

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Return the encodings that a client accepts, the best first. @throws NotAcceptable when there is none */
export function negotiateEncodings(acceptEncoding: string | undefined): readonly ContentEncoding[] {
  if (acceptEncoding === undefined) return ["identity"];
  const order: readonly ContentEncoding[] = ["br", "gzip", "identity"];
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }) as Preferring;
  const accepted = negotiator.encodings(order, { preferred: order }) as ContentEncoding[];
  if (accepted.length > 0) return accepted;
  throw new NotAcceptable(errorText("no_such_encoding"));
}

/** A negotiator with the second argument that the package's types omit. */
interface Preferring {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

/** Compress bytes in another thread. */
export async function compressBytes(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  return encoding === "br" ? compressBrotli(bytes, BROTLI) : compressGzip(bytes, GZIP);
}

export function compressStream(bytes: ByteStream, encoding: ContentEncoding): ByteStream {
  if (encoding === "identity") return bytes;
  const encoder = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
  const copied = copyPieces(bytes);
  const source = Readable.from({ [Symbol.asyncIterator]: () => copied }, { objectMode: true, highWaterMark: 1 });
  // If one of them ends early, the other is destroyed; the iterator below throws the error.
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

/** Copy the pieces of a stream: the next ones are read while the encoder still reads one. */
function copyPieces(bytes: ByteStream): ByteStream {
  return {
    async next() {
      const next = await bytes.next();
      return next.done ? next : { done: false, value: Buffer.from(next.value) };
    },
    return: () => bytes.return(),
  };
}
