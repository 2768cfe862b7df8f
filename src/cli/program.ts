import { Argument, Command, CommanderError, Option } from "commander";
import { readAsset } from "../core/assets/assets.js";
import type { Terminal } from "../process/control/terminal.js";
import type { RemoteOptions } from "./commands/load-remotely.js";
import type { Options } from "./commands/run-command.js";
import { readEnvironment, refuseUnused } from "./settings/read-environment.js";
import { refuse } from "./terminal/report-error.js";
import { MCP_SETTINGS, PROPOSE_SETTINGS, PUBLISH_FILE_SETTINGS, VALIDATE_SETTINGS } from "./settings/settings.js";
import { SERVE_SETTINGS } from "./settings/serve-settings.js";
import { makeOption } from "./settings/options.js";
import type { Setting } from "./settings/setting.js";
import { languageOfErrors, translateNotes } from "./terminal/language.js";
import { COLOUR_CHOICES, colourNotes, type ColourChoice, wantsColour } from "./terminal/colours.js";
import { refuseMistaken } from "./terminal/mistaken-command.js";
import { localTerminal } from "./terminal/terminal.js";
import { programVersion } from "./terminal/version.js";
import { type CommandName, COMMANDS, type Shell, SHELLS } from "./commands/commands.js";

/**
 * Run one command.
 * @returns the exit status: 0 if it succeeded, 1 if it failed, 2 for wrong usage
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  plain: Terminal = localTerminal(process.stdout, process.stderr),
): Promise<number> {
  let status = 0;
  let choice: ColourChoice = "auto";
  let terminal = colourNotes(plain, () => wantsColour(choice, plain.err, environment));
  try {
    terminal = await translateNotes(terminal, await languageOfErrors(args, environment), args);
    const program = makeProgram(terminal, environment, (ended) => (status = ended));
    program.on("option:color", (when: ColourChoice) => (choice = when));
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (error) {
    return refuse(terminal, error);
  }
}

/**
 * Make the parser of the command line, which runs the commands.
 * @param end receives the exit status of the command that was run
 */
export function makeProgram(
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
  end: (status: number) => void,
): Command {
  const program = new Command("spendcube")
    .description("Publishes public budgets and spending: exact totals over HTTP from a CSV file and a small model.")
    .addHelpText(
      "after",
      `
Start with: spendcube serve --demo
With a file of your own: spendcube publish data.csv, then spendcube serve
For a command's options and their environment variables: spendcube COMMAND --help
While a server uses a data directory, the server itself runs the commands on that directory.`,
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.out.write(text),
      writeErr: (text) => void terminal.err.write(text),
    });
  answer(program, "-V, --version", "print the version, the commit it was built from, and the version of Node", () =>
    terminal.out.write(`${programVersion()}\n`),
  );
  answer(program, "--licences", "print the licence; in the single executable, also those of its components", () =>
    terminal.out.write(readAsset("LICENSE")),
  );
  program.addOption(
    new Option("--color <when>", "colour errors, warnings and hints; NO_COLOR in the environment is heeded, too")
      .choices(COLOUR_CHOICES)
      .default("auto"),
  );
  program.addOption(
    new Option(
      "--lang <code>",
      "language of errors and warnings, such as de; the default is that of LC_ALL, LC_MESSAGES or LANG, or English",
    ),
  );
  const { add, addCommand } = planAdding(terminal, environment, end);
  addFiling(program, { add, addCommand }, terminal, end);
  addInterfaces(program, { add, addCommand }, terminal, end);
  addDatasets(program, addCommand);
  addCollections(program, addCommand);
  addUsers(program, addCommand);
  addShapes(program, addCommand);
  addCommand(
    program,
    "verify",
    "",
    "Read all files in a data directory, and with --engine clickhouse its entries, and check their checksums.",
  );
  for (const parent of [program, ...program.commands.filter(({ commands }) => commands.length > 0)]) {
    refuseMistaken(parent);
  }
  return program;
}

