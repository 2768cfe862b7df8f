import type { FileSystem } from "./file-system.js";
import { TEMPORARY } from "./file-names.js";
import { writePieces } from "./write-file.js";

/**
 * Write a file that may as well be lost, in the place of the one before. Nothing is fsynced: a crash may leave anything
 * of it, which its checksums tell, and no fsync that fails leaves a doubt about other files.
 * @throws what the system said to any step; the file of before is still there then
 */
export async function writeLoosely(files: FileSystem, path: string, pieces: Iterable<Uint8Array>): Promise<void> {
  const beside = path + TEMPORARY;
  // One may be left of a write that was cut short.
  await files.unlink(beside).catch(() => {});
  try {
    const file = await files.create(beside);
    try {
      await writePieces(file, pieces);
    } finally {
      await file.close();
    }
    await files.rename(beside, path);
  } catch (error) {
    await files.unlink(beside).catch(() => {});
    throw error;
  }
}
