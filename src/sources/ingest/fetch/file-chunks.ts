import { open } from "node:fs/promises";

/** Bytes of a chunk. Parsing one takes a few milliseconds, so other work in the thread is not delayed for long. */
export const SOURCE_CHUNK = 2 ** 18;

/** Reads a file from its start; the next chunk is read while the last one is used. */
export class FileChunks implements AsyncIterable<Buffer> {
  readonly #path: string;
  #bytesRead = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes of all chunks so far. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Yield chunks, each of which is overwritten once the next is asked for: new memory for each would cost more than reading. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const file = await open(this.#path);
    const read = async (buffer: Buffer): Promise<Buffer> =>
      buffer.subarray(0, (await file.read(buffer, 0, buffer.length)).bytesRead);
    let [used, free] = [Buffer.allocUnsafeSlow(SOURCE_CHUNK), Buffer.allocUnsafeSlow(SOURCE_CHUNK)];
    let next = read(used);
    try {
      for (;;) {
        const chunk = await next;
        if (chunk.length === 0) return;
        this.#bytesRead += chunk.length;
        next = read(free);
        // Its error is thrown when it is asked for.
        next.catch(() => {});
        yield chunk;
        [used, free] = [free, used];
      }
    } finally {
      await next.catch(() => {});
      await file.close();
    }
  }
}
