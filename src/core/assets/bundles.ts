import { statSync } from "node:fs";
import { join } from "node:path";
import type { WorkerProgram } from "./list.js";

/** Folder of the bundles in the package; its depth is that of `assets.ts`, which finds files by its own place. */
export const BUNDLES = "dist/bundles/threads";

/** Return the path in the package of the bundle of a program: its modules in a few files, which load in half the time. */
export function bundleOf(program: WorkerProgram): string {
  return `${BUNDLES}/${program.slice("dist/".length).replaceAll("/", "-")}`;
}

/**
 * Return the path in the package of the file to run for a program: its bundle, or its main module if there is no bundle,
 * or if modules were compiled after it was written.
 * @param root directory of the package
 */
export function fileToRun(program: WorkerProgram, root: string): string {
  const written = timeOf(join(root, bundleOf(program)));
  // Written by the compiler each time; packages do not contain it.
  const compiled = timeOf(join(root, "dist/.tsbuildinfo"));
  return written !== null && written >= (compiled ?? 0n) ? bundleOf(program) : program;
}

/** Return when a file was changed last, in nanoseconds; `null` if there is none. */
function timeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
}
