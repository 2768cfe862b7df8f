import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FaceFacts, readFaces } from "./open-type.js";

/** A font file of the system. */
export interface FontFile {
  readonly path: string;
  readonly bytes: number;
  /** Time of its last change, in milliseconds since 1970. */
  readonly modified: number;
}

/** Folders in which systems keep fonts. */
export const FONT_FOLDERS = ["/usr/share/fonts", "/usr/local/share/fonts"] as const;

/** Limits of what is looked at. */
const MAX_DEPTH = 8;
const MAX_FILES = 2000;
const MAX_BYTES = 2 ** 26;

/** List the font files in folders, and in folders in these, by their paths. Folders that cannot be read have none. */
export function listFontFiles(folders: readonly string[]): readonly FontFile[] {
  const found = new Map<string, FontFile>();
  const look = (folder: string, depth: number): void => {
    for (const entry of entriesOf(folder)) {
      if (found.size >= MAX_FILES) return;
      const path = join(folder, entry);
      const file = statSync(path, { throwIfNoEntry: false });
      if (file?.isDirectory() && depth < MAX_DEPTH) look(path, depth + 1);
      else if (file?.isFile() && /\.(?:ttf|otf|ttc|otc)$/i.test(entry) && file.size <= MAX_BYTES)
        found.set(path, { path, bytes: file.size, modified: Math.floor(file.mtimeMs) });
    }
  };
  for (const folder of folders) look(folder, 0);
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Read the faces of a font file, a few kilobytes of it; none if it cannot be read. */
export function readFontFile(path: string): readonly FaceFacts[] {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return [];
  }
  try {
    return readFaces((offset, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
    });
  } finally {
    closeSync(file);
  }
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
