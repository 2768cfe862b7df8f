import type { CubeMemory } from "../../kernel/memory/cube-memory.js";

/** Make a memory for each item. If one cannot be made, release the others and throw its error. */
export function makeMemories<T>(items: readonly T[], make: (item: T, at: number) => CubeMemory): readonly CubeMemory[] {
  const memories: CubeMemory[] = [];
  try {
    items.forEach((item, at) => memories.push(make(item, at)));
    return memories;
  } catch (error) {
    for (const memory of memories) memory.release();
    throw error;
  }
}
