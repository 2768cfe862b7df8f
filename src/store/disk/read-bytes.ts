import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { DamagedStore, Unreadable } from "../../core/errors/errors.js";
import { nameSystemError, errorCode, type FileSystem, type OpenFile } from "./file-system.js";

/**
 * Read until the buffer is full or the file ends.
 * @param least number of bytes that are enough
 * @returns number of bytes read
 */
export async function readBytesAt(
  file: OpenFile,
  into: Uint8Array,
  position: number,
  least = into.length,
): Promise<number> {
  let done = 0;
  while (done < least) {
    const read = await file.read(into.subarray(done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/**
 * Read a short file whole at its first read, so that it takes one call of the system, where there are thousands of files.
 * @param length the file's length, if it is as it was written: whether it goes on is read, too
 */
export function readAtOnce(file: OpenFile, length: number): OpenFile {
  let whole: Promise<Buffer> | null = null;
  const readAll = async (): Promise<Buffer> => {
    const bytes = Buffer.allocUnsafeSlow(length + 1);
    return bytes.subarray(0, await readBytesAt(file, bytes, 0, length));
  };
  return {
    write: (bytes, position) => file.write(bytes, position),
    sync: () => file.sync(),
    close: () => file.close(),
    async read(into, position) {
      const bytes = await (whole ??= readAll());
      if (position + into.length > bytes.length && bytes.length > length) return file.read(into, position);
      const found = bytes.subarray(position, position + into.length);
      into.set(found);
      return found.length;
    },
  };
}

/** Check that a file ends at a position. @throws DamagedStore if it is longer */
export async function expectEnd(file: OpenFile, position: number, name: string): Promise<void> {
  if ((await file.read(Buffer.alloc(1), position)) > 0)
    throw new DamagedStore(errorText("stored_file_grown", { file: name }));
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
    throw explainUnopened(error, name);
  }
}

/** Say which file is missing or cannot be read. @returns DamagedStore, Unreadable, or another error as it is */
export function explainUnopened(error: unknown, name: string): unknown {
  if (errorCode(error) !== "ENOENT") return explainUnread(error, name);
  return new DamagedStore(errorText("stored_file_missing", { file: name }), { cause: error });
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
  const remedy = code === "EACCES" || code === "EPERM" ? phraseText("run_as_owner") : "";
  return new Unreadable(errorText("stored_file_not_read", { file: name, reason: nameSystemError(error), remedy }), {
    cause: error,
  });
}
