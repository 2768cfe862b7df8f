import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";

/** Milliseconds that the tests of a file may take, with and without others in its process: what hangs is named. */
const SHARED_MS = 300_000;
const ALONE_MS = 900_000;
/** Milliseconds that a process may live after its last test. */
const END_MS = 30_000;

/** Run files of tests in this process, each as a suite with its name. */
export function runGroup(files: readonly string[]): void {
  const left = new Set(files);
  process.once("exit", () => {
    if (left.size === 0) return;
    console.error(`the process ended before ${[...left].join(", ")}`);
    process.exitCode = 1;
  });
  const timeout = files.length > 1 ? SHARED_MS : ALONE_MS;
  for (const file of files) {
    describe(file, { timeout }, async () => {
      after(() => {
        left.delete(file);
        if (left.size === 0) setTimeout(endOpen, END_MS).unref();
      });
      await import(pathToFileURL(file).href);
    });
  }
}

/** End a process that something keeps alive, which would look like tests that hang. */
function endOpen(): void {
  console.error(`open after the last test: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}
