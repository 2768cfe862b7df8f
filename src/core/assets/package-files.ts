import { statSync } from "node:fs";
import { join } from "node:path";
import { isSea } from "node:sea";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BundledProgram, MAIN } from "./list.js";

// The start of the program needs this file, and none of what other assets need.

/** Folder of the bundles of threads; its depth is that of this file, which finds files by its own place. */
export const BUNDLES = "dist/bundles/threads";
/** Folder of the bundle of the command line, which packages do not contain: it would double their weight. */
export const MAIN_BUNDLES = "dist/bundles/main";

/** Return the address of the bundle of the command line's program; `null` if its modules are to be run. */
export function mainBundle(): string | null {
  if (isSea()) return null;
  const file = fileToRun(MAIN, fileOf(""));
  return file === MAIN ? null : pathToFileURL(fileOf(file)).href;
}

/** Return the path of a file of the package. This file, and a bundle with it, is three folders below the package's root. */
export function fileOf(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

/** Return the path in the package of the bundle of a program: its modules in a few files, which load in half the time. */
export function bundleOf(program: BundledProgram): string {
  return `${program === MAIN ? MAIN_BUNDLES : BUNDLES}/${program.slice("dist/".length).replaceAll("/", "-")}`;
}

/**
 * Return the path in the package of the file to run for a program: its bundle, or its main module if there is no bundle,
 * or if modules were compiled after it was written.
 * @param root directory of the package
 */
export function fileToRun(program: BundledProgram, root: string): string {
  const written = timeOf(join(root, bundleOf(program)));
  // Written by the compiler each time; packages do not contain it.
  const compiled = timeOf(join(root, "dist/.tsbuildinfo"));
  return written !== null && written >= (compiled ?? 0n) ? bundleOf(program) : program;
}

/** Return when a file was changed last, in nanoseconds; `null` if there is none. */
function timeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
}
