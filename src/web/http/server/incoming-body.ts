import { SpillFile } from "./spill-file.js";

/** Unread bytes above which the sender is paused. */
const PAUSE_AT = 256 * 1024;
/**
 * Unread bytes held in memory; more go to the spill file. A paused sender can exceed `PAUSE_AT`: uWebSockets.js goes on
 * reading as long as each read fills its buffer, so a fast sender may deliver a whole file before the pause takes
 * effect.
 */
const MAX_IN_MEMORY = 8 * 1024 * 1024;
/** Bytes that a sender must deliver within the idle timeout: about 1 kB/s with the default of 60 s. */
const MIN_BYTES = 64 * 1024;
/**
 * Milliseconds between restarts of the timer of uWebSockets.js, which drops a sender that is slower than 16 KiB/s for
 * ten seconds. Pausing and resuming restarts that timer.
 */
const RENEW_MS = 4000;

/** Controls the sender of a body. */
export interface Flow {
  pause(): void;
  resume(): void;
  close(): void;
}

/** A request body as its chunks arrive. */
export interface IncomingBody extends AsyncIterable<Buffer> {
  /** Start the idle timeout of the sender. */
  begin(): void;
  push(piece: Buffer, isLast: boolean): void;
  /** Discard the rest, at most `maxBytes`. Resolves once they have arrived or the sender is gone. */
  skip(maxBytes: number): Promise<void>;
  /** End the body: the sender is gone, or the rest will not be read. @param error thrown to the reader */
  close(error?: Error): void;
}

/**
 * Create the queue between a connection and the reader of a request body.
 * @param idleTimeoutMs a sender that delivers less than `MIN_BYTES` in this time is disconnected
 * @param spillDirectory directory for bytes that exceed `MAX_IN_MEMORY`
 */
export function createIncomingBody(flow: Flow, idleTimeoutMs: number, spillDirectory: string): IncomingBody {
  return new QueuedBody(flow, idleTimeoutMs, spillDirectory);
}

class QueuedBody implements IncomingBody {
  readonly #flow: Flow;
  readonly #idleTimeoutMs: number;
  readonly #checkMs: number;
  readonly #queue: Buffer[] = [];
  /** Bytes that follow those in the queue. */
  readonly #spill: SpillFile;
  #waiting = 0;
  #isOver = false;
  #isPaused = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #received = 0;
  /** Value of `#received` when the sender was last fast enough, and the milliseconds since. */
  #counted = 0;
  #slowMs = 0;
  #clock: NodeJS.Timeout | undefined;

  constructor(flow: Flow, idleTimeoutMs: number, spillDirectory: string) {
    this.#flow = flow;
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#checkMs = Math.min(RENEW_MS, idleTimeoutMs);
    this.#spill = new SpillFile(spillDirectory);
  }

  begin(): void {
    this.#clock = setInterval(() => this.#checkProgress(), this.#checkMs);
  }

  push(piece: Buffer, isLast: boolean): void {
    if (this.#isOver) return;
    this.#isOver = isLast;
    this.#received += piece.length;
    this.#waiting += piece.length;
    // The queue is read first, so nothing may enter it before the spill file is empty, even after a resume.
    if (!this.#spill.isEmpty || (this.#isPaused && this.#waiting > MAX_IN_MEMORY)) this.#spillPiece(piece);
    else this.#queue.push(piece);
    if (this.#waiting > PAUSE_AT && !this.#isPaused && !this.#isOver) {
      this.#isPaused = true;
      this.#flow.pause();
    }
    if (this.#isOver) clearInterval(this.#clock);
    this.#wake?.();
  }

  async skip(maxBytes: number): Promise<void> {
    let left = maxBytes;
    try {
      for await (const piece of this) if ((left -= piece.length) < 0) return;
    } catch {
      // The sender is gone: nothing more arrives.
    }
  }

  close(error?: Error): void {
    clearInterval(this.#clock);
    if (!this.#isOver) this.#failure = error;
    this.#isOver = true;
    this.#queue.length = 0;
    this.#spill.close();
    if (this.#isPaused && !error) this.#flow.resume();
    this.#isPaused = false;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const piece = this.#queue.shift() ?? (this.#spill.isEmpty ? undefined : await this.#spill.shift());
      if (piece) {
        this.#waiting -= piece.length;
        // After the end the connection stays paused: `resume` starts a timer that only more bytes of the body stop.
        if (this.#isPaused && !this.#isOver && this.#waiting < PAUSE_AT) {
          this.#isPaused = false;
          this.#flow.resume();
        }
        yield piece;
      } else if (this.#isOver) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #spillPiece(piece: Buffer): void {
    try {
      this.#spill.push(piece);
    } catch (error) {
      // The reader gets the error.
      this.#failure = error as Error;
      this.#isOver = true;
    }
  }

  #checkProgress(): void {
    this.#slowMs += this.#checkMs;
    if (this.#isPaused || this.#received - this.#counted >= MIN_BYTES) {
      this.#counted = this.#received;
      this.#slowMs = 0;
    }
    if (this.#isPaused) return;
    if (this.#slowMs >= this.#idleTimeoutMs) {
      clearInterval(this.#clock);
      this.#flow.close();
      return;
    }
    this.#flow.pause();
    this.#flow.resume();
  }
}
