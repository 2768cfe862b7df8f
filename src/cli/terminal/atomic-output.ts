import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { Conflict } from "../../errors/errors.js";
import type { Terminal } from "../../control/terminal.js";
import { explainCode } from "./describe-system-error.js";

/**
 * Do a command with its results in a file, which is there whole or, when the command fails, as it was.
 * @param path without one, or with `-`, results go where they would
 */
export async function intoFile(
  path: string | undefined,
  terminal: Terminal,
  perform: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  if (path === undefined || path === "-") return perform(terminal);
  const beside = `${path}.${process.pid}.tmp`;
  const file = (await openBeside(path, beside)).createWriteStream({ flush: true });
  const written = finished(file);
  // It is looked at when all is written.
  written.catch(() => {});
  try {
    const status = await perform({ ...terminal, out: file });
    file.end();
    await written;
    if (status === 0) await rename(beside, path);
    return status;
  } finally {
    file.destroy();
    await rm(beside, { force: true });
  }
}

/** Refuse what could not be replaced before there is anything to write. */
async function openBeside(path: string, beside: string): Promise<FileHandle> {
  const there = await stat(path).catch(() => null);
  if (there && !there.isFile()) throw new Conflict(`Cannot write "${path}": it is no regular file`);
  try {
    return await open(beside, "wx");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "its directory is not there" : (explainCode(code) ?? message);
    throw new Conflict(`Cannot write "${path}": ${reason}`, { cause });
  }
}
