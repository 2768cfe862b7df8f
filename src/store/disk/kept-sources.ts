import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { DamagedStore } from "../../core/errors/errors.js";
import { keptName } from "./file-names.js";
import { errorCode, type FileSystem, type OpenFile } from "./file-system.js";
import { withFile } from "./read-bytes.js";
import { makeDirectory, moveFile } from "./write-file.js";

/** Bytes that are read at once. */
const CHUNK = 2 ** 18;

/** A compressed copy of a file that was loaded. */
export interface SourceCopy {
  /** Where it was written, on the same disk as the data directory. */
  readonly path: string;
  /** SHA-256 of its content in hexadecimal digits. */
  readonly digest: string;
}

/** Move a copy into the data directory, durably. @throws the errors of `makeDirectory` and `moveFile` */
export async function keepSource(files: FileSystem, directory: string, { path, digest }: SourceCopy): Promise<void> {
  const kept = join(directory, keptName(digest));
  await makeDirectory(files, dirname(kept));
  await moveFile(files, path, kept);
}

/**
 * Say what is wrong with a kept file; `null` if its content is that of its digest.
 * @throws Unreadable
 */
export async function explainKeptDamage(files: FileSystem, directory: string, digest: string): Promise<string | null> {
  const name = keptName(digest);
  try {
    const found = await withFile(files, join(directory, name), name, digestUnpacked);
    return found === digest ? null : `${name} has another content than when it was written`;
  } catch (error) {
    if (error instanceof DamagedStore) return error.message;
    throw error;
  }
}

/** Return the SHA-256 of a compressed file's content in hexadecimal digits; `null` if it cannot be unpacked. */
async function digestUnpacked(file: OpenFile): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(readAll(file), createGunzip(), hash);
    return hash.digest("hex");
  } catch (error) {
    // Errors of zlib begin so, those of the system do not.
    if (errorCode(error)?.startsWith("Z_")) return null;
    throw error;
  }
}

async function* readAll(file: OpenFile): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const chunk = Buffer.alloc(CHUNK);
    const read = await file.read(chunk, position);
    if (read === 0) return;
    position += read;
    yield chunk.subarray(0, read);
  }
}
