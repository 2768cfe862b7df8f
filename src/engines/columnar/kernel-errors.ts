import { errorText } from "../../core/errors/error-text.js";
import { OverCapacity, queryTooLong, TooManyCells } from "../../core/errors/errors.js";
import { OutOfMemory, OutOfTime, OverMemoryLimit, TooManyGroups } from "../kernel/memory/errors.js";

/**
 * Run a computation, and turn kernel errors into errors for users.
 * @throws TooManyCells, OverCapacity
 */
export async function translateKernelErrors<T>(maxCells: number, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TooManyGroups) throw new TooManyCells(maxCells, { cause: error });
    const refuse = (sentence: string): Error => new OverCapacity(sentence, { cause: error, limit: "memory" });
    if (error instanceof OutOfTime) throw queryTooLong(error);
    if (error instanceof OutOfMemory) throw refuse(errorText("query_needs_memory"));
    if (error instanceof OverMemoryLimit) throw refuse(describeLimit(error));
    throw error;
  }
}

function describeLimit({ figures }: OverMemoryLimit): string {
  return errorText("query_over_memory", { figures });
}
