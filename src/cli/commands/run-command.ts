import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { askOwner } from "../../control/ask-owner.js";
import type { Peer } from "../../control/peer.js";
import type { Terminal } from "../../control/terminal.js";
import { Conflict } from "../../errors/errors.js";
import { parseAddress } from "../../ingest/fetch/address.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { readPassword } from "../terminal/read-password.js";
import { reachDirectory } from "../directory/reach-directory.js";
import { optionName } from "../settings/settings.js";
import type { Setting } from "../settings/setting.js";
import { VERSION } from "../terminal/version.js";
import { printLine } from "../terminal/terminal.js";
import { type CommandRun, type CommandName, COMMANDS } from "./commands.js";
import type { Call } from "./call.js";
import { withWorkplace } from "../directory/data-directory.js";

/** The options of a command as they were given; the data directory is among them. */
export type Options = Readonly<Record<string, unknown>> & { readonly data: string };

/**
 * Do a command on a data directory: through the server that owns it, or as its owner.
 * @returns the exit status
 */
export async function runCommand(
  name: CommandName,
  args: readonly string[],
  { data, ...rest }: Options,
  terminal: Terminal,
): Promise<number> {
  const work: CommandRun = COMMANDS[name];
  const options = resolvePaths(work.settings, rest);
  return untilInterrupted(async (signal) => {
    const given = work.readsPassword?.(options)
      ? { input: await readPassword(process.stdin, terminal.err, signal) }
      : {};
    const call = { args, options, ...given, terminal, signal };
    if (!work.creates && !existsSync(data)) return performHere(work, data, call);
    for (;;) {
      const reached = await reachDirectory(data, false, terminal, signal);
      if (!("greeting" in reached)) {
        try {
          return await performHere(work, data, call);
        } finally {
          await reached.release();
        }
      }
      refuseOtherVersion(reached, data);
      const request = { command: name, args, options, ...given, watched: terminal.showProgress !== undefined };
      const status = await askOwner(reached, request, terminal, signal);
      if (status !== null) return status;
    }
  });
}

function performHere(work: CommandRun, directory: string, call: Omit<Call<object>, "place">): Promise<number> {
  const warn = (reason: string): void => printLine(call.terminal.err, `warning: ${reason}`);
  return withWorkplace(directory, { threads: 1 }, warn, (place) => work.run({ ...call, place } as Call));
}

/** Paths mean what they mean where the command was typed, wherever it is done. */
function resolvePaths(settings: readonly Setting[], options: Omit<Options, "data">): Omit<Options, "data"> {
  const resolved = settings.map((setting): [string, unknown] => {
    const given = options[optionName(setting)];
    const isPath = setting.type === "address" && typeof given === "string" && parseAddress(given).kind === "file";
    return [optionName(setting), isPath ? resolve(given) : given];
  });
  return Object.fromEntries(resolved.filter(([name, value]) => name !== "data" && value !== undefined));
}

function refuseOtherVersion({ greeting, socket }: Peer, directory: string): void {
  if (greeting.version === VERSION) return;
  socket.destroy();
  const remedy = "use that version, or end that process";
  throw new Conflict(
    `${directory} is served by process ${greeting.pid} with spendcube ${greeting.version}, and this is ${VERSION}; ${remedy}`,
  );
}
