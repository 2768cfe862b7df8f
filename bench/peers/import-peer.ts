import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { NotInstalled } from "./contestant.js";

/**
 * Import a package of `bench/package.json`. It need not be installed, so its types are not used either; `T` is the used
 * part of its API.
 */
export async function importPeer<T>(name: string): Promise<T> {
  let path: string;
  try {
    path = createRequire(resolve("bench/package.json")).resolve(name);
  } catch (error) {
    throw new NotInstalled(`${name} is not installed: npm ci --prefix bench`, { cause: error });
  }
  return (await import(pathToFileURL(path).href)) as T;
}
