import { OverMemoryLimit } from "./errors.js";

/** Limit of the process's memory. */
export interface MemoryLimit {
  readonly bytes: number;
  /** Return the bytes in use now. Cost: some ten microseconds. */
  readonly used: () => number;
}

export const NO_LIMIT: MemoryLimit = { bytes: Infinity, used: () => 0 };

/**
 * Limit the process's resident memory, which is what the system ends a process for. There is no limit if the system
 * does not report resident memory, as without `/proc`.
 */
export function limitMemory(bytes: number, used = (): number => process.memoryUsage.rss()): MemoryLimit {
  try {
    used();
    return { bytes, used };
  } catch {
    return NO_LIMIT;
  }
}

/**
 * Check that `more` bytes fit the limit.
 * @throws OverMemoryLimit if they do not
 */
export function requireMemory({ bytes, used }: MemoryLimit, more: number): void {
  if (bytes === Infinity) return;
  const resident = used();
  if (resident + more > bytes) throw new OverMemoryLimit(more, resident, bytes);
}
