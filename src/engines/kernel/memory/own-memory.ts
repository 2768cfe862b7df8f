import { OverCapacity } from "../../../core/errors/errors.js";

// For WebAssembly that has a memory of its own, which it allocates.

/** Read a pointer: above 2 GiB, WebAssembly gives it as a negative number. */
export function pointer(value: number): number {
  return value >>> 0;
}

/** Call WebAssembly that allocates. @throws OverCapacity with a message if there is not enough memory, for which its allocator traps */
export function guardMemory<Result>(message: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if ((error as Error).name !== "RuntimeError") throw error;
    throw new OverCapacity(message, { cause: error });
  }
}
