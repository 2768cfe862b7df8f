import { Command, CommanderError } from "commander";
import { readAsset } from "../assets/assets.js";
import type { Terminal } from "../control/terminal.js";
import type { RemoteOptions } from "./commands/load-remotely.js";
import type { Options } from "./commands/run-command.js";
import { readEnvironment } from "./settings/read-environment.js";
import { refuse } from "./terminal/report-error.js";
import { makeOptions, SERVE_SETTINGS, VALIDATE_SETTINGS } from "./settings/settings.js";
import type { Setting } from "./settings/setting.js";
import { localTerminal } from "./terminal/terminal.js";
import { programVersion } from "./terminal/version.js";
import { type CommandName, COMMANDS } from "./commands/commands.js";

/**
 * Run one command.
 * @returns the exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal = localTerminal(process.stdout, process.stderr),
): Promise<number> {
  let status = 0;
  try {
    const program = makeProgram(terminal, environment, (refused) => (status = refused));
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (error) {
    return refuse(terminal, error);
  }
}

function makeProgram(terminal: Terminal, environment: NodeJS.ProcessEnv, end: (status: number) => void): Command {
  const program = new Command("spendcube")
    .description("Publishes public budgets and spending: exact totals over HTTP from a CSV file and a small model.")
    .addHelpText(
      "after",
      `
Begin with: spendcube serve --demo
Every option of a command, and the environment variable that it reads: spendcube COMMAND --help
A command on the data directory of a server that runs is done by that server.`,
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
    });
  answer(program, "-V, --version", "print the version, the commit that it was built from, and Node's", () =>
    terminal.out.write(`${programVersion()}\n`),
  );
  answer(program, "--licences", "print the licence, and of the single executable those of all that is in it", () =>
    terminal.out.write(readAsset("LICENSE")),
  );
  const add = (parent: Command, usage: string, description: string, settings: readonly Setting[]): Command => {
    const command = parent.command(usage).description(description);
    for (const option of settings.flatMap(makeOptions)) command.addOption(option);
    return command.hook("preAction", () => readEnvironment(command, settings, environment));
  };
  const addCommand = (parent: Command, name: CommandName, parameters: string, description: string): void => {
    const usage = `${name.split(" ").at(-1)!} ${parameters}`.trimEnd();
    add(parent, usage, description, COMMANDS[name].settings).action(async (...given: unknown[]) => {
      const [options] = given.slice(-2) as [Options];
      if (name === "load" && options["server"] !== undefined) {
        const { loadRemotely } = await import("./commands/load-remotely.js");
        end(await loadRemotely(terminal, options as unknown as RemoteOptions));
        return;
      }
      const [{ runCommand }, { intoFile }] = await Promise.all([
        import("./commands/run-command.js"),
        import("./terminal/atomic-output.js"),
      ]);
      const work = (terminal: Terminal) => runCommand(name, given.slice(0, -2) as string[], options, terminal);
      end(await intoFile(options.out as string | undefined, terminal, work));
    });
  };
  add(program, "serve", "Serve a data directory over HTTP.", SERVE_SETTINGS).action(async (options) =>
    (await import("./serve/serve.js")).serve(terminal, options),
  );
  addCommand(program, "load", "", "Load rows into a dataset: all of them or none.");
  add(program, "validate", "Check a model, and rows against it, without loading.", VALIDATE_SETTINGS).action(
    async (options) => end(await (await import("./commands/validate.js")).validate(terminal, options)),
  );
  addCommand(program, "export", "<name>", "Write every entry of a dataset.");
  add(program, "openapi", "Print the OpenAPI 3.1 document of the HTTP interface.", []).action(async () =>
    (await import("./commands/openapi.js")).printInterface(terminal),
  );
  const dataset = program.command("dataset").description("List datasets and change what becomes of them.");
  addCommand(dataset, "dataset list", "", "List the datasets of a data directory.");
  addCommand(dataset, "dataset drop", "<name>", "Remove a dataset with all its entries.");
  addCommand(dataset, "dataset publish", "<name>", "Let everybody read a dataset.");
  addCommand(dataset, "dataset retract", "<name>", "Let only its managers and administrators read a dataset.");
  addCommand(dataset, "dataset rollback", "<name>", "Go back to what a dataset held before its last load.");
  addCommand(dataset, "dataset managers", "<name>", "List, add and remove the users who manage a dataset.");
  const user = program.command("user").description("Add users, and change what they sign in with.");
  addCommand(user, "user add", "<name>", "Add a user and print the API key.");
  addCommand(user, "user list", "", "List the users of a data directory.");
  addCommand(user, "user rotate-key", "<name>", "Replace a user's API key and print the new one.");
  addCommand(user, "user set-password", "<name>", "Give a user the password that stands on standard input.");
  addCommand(user, "user remove", "<name>", "Remove a user, who manages nothing any more.");
  addCommand(program, "verify", "", "Read everything in a data directory and check every checksum.");
  return program;
}

/** An option that is answered instead of a command. */
function answer(program: Command, flags: string, description: string, print: () => void): void {
  const option = program.createOption(flags, description);
  program.addOption(option).on(`option:${option.name()}`, () => {
    print();
    throw new CommanderError(0, "commander.answered", "");
  });
}
