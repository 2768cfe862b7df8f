import { OutOfMemory } from "../kernel/memory/errors.js";

/**
 * True for an error that means there is no memory left. Typed arrays and WebAssembly memories throw plain RangeErrors.
 */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof OutOfMemory || (error instanceof RangeError && /alloc|memory/i.test(error.message));
}
