import { basename, dirname } from "node:path";
import { nameSystemError, errorCode, type FileSystem, type OpenFile } from "./file-system.js";
import { TEMPORARY } from "./file-names.js";

/** The most that one call writes. */
const STEP = 8 * 2 ** 20;

/**
 * Nobody knows what is on the disk. After a failed fsync the system may have thrown away what it could not write, and
 * the next one will not fail again: so there is none.
 */
export class Undecided extends Error {}

/**
 * Write a file that is there whole and survives a crash, or is not there: written beside, fsynced, renamed, its
 * directory fsynced.
 * @throws Undecided, or what the system said to any step; then there is no file
 */
export async function writeFile(files: FileSystem, path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const beside = path + TEMPORARY;
  try {
    const file = await files.create(beside);
    try {
      await writePieces(file, pieces);
      await synced(beside, () => file.sync());
    } finally {
      await file.close();
    }
    await files.rename(beside, path).catch(async (error: unknown) => {
      await undoRename(files, path);
      throw error;
    });
  } catch (error) {
    // What cannot be removed now is removed as an old temporary file later.
    await files.unlink(beside).catch(() => {});
    throw error;
  }
  await syncDirectory(files, dirname(path));
}

/**
 * Make a directory, and those above it that are missing, so that they survive a crash. Those that are there are made sure
 * of too: who made them may have been killed before.
 * @param path absolute
 * @throws Undecided, or what the system said to another step
 */
export async function makeDirectory(files: FileSystem, path: string): Promise<void> {
  await makeMissing(files, path);
  for (let above = dirname(path); ; above = dirname(above)) {
    await syncDirectory(files, above).catch((error: Undecided) => {
      // Where this process may not look it has made nothing.
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
 * Let the names in a directory survive a crash.
 * @throws Undecided
 */
export async function syncDirectory(files: FileSystem, path: string): Promise<void> {
  await synced(path, () => files.syncDirectory(path));
}

async function synced(path: string, sync: () => Promise<void>): Promise<void> {
  try {
    await sync();
  } catch (cause) {
    throw new Undecided(`${basename(path)} could not be fsynced: ${nameSystemError(cause)}`, { cause });
  }
}

/** Some file systems say that a rename failed which they have done. */
async function undoRename(files: FileSystem, path: string): Promise<void> {
  try {
    await files.unlink(path);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return;
    const said = nameSystemError(cause);
    throw new Undecided(`${basename(path)} could neither be renamed nor removed: ${said}`, { cause });
  }
  await syncDirectory(files, dirname(path));
}

/** Write pieces to a file that is new, one after the other. */
export async function writePieces(file: OpenFile, pieces: Iterable<Uint8Array>): Promise<void> {
  let position = 0;
  for (const piece of pieces) {
    for (let done = 0; done < piece.length;) {
      const written = await file.write(piece.subarray(done, done + STEP), position);
      if (written === 0) throw new Error("the system wrote nothing and gave no reason");
      done += written;
      position += written;
    }
  }
}
