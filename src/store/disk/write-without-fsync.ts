import type { FileSystem } from "./file-system.js";
import { TEMPORARY } from "./file-names.js";
import { writePieces } from "./write-file.js";

/**
 * Write or replace a file whose loss does no harm. Nothing is fsynced: after a crash the file may be incomplete, which
 * its checksums show. Without fsync, a failure here cannot leave the outcome of other writes unknown.
 * @throws the system's error if a step fails; then the previous file is still there
 */
export async function writeWithoutFsync(files: FileSystem, path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const temporary = path + TEMPORARY;
  // An interrupted write may have left one.
  await files.unlink(temporary).catch(() => {});
  try {
    const file = await files.create(temporary);
    try {
      await writePieces(file, pieces);
    } finally {
      await file.close();
    }
    await files.rename(temporary, path);
  } catch (error) {
    await files.unlink(temporary).catch(() => {});
    throw error;
  }
}
