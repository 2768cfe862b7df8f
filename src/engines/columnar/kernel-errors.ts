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
    if (error instanceof OutOfMemory) throw refuse("The query needs too much memory");
    if (error instanceof OverMemoryLimit) throw refuse(describeLimit(error));
    throw error;
  }
}

function describeLimit({ figures }: OverMemoryLimit): string {
  return `The query needs too much memory: ${figures}; cut more, drill down by less, or try again later`;
}
