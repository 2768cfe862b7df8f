import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { getAsset, getRawAsset, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { Conflict } from "../errors/errors.js";
import type { Addon, Asset, WorkerProgram } from "./list.js";
import { fileOf, fileToRun } from "./package-files.js";
import { unpack } from "./unpack.js";

// With `package-files.ts` the only file that distinguishes an installed package from a single executable.

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
