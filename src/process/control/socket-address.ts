import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../../core/errors/error-text.js";
import { Conflict } from "../../core/errors/errors.js";

/** Maximum bytes of a socket's address without the final 0, on the system with the lowest limit. */
const MAX_BYTES = 103;

/**
 * Bind or connect to a socket in a directory. The system silently truncates addresses after about 100 bytes; a longer
 * one is replaced by a short path through an open descriptor of the directory (Linux only).
 * @param use must bind or connect before it returns, since the address is valid only until then
 * @throws Conflict if the path is too long and the system is not Linux
 */
export function withAddress<T>(directory: string, name: string, use: (address: string) => T): T {
  const address = join(directory, name);
  if (Buffer.byteLength(address) <= MAX_BYTES) return use(address);
  if (process.platform !== "linux") {
    throw new Conflict(errorText("socket_path_too_long", { directory }));
  }
  const folder = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return use(`/proc/self/fd/${folder}/${name}`);
  } finally {
    closeSync(folder);
  }
}
