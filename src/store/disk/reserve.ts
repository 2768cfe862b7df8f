import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { RESERVE, TEMPORARY } from "./file-names.js";
import { errorCode, type FileSystem } from "./file-system.js";
import { writePieces } from "./write-file.js";

const PIECE = 2 ** 20;
/** Bytes of the reserve, unless manifests are large. */
const USUAL = 2 ** 18;
/** Bytes of the smallest reserve, which takes what is left of a full disk. */
const LEAST = 2 ** 16;
/** A disk with fewer free bytes, or a smaller part of all its bytes, counts as full. */
const MIN_FREE = 16 * 2 ** 20;
const MIN_FREE_PART = 0.05;

/**
 * A file that is deleted when the disk is full, so that a manifest fits that refers to fewer files. Nothing is read from
 * it, so it is not fsynced. Its bytes are random: some file systems store no zeros.
 */
export class Reserve {
  readonly #files: FileSystem;
  readonly #path: string;
  /** Bytes known to be there. */
  #bytes = 0;
  #wasGivenUp = false;

  constructor(files: FileSystem, directory: string) {
    this.#files = files;
    this.#path = join(directory, RESERVE);
  }

  /**
   * Make the reserve, or enlarge it, if there is space.
   * @param manifestBytes the length of a manifest; a change writes two, and rights that are no longer than one
   */
  async renew(manifestBytes: number): Promise<void> {
    let bytes = Math.max(USUAL, 2 ** Math.ceil(Math.log2(3 * manifestBytes)));
    if (this.#bytes < bytes && (await this.#has(bytes))) this.#bytes = bytes;
    // A small reserve is better than none, but does not take the last space from loads if there was none before.
    const least = this.#wasGivenUp ? LEAST : bytes;
    for (; bytes >= least && bytes > this.#bytes; bytes /= 2) {
      if (await this.#make(bytes)) this.#bytes = bytes;
    }
  }

  /** Delete the reserve. @returns false if there is none */
  async giveUp(): Promise<boolean> {
    try {
      await this.#files.unlink(this.#path);
    } catch {
      return false;
    }
    this.#bytes = 0;
    this.#wasGivenUp = true;
    return true;
  }

  /** True if the file has as many bytes, also if it cannot be read now. */
  async #has(bytes: number): Promise<boolean> {
    try {
      const file = await this.#files.open(this.#path);
      try {
        return (await file.read(Buffer.alloc(1), bytes - 1)) > 0;
      } finally {
        await file.close();
      }
    } catch (error) {
      return errorCode(error) !== "ENOENT";
    }
  }

  /** Write the file, in place of a smaller one. @returns false if that fails; then the smaller one stays */
  async #make(bytes: number): Promise<boolean> {
    const temporary = this.#path + TEMPORARY;
    try {
      const file = await this.#files.create(temporary);
      try {
        await writePieces(file, randomPieces(bytes));
      } finally {
        await file.close();
      }
      await this.#files.rename(temporary, this.#path);
      return true;
    } catch {
      await this.#files.unlink(temporary).catch(() => {});
      return false;
    }
  }
}

function* randomPieces(bytes: number): Iterable<Uint8Array> {
  for (let left = bytes; left > 0; left -= PIECE) yield randomBytes(Math.min(left, PIECE));
}

/** True if a write failed because the disk is full. */
export function isFullDisk(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOSPC" || code === "EDQUOT";
}

/** Return a sentence that says that the disk is full; `null` if it is not, or if that is not known. */
export async function explainFullDisk(files: FileSystem, directory: string): Promise<string | null> {
  const space = await files.space(directory).catch(() => null);
  if (!space || space.free >= Math.min(MIN_FREE, MIN_FREE_PART * space.total)) return null;
  const kilobytes = Math.floor(space.free / 1000).toLocaleString("en");
  return `The disk of the data directory is full: ${kilobytes} kB are free; drop what is not needed, or enlarge it`;
}
