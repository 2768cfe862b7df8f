import { type Owner, ownDirectory } from "../../control/owner.js";
import { awaitEnd, type Peer } from "../../control/peer.js";
import type { Terminal } from "../../control/terminal.js";
import { printLine } from "../terminal/terminal.js";
import { VERSION } from "../terminal/version.js";

/**
 * Own a data directory, or be connected to the server that does. A command that owns it meanwhile is waited for.
 * @param serves whether this process will do commands for others
 */
export async function reachDirectory(
  directory: string,
  serves: boolean,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Owner | Peer> {
  for (let told = 0; ;) {
    const reached = await ownDirectory(directory, { version: VERSION, serves }, signal);
    if (!("greeting" in reached) || reached.greeting.serves) return reached;
    const { pid } = reached.greeting;
    if (pid !== told) printLine(terminal.err, `waiting for process ${pid}, which works on ${directory}`);
    told = pid;
    await awaitEnd(reached, signal);
  }
}
