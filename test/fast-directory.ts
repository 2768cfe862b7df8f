import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

/** In Linux a file system in memory: thousands of writes, each flushed to disk, would take minutes. */
const MEMORY = "/dev/shm";

/** Return a directory for temporary files of tests that write often, on the fastest file system that there is. */
export function fastDirectory(): string {
  return existsSync(MEMORY) ? MEMORY : tmpdir();
}
