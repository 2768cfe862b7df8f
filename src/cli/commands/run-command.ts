import { existsSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { askOwner } from "../../process/control/ask-owner.js";
import type { Peer } from "../../process/control/peer.js";
import type { Terminal } from "../../process/control/terminal.js";
import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { Conflict, NotFound } from "../../core/errors/errors.js";
import { parseAddress } from "../../sources/ingest/fetch/address.js";
import { confirm } from "../terminal/confirm.js";
import { untilInterrupted } from "../terminal/interrupt.js";
import { readPassword } from "../terminal/read-password.js";
import { reachDirectory } from "../directory/reach-directory.js";
import { optionName } from "../settings/options.js";
import type { Setting } from "../settings/setting.js";
import { VERSION } from "../terminal/version.js";
import { printLine, printNote } from "../terminal/terminal.js";
import { type CommandRun, type CommandName, COMMANDS } from "./commands.js";
import type { Call } from "./call.js";
import { readClusterOptions } from "../directory/cluster-options.js";
import { withWorkplace } from "../directory/data-directory.js";

const REFUSED = 1;

/** Options of a command as given, with the data directory. */
export type Options = Readonly<Record<string, unknown>> & { readonly data: string };

/**
 * Run a command on a data directory: in the server that owns it, or in this process as its owner.
 * @param isNamed false if `data` is the preset, which the user did not name
 * @returns the exit status
 */
export async function runCommand(
  name: CommandName,
  given: readonly string[],
  { data, ...rest }: Options,
  terminal: Terminal,
  isNamed = true,
): Promise<number> {
  const command: CommandRun = COMMANDS[name];
  const args = given.map((arg, at) => (at === command.pathAt ? resolve(arg) : arg));
  const options = resolvePaths(command.settings, rest);
  const isCreated = command.creates === "named" ? isNamed || rest["create"] === true : command.creates;
  if (!isCreated && !existsSync(data)) {
    const remedy = command.creates === "named" ? phraseText("or_create_directory") : "";
    throw new NotFound(errorText("no_data_directory", { directory: data, remedy }));
  }
  return untilInterrupted(async (signal) => {
    let typed: Pick<Call, "input"> = {};
    const runWith = (more: object): Promise<number> =>
      runReached(name, data, { args, options: { ...options, ...more }, ...typed, terminal, signal });
    if (asksAtTerminal(command, options, terminal)) {
      const refused = await runWith({ looks: true });
      if (refused !== 0) return refused;
      if (!(await confirm(command.question!(args), process.stdin, terminal.err, signal))) {
        printLine(terminal.err, "nothing was changed");
        return REFUSED;
      }
    }
    if (command.readsPassword?.(options)) typed = { input: await readPassword(process.stdin, terminal.err, signal) };
    return runWith({});
  });
}

/** Run a command in the server that owns a data directory, or in this process as its owner. */
async function runReached(
  name: CommandName,
  data: string,
  call: Omit<Call<Omit<Options, "data">>, "place">,
): Promise<number> {
  const command: CommandRun = COMMANDS[name];
  const { terminal, signal, options } = call;
  const isNew = command.notesNew && holdsNothing(data);
  for (;;) {
    const reached = await reachDirectory(data, false, terminal, signal);
    if (!("greeting" in reached)) {
      try {
        const status = await runHere(command, data, call);
        if (isNew && status === 0) noteNew(terminal, data, options["create"] === true);
        return status;
      } finally {
        await reached.release();
      }
    }
    refuseOtherVersion(reached, data);
    const { args, input } = call;
    const typed = input === undefined ? {} : { input };
    const request = { command: name, args, options, ...typed, watched: terminal.showProgress !== undefined };
    const status = await askOwner(reached, request, terminal, signal);
    if (status !== null) return status;
  }
}

/** True if a command asks a person at the terminal of this process whether to run. */
function asksAtTerminal({ question }: CommandRun, { yes }: { readonly yes?: boolean }, { err }: Terminal): boolean {
  return question !== undefined && !yes && process.stdin.isTTY && err.isTTY === true;
}

function holdsNothing(directory: string): boolean {
  return !existsSync(directory) || (statSync(directory).isDirectory() && readdirSync(directory).length === 0);
}

function noteNew({ err }: Terminal, directory: string, isMeant: boolean): void {
  const remedy = isMeant ? "" : phraseText("name_other_directory");
  printNote(err, "note", phraseText("directory_is_new", { directory: resolve(directory), remedy }));
}

function runHere(command: CommandRun, directory: string, call: Omit<Call<object>, "place">): Promise<number> {
  const warn = (reason: string): void => printNote(call.terminal.err, "warning", reason);
  const cluster = readClusterOptions(call.options);
  return withWorkplace(directory, { threads: 1, cluster }, warn, (place) => command.run({ ...call, place } as Call));
}

/** Make paths absolute: the server that runs the command may have another working directory. */
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
  throw new Conflict(
    errorText("served_by_other_version", { directory, process: greeting.pid, version: greeting.version, own: VERSION }),
  );
}
