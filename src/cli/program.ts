import { Command, CommanderError, InvalidArgumentError } from "commander";
import { UserError } from "../errors/errors.js";
import { dropDataset, listDatasets } from "./dataset.js";
import { exportDataset } from "./export.js";
import { load } from "./load.js";
import { serve } from "./serve.js";
import {
  DATASET_SETTINGS,
  EXPORT_SETTINGS,
  LOAD_SETTINGS,
  makeOption,
  SERVE_SETTINGS,
  type Setting,
  VALIDATE_SETTINGS,
} from "./settings.js";
import { printLine, type Terminal } from "./terminal.js";
import { validate } from "./validate.js";
import { VERSION } from "./version.js";

const REFUSED = 1;
const WRONG_USAGE = 2;

/**
 * Run one command.
 * @returns the exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal = { out: process.stdout, err: process.stderr },
): Promise<number> {
  let status = 0;
  try {
    const program = makeProgram(terminal, environment, (refused) => (status = refused));
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return endUsage(terminal, error);
    if (!(error instanceof UserError) && !isSystemError(error)) throw error;
    const faults = error instanceof UserError ? error.faults : [error.message];
    for (const fault of faults) printLine(terminal.err, `error: ${fault}`);
    return REFUSED;
  }
}

function makeProgram(terminal: Terminal, environment: NodeJS.ProcessEnv, end: (status: number) => void): Command {
  const program = new Command("spendcube")
    .description("Publishes public budgets and spending: exact totals over HTTP from a CSV file and a small model.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
    });
  const add = (parent: Command, usage: string, description: string, settings: readonly Setting[]): Command => {
    const command = parent.command(usage).description(description);
    for (const setting of settings) command.addOption(makeOption(setting, environment));
    return command;
  };
  add(program, "serve", "Serve a data directory over HTTP.", SERVE_SETTINGS).action((options) =>
    serve(terminal, options),
  );
  add(program, "load", "Load rows into a dataset: all of them or none.", LOAD_SETTINGS).action(async (options) =>
    end(await load(terminal, options)),
  );
  add(program, "validate", "Check a model, and rows against it, without loading.", VALIDATE_SETTINGS).action(
    async (options) => end(await validate(terminal, options)),
  );
  add(program, "export <name>", "Write every entry of a dataset.", EXPORT_SETTINGS).action((name, options) =>
    exportDataset(terminal, name, options),
  );
  const dataset = program.command("dataset").description("List and drop datasets.");
  add(dataset, "list", "List the datasets of a data directory.", DATASET_SETTINGS).action((options) =>
    listDatasets(terminal, options),
  );
  add(dataset, "drop <name>", "Remove a dataset with all its entries.", DATASET_SETTINGS).action((name, options) =>
    dropDataset(terminal, name, options),
  );
  return program;
}

/** Help and version that were asked for are no errors. */
function endUsage(terminal: Terminal, error: CommanderError): number {
  if (!error.code.startsWith("commander.")) printLine(terminal.err, error.message);
  else if (error instanceof InvalidArgumentError) printLine(terminal.err, `error: ${error.message}`);
  return error.exitCode === 0 ? 0 : WRONG_USAGE;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}
