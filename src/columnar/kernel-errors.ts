import { OverCapacity, TooManyCells } from "../errors/errors.js";
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
    if (error instanceof OutOfTime) throw new OverCapacity("The aggregation took too long", { cause: error });
    if (error instanceof OutOfMemory) throw new OverCapacity("The aggregation needs too much memory", { cause: error });
    if (error instanceof OverMemoryLimit) throw new OverCapacity(describeLimit(error), { cause: error });
    throw error;
  }
}

function describeLimit({ figures }: OverMemoryLimit): string {
  return `The aggregation needs too much memory: ${figures}; cut more, drill down by less, or try again later`;
}
