import { DamagedStore, Unreadable } from "../../core/errors/errors.js";
import { nameSystemError, errorCode, type FileSystem, type OpenFile } from "./file-system.js";

/**
 * Read until the buffer is full or the file ends.
 * @returns number of bytes read
 */
export async function readBytesAt(file: OpenFile, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const read = await file.read(into.subarray(done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** Check that a file ends at a position. @throws DamagedStore if it is longer */
export async function expectEnd(file: OpenFile, position: number, name: string): Promise<void> {
  if ((await file.read(Buffer.alloc(1), position)) > 0)
    throw new DamagedStore(`${name} is longer than when it was written`);
}

/**
 * Open a file, use it and close it.
 * @param name the file's name in errors
 * @throws DamagedStore if there is no such file, Unreadable if the system cannot read it
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

/** List the names in a directory; none if it does not exist. */
export async function listNames(files: FileSystem, directory: string): Promise<readonly string[]> {
  try {
    return await files.readdir(directory);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw explainUnread(error, directory);
  }
}

function explainUnread(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const remedy = code === "EACCES" || code === "EPERM" ? "; run this as the user that owns it, with sudo -u USER" : "";
  return new Unreadable(`${name} could not be read: ${nameSystemError(error)}${remedy}`, { cause: error });
}
