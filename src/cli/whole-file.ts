import { open, rename, rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { Terminal } from "../control/terminal.js";

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
  const file = (await open(beside, "wx")).createWriteStream({ flush: true });
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
