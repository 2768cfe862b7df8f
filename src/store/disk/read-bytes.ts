import { DamagedStore, Unreadable } from "../../errors/errors.js";
import { nameSystemError, errorCode, type FileSystem, type OpenFile } from "./file-system.js";

/**
 * Read until there is no more room, or no more file.
 * @returns how many bytes were read
 */
export async function readRange(file: OpenFile, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const read = await file.read(into.subarray(done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** @throws DamagedStore when there is something at a position */
export async function expectEnd(file: OpenFile, position: number, name: string): Promise<void> {
  if ((await file.read(Buffer.alloc(1), position)) > 0) throw new DamagedStore(`${name} is longer than it was written`);
}

/**
 * Do something with an open file.
 * @param name what to call it in errors
 * @throws DamagedStore when there is no such file, Unreadable when the system does not let it be read
 */
export async function withFile<T>(
  files: FileSystem,
  path: string,
  name: string,
  use: (file: OpenFile) => Promise<T>,
): Promise<T> {
  try {
    const file = await files.open(path);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw new DamagedStore(`${name} is missing`, { cause: error });
    throw explainUnread(error, name);
  }
}

/** Names of what is in a directory; none where there is no directory. */
export async function listNames(files: FileSystem, directory: string): Promise<readonly string[]> {
  try {
    return await files.readdir(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw explainUnread(error, directory);
  }
}

function explainUnread(error: unknown, name: string): unknown {
  if (errorCode(error) === undefined) return error;
  return new Unreadable(`${name} could not be read: ${nameSystemError(error)}`, { cause: error });
}
