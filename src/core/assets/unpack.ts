import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorText } from "../errors/error-text.js";
import { Conflict } from "../errors/errors.js";

/**
 * Write bytes to a file in a directory that no other user may write to, so that it can be trusted like the program
 * itself. An existing file is used if it holds the same bytes, and otherwise replaced atomically.
 * @returns the file's path
 * @throws Conflict if other users may write to the directory
 */
export function unpack(directory: string, name: string, bytes: Uint8Array): string {
  mkdirSync(dirname(directory), { recursive: true });
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  refuseForeign(directory);
  const path = join(directory, name);
  if (!holds(path, bytes)) write(path, bytes);
  return path;
}

function refuseForeign(directory: string): void {
  const { uid, mode } = statSync(directory);
  const user = process.geteuid?.();
  if (user !== undefined && uid !== user) {
    throw new Conflict(errorText("assets_of_other_user", { directory }));
  }
  if (user !== undefined && (mode & 0o022) !== 0) {
    throw new Conflict(errorText("assets_open_to_others", { directory }));
  }
}

function holds(path: string, bytes: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Write to a temporary file and rename it: running programs keep the file that they have open. */
function write(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