/** Arguments of commands, as they are used most. */
const EXAMPLES = new Map([
  ["serve", "--data /var/lib/spendcube --port 8080"],
  ["validate", "--metadata model.json --csv payments.csv"],
  ["propose", "payments.csv --currency EUR > model.json"],
  ["publish", "payments.csv --name payments --currency EUR"],
  ["export", "payments --format parquet --out payments.parquet"],
  ["mcp", "--server https://money.example"],
  ["load", "--data /var/lib/spendcube --metadata model.json --csv payments.csv"],
]);

/** Adds a command with its settings. */
type Add = (parent: Command, usage: string, description: string, settings: readonly Setting[]) => Command;

/** Adds a command that works on a data directory, or asks the server that has it. */
type AddCommand = (parent: Command, name: CommandName, parameters: string, description: string) => void;

interface Adding {
  readonly add: Add;
  readonly addCommand: AddCommand;
}

function planAdding(terminal: Terminal, environment: NodeJS.ProcessEnv, end: (status: number) => void): Adding {
  const add: Add = (parent, usage, description, settings) => {
    const command = parent.command(usage).description(description);
    const example = parent.parent === null ? EXAMPLES.get(command.name()) : undefined;
    if (example !== undefined) command.addHelpText("after", `\nExample: spendcube ${command.name()} ${example}`);
    for (const option of settings.map(makeOption)) command.addOption(option);
    return command.hook("preAction", () => {
      readEnvironment(command, settings, environment);
      refuseUnused(command, settings);
    });
  };
  const addCommand: AddCommand = (parent, name, parameters, description) => {
    const usage = `${name.split(" ").at(-1)!} ${parameters}`.trimEnd();
    add(parent, usage, description, COMMANDS[name].settings).action(async (...given: unknown[]) => {
      const [options, command] = given.slice(-2) as [Options, Command];
      if (name === "load" && options["server"] !== undefined) {
        const { loadRemotely } = await import("./commands/load-remotely.js");
        end(await loadRemotely(terminal, options as unknown as RemoteOptions));
        return;
      }
      const [{ runCommand }, { intoFile }] = await Promise.all([
        import("./commands/run-command.js"),
        import("./terminal/atomic-output.js"),
      ]);
      const args = given.slice(0, -2).flat() as string[];
      const isNamed = command.getOptionValueSource("data") !== "default";
      const work = (terminal: Terminal) => runCommand(name, args, options, terminal, isNamed);
      end(await intoFile(options.out as string | undefined, terminal, work));
    });
  };
  return { add, addCommand };
}

/** Add the commands that serve, check and load files. */
function addFiling(
  program: Command,
  { add, addCommand }: Adding,
  terminal: Terminal,
  end: (status: number) => void,
): void {
  add(program, "serve", "Serve a data directory over HTTP.", SERVE_SETTINGS).action(async (options) =>
    end(await (await import("./serve/serve-logged.js")).serveLogged(terminal, options)),
  );
  addCommand(program, "load", "", "Load rows into a dataset: all or none of them.");
  add(program, "validate", "Check a model, or rows against a model, without loading.", VALIDATE_SETTINGS).action(
    async (options) => end(await (await import("./commands/validate.js")).validate(terminal, options)),
  );
  add(
    program,
    "propose <file>",
    "Propose a model for a CSV file or a spreadsheet, a local one or a URL.",
    PROPOSE_SETTINGS,
  ).action(async (file, options) =>
    end(await (await import("./commands/propose.js")).proposeFor(terminal, file, options)),
  );
  add(
    program,
    "publish <files...>",
    "Publish files as one dataset: propose a model, ask what is doubtful, check, and load.",
    PUBLISH_FILE_SETTINGS,
  ).action(async (files, options) =>
    end(await (await import("./commands/publish.js")).publishFiles(terminal, files, options)),
  );
  addCommand(program, "export", "<name>", "Write all entries of a dataset.");
}

