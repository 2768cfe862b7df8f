import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { Conflict } from "../errors/errors.js";

/** Bytes of a socket's address, the 0 at its end aside, where they are fewest. */
const MAX_BYTES = 103;

/**
 * Bind or connect to a socket in a directory. The system cuts addresses off at about a hundred bytes without a word;
 * through an open directory they are short.
 * @param use does it before it returns: the address is good for no longer
 */
export function withAddress<T>(directory: string, name: string, use: (address: string) => T): T {
  if (process.platform !== "linux") return use(checkLength(join(directory, name), directory));
  const folder = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return use(`/proc/self/fd/${folder}/${name}`);
  } finally {
    closeSync(folder);
  }
}

function checkLength(address: string, directory: string): string {
  if (Buffer.byteLength(address) <= MAX_BYTES) return address;
  throw new Conflict(`The path ${directory} is too long for a socket in it; move the directory, or name a link to it`);
}
