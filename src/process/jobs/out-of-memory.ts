import { OutOfMemory } from "../../engines/kernel/memory/errors.js";

/**
 * True for an error that means there is no memory left, here or in a thread of this one. Typed arrays and WebAssembly
 * memories throw plain RangeErrors.
 */
export function isOutOfMemory(error: unknown): boolean {
  if ((error as NodeJS.ErrnoException | null)?.code === "ERR_WORKER_OUT_OF_MEMORY") return true;
  return error instanceof OutOfMemory || (error instanceof RangeError && /alloc|memory/i.test(error.message));
}
