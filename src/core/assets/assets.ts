import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { getAsset, getRawAsset, isSea } from "node:sea";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { Conflict } from "../errors/errors.js";
import { type Addon, type Asset, type BundledProgram, MAIN, type WorkerProgram } from "./list.js";
import { unpack } from "./unpack.js";

/** Folder of the bundles of threads; its depth is that of `assets.ts`, which finds files by its own place. */
export const BUNDLES = "dist/bundles/threads";
/** Folder of the bundle of the command line, which packages do not contain: it would double their weight. */
export const MAIN_BUNDLES = "dist/bundles/main";

// The only file that distinguishes an installed package from a single executable.

/** True if the program runs as a single executable, which contains Node and all assets. */
export const IS_SINGLE = isSea();

/** Return a copy of an asset's bytes. */
export function readAsset(asset: Asset): Uint8Array<ArrayBuffer> {
  return new Uint8Array(isSea() ? getAsset(asset) : readFileSync(fileOf(asset)));
}

/**
 * Return the path of a file that holds an asset.
 * @param directory where the single executable unpacks the asset, unless the file exists
 * @throws Conflict if other users may write to the directory
 */
export function assetFile(asset: Asset, directory: string): string {
  return isSea() ? unpackAsset(asset, directory) : fileOf(asset);
}

/** Start a worker thread that runs one of the worker programs. */
export function startWorker(program: WorkerProgram, options: WorkerOptions): Worker {
  // Workers must not inherit Node's options: with `--input-type`, which `--eval` needs, they would not start.
  const own = { ...options, execArgv: [] };
  if (isSea()) return new Worker(getAsset(program, "utf8"), { ...own, eval: true });
  return new Worker(fileOf(fileToRun(program, fileOf(""))), own);
}

/** Return the address of the bundle of the command line's program; `null` if its modules are to be run. */
export function mainBundle(): string | null {
  if (isSea()) return null;
  const file = fileToRun(MAIN, fileOf(""));
  return file === MAIN ? null : pathToFileURL(fileOf(file)).href;
}

/**
 * Load a native package.
 * @param directory where the single executable unpacks it, unless the file exists
 * @returns the package's exports, or the reason why it cannot be loaded
 * @throws Conflict if other users may write to the directory
 */
export function loadAddon(
  addon: Addon,
  directory: string,
): { readonly exports: unknown } | { readonly reason: string } {
  const loaded = { exports: {} };
  try {
    if (!isSea()) return { exports: createRequire(import.meta.url)(addon) };
    process.dlopen(loaded, unpackAsset(addonAsset(addon), directory));
    return loaded;
  } catch (error) {
    if (error instanceof Conflict) throw error;
    return { reason: `${addon}: ${withoutModules((error as Error).message)}` };
  }
}

/** Take the stack of modules that required a missing one out of a message, which becomes one line. */
function withoutModules(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !/^(?:Require stack:|- \S)/.test(line)).join(" ");
}

/** Return an addon's asset name in the single executable. */
export function addonAsset(addon: Addon): string {
  return `${addon}.node`;
}

function unpackAsset(asset: string, directory: string): string {
  // Without a copy: the bytes are read-only memory of the executable.
  return unpack(directory, basename(asset), new Uint8Array(getRawAsset(asset) as ArrayBuffer));
}

/** Return the path of a file of the package. This file, and a bundle with it, is three folders below the package's root. */
function fileOf(path: string): string {
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
