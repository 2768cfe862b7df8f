import { randomUUID } from "node:crypto";
import { closeSync, ftruncateSync, mkdirSync, openSync, read, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Bytes of a piece that is read back. */
const PIECE = 256 * 1024;

const readAt = promisify(read);

/** Bytes of one body that have no room in memory, first in, first out: in a file that has lost its name. */
export class SpillFile {
  readonly #directory: string;
  #file: number | null = null;
  #first = 0;
  #end = 0;
  #isReading = false;
  #isClosed = false;

  /** @param directory for the file; made where it is missing */
  constructor(directory: string) {
    this.#directory = directory;
  }

  get isEmpty(): boolean {
    return this.#first === this.#end;
  }

  /** Cost: this thread waits until they are written. @throws the system's error */
  push(bytes: Buffer): void {
    this.#file ??= openNameless(this.#directory);
    for (let at = 0; at < bytes.length;) {
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#end + at);
    }
    this.#end += bytes.length;
  }

  /** Some of those that came first; there must be some, and one call at a time. @throws the system's error */
  async shift(): Promise<Buffer> {
    this.#isReading = true;
    try {
      const bytes = Buffer.allocUnsafeSlow(Math.min(PIECE, this.#end - this.#first));
      const { bytesRead } = await readAt(this.#file!, bytes, 0, bytes.length, this.#first);
      this.#first += bytesRead;
      if (this.isEmpty) this.#beginAnew();
      return bytes.subarray(0, bytesRead);
    } finally {
      this.#isReading = false;
      if (this.#isClosed) this.#letGo();
    }
  }

  /** Nothing more is pushed or shifted. */
  close(): void {
    this.#isClosed = true;
    // Another file might get the number that is being read from.
    if (!this.#isReading) this.#letGo();
  }

  #beginAnew(): void {
    ftruncateSync(this.#file!);
    this.#first = 0;
    this.#end = 0;
  }

  #letGo(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#end = this.#first;
  }
}

function openNameless(directory: string): number {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `overflow-${randomUUID()}`);
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return file;
}
