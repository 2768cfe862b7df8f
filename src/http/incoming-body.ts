/** Bytes that wait for a reader before the sender is told to wait. */
const WAITING = 256 * 1024;

/** Makes the sender of a body wait, and go on. */
export interface Flow {
  pause(): void;
  resume(): void;
}

/** Where pieces of a request body come in. */
export interface IncomingBody extends AsyncIterable<Buffer> {
  push(piece: Buffer, isLast: boolean): void;
  /** The sender is gone, or nobody will read the rest. */
  close(error?: Error): void;
}

/** A queue between a connection and the reader of a body. */
export function createIncomingBody(flow: Flow): IncomingBody {
  const queue: Buffer[] = [];
  let waiting = 0;
  let isOver = false;
  let isPaused = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;

  return {
    push(piece, isLast) {
      if (isOver) return;
      isOver = isLast;
      queue.push(piece);
      waiting += piece.length;
      if (waiting > WAITING && !isPaused && !isOver) {
        isPaused = true;
        flow.pause();
      }
      wake?.();
    },
    close(error) {
      if (!isOver) failure = error;
      isOver = true;
      queue.length = 0;
      if (isPaused && !error) flow.resume();
      isPaused = false;
      wake?.();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (failure) throw failure;
        const piece = queue.shift();
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
}
