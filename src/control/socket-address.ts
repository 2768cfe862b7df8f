import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { Conflict } from "../errors/errors.js";

/** Bytes of a socket's address, the 0 at its end aside, where they are fewest. */
const MAX_BYTES = 103;

/**
 * Bind or connect to a socket in a directory. The system cuts addresses off at about a hundred bytes without a word;
 * where it is longer it is short through an open directory.
 * @param use does it before it returns: the address is good for no longer
 */
export function withAddress<T>(directory: string, name: string, use: (address: string) => T): T {
  const address = join(directory, name);
  if (Buffer.byteLength(address) <= MAX_BYTES) return use(address);
  if (process.platform !== "linux") {
    throw new Conflict(
      `The path ${directory} is too long for a socket in it; move the directory, or name a link to it`,
    );
  }
  const folder = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return use(`/proc/self/fd/${folder}/${name}`);
  } finally {
    closeSync(folder);
  }
}
