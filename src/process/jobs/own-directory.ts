import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Give a thread a directory of its own for temporary files, and remove it at the end: the thread may be ended at any
 * point, and then removes nothing.
 * @param parent directory of all temporary files
 */
export async function withOwnDirectory<T>(parent: string, use: (directory: string) => Promise<T>): Promise<T> {
  const directory = join(parent, randomUUID());
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
