import { OutOfMemory } from "../kernel/memory/errors.js";

/** Neither has a class of its own: typed arrays and WebAssembly memories throw RangeErrors. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof OutOfMemory || (error instanceof RangeError && /alloc|memory/i.test(error.message));
}
