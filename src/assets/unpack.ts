import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Conflict } from "../errors/errors.js";

/**
 * Make bytes a file that can be trusted like the program itself: in a directory that nobody else may write to. One
 * that is there is taken when it holds just these bytes, and otherwise replaced in one step.
 * @returns its path
 * @throws Conflict when others may write to the directory
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
    throw new Conflict(`${directory} belongs to another user; remove it, and the program makes it anew`);
  }
  if (user !== undefined && (mode & 0o022) !== 0) {
    throw new Conflict(`Other users may write to ${directory}; remove it, and the program makes it anew`);
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

/** Programs that run keep the file that they have. */
function write(path: string, bytes: Uint8Array): void {
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(beside, bytes, { mode: 0o600, flag: "wx" });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
