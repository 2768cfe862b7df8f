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
  const queue: Buffer[] = [];
  /** Bytes that follow those in `queue`. */
  const spill = new SpillFile(spillDirectory);
  let waiting = 0;
  let isOver = false;
  let isPaused = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  let received = 0;
  /** Value of `received` when the sender was last fast enough, and the milliseconds since. */
  let counted = 0;
  let slowMs = 0;
  const checkMs = Math.min(RENEW_MS, idleTimeoutMs);
  let clock: NodeJS.Timeout | undefined;

  const body: IncomingBody = {
    begin() {
      clock = setInterval(checkProgress, checkMs);
    },
    push(piece, isLast) {
      if (isOver) return;
      isOver = isLast;
      received += piece.length;
      waiting += piece.length;
      // `queue` is read first, so nothing may enter it before the spill file is empty, even after a resume.
      if (!spill.isEmpty || (isPaused && waiting > MAX_IN_MEMORY)) spillPiece(piece);
      else queue.push(piece);
      if (waiting > PAUSE_AT && !isPaused && !isOver) {
        isPaused = true;
        flow.pause();
      }
      if (isOver) clearInterval(clock);
      wake?.();
    },
    async skip(maxBytes) {
      let left = maxBytes;
      try {
        for await (const piece of body) if ((left -= piece.length) < 0) return;
      } catch {
        // The sender is gone: nothing more arrives.
      }
    },
    close(error) {
      clearInterval(clock);
      if (!isOver) failure = error;
      isOver = true;
      queue.length = 0;
      spill.close();
      if (isPaused && !error) flow.resume();
      isPaused = false;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (failure) throw failure;
        const piece = queue.shift() ?? (spill.isEmpty ? undefined : await spill.shift());
        if (piece) {
          waiting -= piece.length;
          // After the end the connection stays paused: `resume` starts a timer that only more bytes of the body stop.
          if (isPaused && !isOver && waiting < PAUSE_AT) {
            isPaused = false;
            flow.resume();
          }
          yield piece;
        } else if (isOver) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
  return body;

  function spillPiece(piece: Buffer): void {
    try {
      spill.push(piece);
    } catch (error) {
      // The reader gets the error.
      failure = error as Error;
      isOver = true;
    }
  }

  function checkProgress(): void {
    slowMs += checkMs;
    if (isPaused || received - counted >= MIN_BYTES) {
      counted = received;
      slowMs = 0;
    }
    if (isPaused) return;
    if (slowMs >= idleTimeoutMs) {
      clearInterval(clock);
      flow.close();
      return;
    }
    flow.pause();
    flow.resume();
  }
}
