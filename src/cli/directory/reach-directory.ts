import { type Owner, ownDirectory } from "../../process/control/owner.js";
import { awaitEnd, type Peer } from "../../process/control/peer.js";
import type { Terminal } from "../../process/control/terminal.js";
import { printLine } from "../terminal/terminal.js";
import { VERSION } from "../terminal/version.js";

/**
 * Become the owner of a data directory, or connect to the server that owns it. If another command owns it, wait for
 * that command to end.
 * @param serves true if this process will run commands for others
 */
export async function reachDirectory(
  directory: string,
  serves: boolean,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Owner | Peer> {
  for (let reported = 0; ;) {
    const reached = await ownDirectory(directory, { version: VERSION, serves }, signal);
    if (!("greeting" in reached) || reached.greeting.serves) return reached;
    const { pid } = reached.greeting;
    if (pid !== reported) printLine(terminal.err, `waiting for process ${pid}, which is using ${directory}`);
    reported = pid;
    await awaitEnd(reached, signal);
  }
}
