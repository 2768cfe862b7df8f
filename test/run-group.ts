import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";

/** Run files of tests in this process, each as a suite with its name. */
export function runGroup(files: readonly string[]): void {
  const left = new Set(files);
  process.once("exit", () => {
    if (left.size === 0) return;
    console.error(`the process ended before ${[...left].join(", ")}`);
    process.exitCode = 1;
  });
  for (const file of files) {
    describe(file, async () => {
      after(() => void left.delete(file));
      await import(pathToFileURL(file).href);
    });
  }
}
