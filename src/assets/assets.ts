import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { getAsset, getRawAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { Conflict } from "../errors/errors.js";
import type { Addon, Asset, WorkerProgram } from "./list.js";
import { unpack } from "./unpack.js";

// Here alone it matters whether the program is files of a package or a single executable.

/** Whether the program is one file with Node and all that it needs. */
export const IS_SINGLE = isSea();

/** The bytes of an asset, a copy. */
export function readAsset(asset: Asset): Uint8Array<ArrayBuffer> {
  return new Uint8Array(isSea() ? getAsset(asset) : readFileSync(fileOf(asset)));
}

/**
 * A file that holds an asset.
 * @param directory where the single executable unpacks it, unless it is there
 * @throws Conflict when others may write there
 */
export function assetFile(asset: Asset, directory: string): string {
  return isSea() ? unpackAsset(asset, directory) : fileOf(asset);
}

export function startWorker(program: WorkerProgram, options: WorkerOptions): Worker {
  // Node's own options are not for it: `--input-type`, which goes with `--eval`, would let it not start.
  const own = { ...options, execArgv: [] };
  return isSea() ? new Worker(getAsset(program, "utf8"), { ...own, eval: true }) : new Worker(fileOf(program), own);
}

/**
 * Load a native package.
 * @param directory where the single executable unpacks it, unless it is there
 * @returns what it exports, or why it cannot be loaded
 * @throws Conflict when others may write to the directory
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
    return { reason: `${addon}: ${(error as Error).message}` };
  }
}

/** The name under which the single executable carries an addon. */
export function addonAsset(addon: Addon): string {
  return `${addon}.node`;
}

function unpackAsset(asset: string, directory: string): string {
  // The executable's own memory, which nobody can write to.
  return unpack(directory, basename(asset), new Uint8Array(getRawAsset(asset) as ArrayBuffer));
}

/** The compiler puts this file two folders below the package's. */
function fileOf(asset: Asset | WorkerProgram): string {
  return fileURLToPath(new URL(`../../${asset}`, import.meta.url));
}
