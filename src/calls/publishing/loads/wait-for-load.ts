import type { Enqueued } from "./enqueue.js";
import type { Loads } from "./loads.js";

/** Number of times to look for progress within the idle timeout. */
const LOOKS = 8;

/**
 * Wait for the end of a load, as long as it makes progress.
 * @returns true if it is done; false if it made no progress during the idle timeout: then it continues
 * @throws the error of the load
 */
export async function waitForLoad({ services, idleTimeoutMs }: Loads, { runs, done }: Enqueued): Promise<boolean> {
  const look = (): string =>
    JSON.stringify(
      runs.map(({ dataset, id }) => {
        const run = services.runs.find(dataset, id);
        return run && [run.status, run.counts];
      }),
    );
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<false>((resolve) => {
    let last = look();
    let unchanged = 0;
    timer = setInterval(() => {
      const now = look();
      unchanged = now === last ? unchanged + 1 : 0;
      last = now;
      if (unchanged >= LOOKS) resolve(false);
    }, idleTimeoutMs / LOOKS);
    timer.unref();
  });
  try {
    return await Promise.race([done.then(() => true), idle]);
  } finally {
    clearInterval(timer);
  }
}
