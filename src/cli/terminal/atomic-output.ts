import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { Conflict } from "../../core/errors/errors.js";
import type { Terminal } from "../../process/control/terminal.js";
import { explainCode } from "./explain-system-error.js";

/**
 * Run a command with its output in a file. The file is replaced as a whole, and only if the command succeeds.
 * @param path of the file; if missing or `-`, the output goes to the terminal
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
  // Prevents an unhandled rejection: the promise is awaited only after all is written.
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

/** Open the temporary file. A path that cannot be replaced is refused now, before the command runs. */
async function openBeside(path: string, beside: string): Promise<FileHandle> {
  const existing = await stat(path).catch(() => null);
  if (existing && !existing.isFile())
    throw new Conflict(errorText("file_not_written", { file: path, reason: phraseText("no_regular_file") }));
  try {
    return await open(beside, "wx");
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "its directory does not exist" : (explainCode(code) ?? message);
    throw new Conflict(errorText("file_not_written", { file: path, reason }), { cause });
  }
}
