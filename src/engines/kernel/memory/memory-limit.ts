import { OverMemoryLimit } from "./errors.js";

/** Limit of the process's memory. */
export interface MemoryLimit {
  readonly bytes: number;
  /** Return the bytes in use now. Cost: some ten microseconds. */
  readonly used: () => number;
  /** Give back what nothing uses any more, before something is refused for lack of memory. */
  readonly reclaim?: () => void;
}

export const NO_LIMIT: MemoryLimit = { bytes: Infinity, used: () => 0 };

/** Shortest time between two collections for the limit, each of which blocks the thread. */
const RECLAIM_EVERY_MS = 2000;

/**
 * Limit the process's resident memory, which is what the system ends a process for. There is no limit if the system
 * does not report resident memory, as without `/proc`.
 * @param collect collects garbage; called at most every `RECLAIM_EVERY_MS`, before something is refused
 */
export function limitMemory(
  bytes: number,
  used = (): number => process.memoryUsage.rss(),
  collect = (): void => {},
  now = (): number => performance.now(),
): MemoryLimit {
  let last = -Infinity;
  const reclaim = (): void => {
    if (now() - last < RECLAIM_EVERY_MS) return;
    collect();
    last = now();
  };
  try {
    used();
    return { bytes, used, reclaim };
  } catch {
    return NO_LIMIT;
  }
}

/**
 * Check that `more` bytes fit the limit, if need be after garbage was collected.
 * @throws OverMemoryLimit if they do not
 */
export function requireMemory({ bytes, used, reclaim }: MemoryLimit, more: number): void {
  if (bytes === Infinity || used() + more <= bytes) return;
  reclaim?.();
  const resident = used();
  if (resident + more > bytes) throw new OverMemoryLimit(more, resident, bytes);
}
