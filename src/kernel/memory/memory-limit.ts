import { OverMemoryLimit } from "./errors.js";

/** How much memory the process may take. */
export interface MemoryLimit {
  readonly bytes: number;
  /** Bytes that it takes at this moment. Cost: some ten microseconds. */
  readonly used: () => number;
}

export const NO_LIMIT: MemoryLimit = { bytes: Infinity, used: () => 0 };

/**
 * What is resident counts: that is what the system ends a process for. Where the system does not tell, as without
 * `/proc`, there is no limit.
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
 * Make sure that so many more bytes may be taken.
 * @throws OverMemoryLimit
 */
export function requireMemory({ bytes, used }: MemoryLimit, more: number): void {
  if (bytes === Infinity) return;
  const taken = used();
  if (taken + more > bytes) throw new OverMemoryLimit(more, taken, bytes);
}
