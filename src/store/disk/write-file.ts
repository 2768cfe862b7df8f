import { errorText } from "../../core/errors/error-text.js";
import { basename, dirname } from "node:path";
import { nameSystemError, errorCode, type FileSystem, type OpenFile } from "./file-system.js";
import { TEMPORARY } from "./file-names.js";

/** Maximum bytes that one call writes. */
const STEP = 8 * 2 ** 20;

/**
 * An error after which the contents of the disk are unknown. After a failed fsync the system may have discarded data,
 * and the next fsync would succeed all the same: so it is not repeated.
 */
export class UnknownOutcome extends Error {}

/**
 * Write a file atomically and durably: write a temporary file, fsync it, rename it, fsync its directory. After a crash
 * the file is complete or absent.
 * @throws UnknownOutcome, or the system's error if a step fails; then there is no file
 */
export async function writeFile(files: FileSystem, path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const temporary = path + TEMPORARY;
  try {
    const file = await files.create(temporary);
    try {
      await writePieces(file, pieces);
      await synced(temporary, () => file.sync());
    } finally {
      await file.close();
    }
    await files.rename(temporary, path).catch(async (error: unknown) => {
      await undoRename(files, path);
      throw error;
    });
  } catch (error) {
    // A temporary file that cannot be removed now is removed later.
    await files.unlink(temporary).catch(() => {});
    throw error;
  }
  await syncDirectory(files, dirname(path));
}

/**
 * Create a directory and its missing parents durably. Existing parents are fsynced too: the process that created them
 * may have been killed before it did so.
 * @param path absolute path
 * @throws UnknownOutcome, or the system's error if another step fails
 */
export async function makeDirectory(files: FileSystem, path: string): Promise<void> {
  await makeMissing(files, path);
  for (let above = dirname(path); ; above = dirname(above)) {
    await syncDirectory(files, above).catch((error: UnknownOutcome) => {
      // In a directory that this process may not open, it has created nothing.
      if (errorCode(error.cause) !== "EACCES") throw error;
    });
    if (above === dirname(above)) return;
  }
}

async function makeMissing(files: FileSystem, path: string): Promise<void> {
  try {
    await files.mkdir(path);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    if (errorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
    await makeMissing(files, dirname(path));
    await files.mkdir(path);
  }
}

/**
 * Move a file that is written to its place, durably. A file that is there is replaced.
 * @throws UnknownOutcome, or the system's error if a step fails; then the file is where it was, or nowhere
 */
export async function moveFile(files: FileSystem, from: string, to: string): Promise<void> {
  const file = await files.open(from);
  try {
    await synced(from, () => file.sync());
  } finally {
    await file.close();
  }
  await files.rename(from, to);
  await syncDirectory(files, dirname(to));
}

/**
 * Make changes of a directory durable.
 * @throws UnknownOutcome
 */
export async function syncDirectory(files: FileSystem, path: string): Promise<void> {
  await synced(path, () => files.syncDirectory(path));
}

async function synced(path: string, sync: () => Promise<void>): Promise<void> {
  try {
    await sync();
  } catch (cause) {
    throw new UnknownOutcome(errorText("file_not_synced", { file: basename(path), reason: nameSystemError(cause) }), {
      cause,
    });
  }
}

/** Remove the renamed file: some file systems report that a rename failed although they have done it. */
async function undoRename(files: FileSystem, path: string): Promise<void> {
  try {
    await files.unlink(path);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return;
    const reason = nameSystemError(cause);
    throw new UnknownOutcome(errorText("file_not_renamed", { file: basename(path), reason }), { cause });
  }
  await syncDirectory(files, dirname(path));
}

/** Write pieces to a new file, one after the other. */
export async function writePieces(file: OpenFile, pieces: Iterable<Uint8Array>): Promise<void> {
  let position = 0;
  for (const piece of pieces) {
    for (let done = 0; done < piece.length;) {
      const written = await file.write(piece.subarray(done, done + STEP), position);
      if (written === 0) throw new Error("the system wrote no bytes and reported no error");
      done += written;
      position += written;
    }
  }
}