/** Add the commands for other programs: documents, assistants, shells. */
function addInterfaces(program: Command, { add }: Adding, terminal: Terminal, end: (status: number) => void): void {
  add(program, "openapi", "Print the OpenAPI 3.1 document of the HTTP interface.", []).action(async () =>
    (await import("./commands/openapi.js")).printInterface(terminal),
  );
  add(
    program,
    "mcp",
    "Answer an AI assistant's messages (MCP) on standard input, by asking a server.",
    MCP_SETTINGS,
  ).action(async (options) =>
    end(await (await import("./commands/mcp.js")).passMessages(terminal, process.stdin, options)),
  );
  const shell = new Argument("<shell>", "the shell").choices(SHELLS);
  add(program, "completion", "Print the script by which a shell completes commands and options.", [])
    .addArgument(shell)
    .action(async (name: Shell) => {
      const [{ writeCompletion }, { describeCommands }] = await Promise.all([
        import("./commands/completion.js"),
        import("./commands/describe-commands.js"),
      ]);
      terminal.out.write(writeCompletion(name, program.name(), describeCommands(program)));
    });
}

function addDatasets(program: Command, addCommand: AddCommand): void {
  const dataset = program.command("dataset").description("List and manage datasets.");
  addCommand(dataset, "dataset list", "", "List the datasets of a data directory.");
  addCommand(dataset, "dataset drop", "<name>", "Delete a dataset with all its entries.");
  addCommand(dataset, "dataset publish", "<name>", "Let everyone read a dataset.");
  addCommand(dataset, "dataset retract", "<name>", "Let only administrators and a dataset's managers read it.");
  addCommand(
    dataset,
    "dataset rollback",
    "<name>",
    "Restore a dataset as it was before its last load; for NAME@3, as of version 3.",
  );
  addCommand(dataset, "dataset model", "<name>", "Print the model of a dataset, for files that are to be added to it.");
  addCommand(dataset, "dataset versions", "<name>", "List the versions of a dataset.");
  addCommand(
    dataset,
    "dataset note",
    "<version> [text]",
    "Write a note on a version, as NAME@3; without a text, remove it.",
  );
  addCommand(
    dataset,
    "dataset purge",
    "<versions...>",
    "Remove all data of earlier versions for good, as NAME@3; their numbers and totals stay in the list.",
  );
  addCommand(dataset, "dataset managers", "<name>", "List, add and remove the managers of a dataset.");
}

function addCollections(program: Command, addCommand: AddCommand): void {
  const collection = program
    .command("collection")
    .description("Add, change, list and drop collections: names for several datasets.");
  addCommand(collection, "collection add", "<name>", "Name several datasets, or those that meet a rule.");
  addCommand(
    collection,
    "collection change",
    "<name>",
    "Change parts of a collection, or its name; an empty text removes a part.",
  );
  addCommand(collection, "collection list", "", "List the collections of a data directory.");
  addCommand(collection, "collection drop", "<name>", "Drop a collection; its datasets stay.");
}

function addUsers(program: Command, addCommand: AddCommand): void {
  const user = program.command("user").description("Add, list and remove users, and change their keys and passwords.");
  addCommand(user, "user add", "<name>", "Add a user and print the user's API key.");
  addCommand(user, "user list", "", "List the users of a data directory.");
  addCommand(user, "user rotate-key", "<name>", "Replace a user's API key and print the new one.");
  addCommand(
    user,
    "user set-password",
    "<name>",
    "Set a user's password: prompt for it, or read it from standard input.",
  );
  addCommand(user, "user remove", "<name>", "Remove a user, also from the managers of all datasets.");
}

function addShapes(program: Command, addCommand: AddCommand): void {
  const shapes = program.command("shapes").description("Add, list and remove shapes of places, for maps.");
  addCommand(
    shapes,
    "shapes add",
    "<name> <file>",
    "Add the shapes of a GeoJSON or TopoJSON file, or replace those of a name.",
  );
  addCommand(shapes, "shapes list", "", "List the shapes of a data directory.");
  addCommand(shapes, "shapes drop", "<name>", "Remove shapes; maps of them become bars.");
}

/** Add an option that prints something instead of running a command. */
function answer(program: Command, flags: string, description: string, print: () => void): void {
  const option = program.createOption(flags, description);
  program.addOption(option).on(`option:${option.name()}`, () => {
    print();
    throw new CommanderError(0, "commander.answered", "");
  });
}
