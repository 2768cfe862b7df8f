import type { Enqueued } from "./enqueue.js";
import type { Loads } from "./loads.js";

/** How often to look whether there is anything new. */
const LOOKS = 8;

/**
 * Wait for the end of a load, as long as it gets on.
 * @returns whether it is done; `false` when nothing was heard of it for too long, and it goes on
 * @throws what it failed with
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
  const silence = new Promise<false>((resolve) => {
    let last = look();
    let silent = 0;
    timer = setInterval(() => {
      const now = look();
      silent = now === last ? silent + 1 : 0;
      last = now;
      if (silent >= LOOKS) resolve(false);
    }, idleTimeoutMs / LOOKS);
    timer.unref();
  });
  try {
    return await Promise.race([done.then(() => true), silence]);
  } finally {
    clearInterval(timer);
  }
}
