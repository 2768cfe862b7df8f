import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, mkdirSync, openSync, read, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Maximum of bytes that one read returns. */
const CHUNK_BYTES = 256 * 1024;

const readAt = promisify(read);

/**
 * A first-in, first-out queue on disk for the bytes of one body that do not fit into memory. The file is unlinked while
 * open.
 */
export class SpillFile {
  readonly #directory: string;
  #file: number | null = null;
  #first = 0;
  #end = 0;
  #isReading = false;
  #isClosed = false;

  /** @param directory for the file; created if missing */
  constructor(directory: string) {
    this.#directory = directory;
  }

  get isEmpty(): boolean {
    return this.#first === this.#end;
  }

  /** Append bytes. Cost: a synchronous write. @throws the system's error */
  push(bytes: Buffer): void {
    this.#file ??= openUnlinked(this.#directory);
    for (let at = 0; at < bytes.length;) {
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#end + at);
    }
    this.#end += bytes.length;
  }

  /**
   * Remove and return the first bytes, at most `CHUNK_BYTES`. Requires bytes, and no other call running.
   * @throws the system's error
   */
  async shift(): Promise<Buffer> {
    this.#isReading = true;
    try {
      const bytes = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, this.#end - this.#first));
      const { bytesRead } = await readAt(this.#file!, bytes, 0, bytes.length, this.#first);
      this.#first += bytesRead;
      if (this.isEmpty) this.#truncate();
      return bytes.subarray(0, bytesRead);
    } finally {
      this.#isReading = false;
      if (this.#isClosed) this.#release();
    }
  }

  /** Close the file, after a running read. Call neither `push` nor `shift` afterwards. */
  close(): void {
    this.#isClosed = true;
    // Closed during a read, the file descriptor could be reused for another file.
    if (!this.#isReading) this.#release();
  }

  #truncate(): void {
    ftruncateSync(this.#file!);
    this.#first = 0;
    this.#end = 0;
  }

  #release(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#end = this.#first;
  }
}

function openUnlinked(directory: string): number {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `overflow-${randomUUID()}`);
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return file;
}
