import { SpillFile } from "./spill-file.js";

/** Bytes that wait for a reader before the sender is told to wait. */
const WAITING = 256 * 1024;
/**
 * Bytes that wait in memory, also of a sender that does not wait: uWebSockets.js goes on reading as long as every read
 * fills its buffer, so that a fast sender may bring a whole file before it is heard that it should have waited.
 */
const MOST_WAITING = 8 * 1024 * 1024;
/** A sender has to bring so many within the time for which it may be silent: about a kilobyte a second. */
const LEAST = 64 * 1024;
/**
 * uWebSockets.js drops a sender after ten seconds in which it brought less than 16 KiB a second, by a clock that is
 * wound up again when the sender has waited.
 */
const WIND_UP_MS = 4000;

/** Makes the sender of a body wait, go on, and end. */
export interface Flow {
  pause(): void;
  resume(): void;
  close(): void;
}

/** Where pieces of a request body come in. */
export interface IncomingBody extends AsyncIterable<Buffer> {
  /** Expect the sender to send. */
  begin(): void;
  push(piece: Buffer, isLast: boolean): void;
  /** Throw away what is left of it, so many bytes at most. Fulfilled when that is in, or the sender is gone. */
  skip(most: number): Promise<void>;
  /** The sender is gone, or nobody will read the rest. */
  close(error?: Error): void;
}

/**
 * A queue between a connection and the reader of a body.
 * @param silenceMs time after which a sender that brings next to nothing is cut off
 * @param overflowDirectory where bytes are put that there is no room for in memory
 */
export function createIncomingBody(flow: Flow, idleTimeoutMs: number, spillDirectory: string): IncomingBody {
  const queue: Buffer[] = [];
  /** What comes after the queue. */
  const overflow = new SpillFile(spillDirectory);
  let waiting = 0;
  let isOver = false;
  let isPaused = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  let received = 0;
  /** Of those, the ones that had come at a time at which it was on time. */
  let counted = 0;
  let countedAt = 0;
  let clock: NodeJS.Timeout | undefined;

  const body: IncomingBody = {
    begin() {
      countedAt = Date.now();
      clock = setInterval(look, Math.min(WIND_UP_MS, idleTimeoutMs));
    },
    push(piece, isLast) {
      if (isOver) return;
      isOver = isLast;
      received += piece.length;
      waiting += piece.length;
      if (isPaused && (waiting > MOST_WAITING || !overflow.isEmpty)) putAside(piece);
      else queue.push(piece);
      if (waiting > WAITING && !isPaused && !isOver) {
        isPaused = true;
        flow.pause();
      }
      if (isOver) clearInterval(clock);
      wake?.();
    },
    async skip(most) {
      let left = most;
      try {
        for await (const piece of body) if ((left -= piece.length) < 0) return;
      } catch {
        // Whoever is gone sends nothing more.
      }
    },
    close(error) {
      clearInterval(clock);
      if (!isOver) failure = error;
      isOver = true;
      queue.length = 0;
      overflow.close();
      if (isPaused && !error) flow.resume();
      isPaused = false;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (failure) throw failure;
        const piece = queue.shift() ?? (overflow.isEmpty ? undefined : await overflow.shift());
        if (piece) {
          waiting -= piece.length;
          // After its end the connection is left paused: `resume` winds up a clock that only more of the body stops.
          if (isPaused && !isOver && waiting < WAITING) {
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

  function putAside(piece: Buffer): void {
    try {
      overflow.push(piece);
    } catch (error) {
      // The reader is told.
      failure = error as Error;
      isOver = true;
    }
  }

  function look(): void {
    const now = Date.now();
    if (isPaused || received - counted >= LEAST) {
      counted = received;
      countedAt = now;
    }
    if (isPaused) return;
    if (now - countedAt >= idleTimeoutMs) {
      clearInterval(clock);
      flow.close();
      return;
    }
    flow.pause();
    flow.resume();
  }
}
