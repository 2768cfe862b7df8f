import type { Command, Help, Option } from "commander";

/** A command as manuals and shells know it. */
export interface CommandDescription {
  /** Words after the program's name, such as `dataset list`; empty for the program itself. */
  readonly path: string;
  readonly summary: string;
  /** Parameters as in its usage, such as `<name> [text]`. */
  readonly parameters: string;
  /** The next words that there are: names of its commands, or values of its parameter; none if any text can follow. */
  readonly words: readonly NextWord[];
  readonly options: readonly OptionDescription[];
}

export interface NextWord {
  readonly word: string;
  /** `null` for a value. */
  readonly summary: string | null;
}

export interface OptionDescription {
  /** As in a usage, such as `-h, --help` or `--data <dir>`. */
  readonly flags: string;
  /** Such as `--data`, and `-h` or `null`. */
  readonly long: string;
  readonly short: string | null;
  readonly takesValue: boolean;
  /** The values that it can have; none if it takes any text. */
  readonly choices: readonly string[];
  /** Text without the environment variable. */
  readonly summary: string;
  readonly variable: string | null;
  readonly preset: string | null;
}

/** Describe a program and its commands, in the order of its help: a command before those within it. */
export function describeCommands(program: Command): readonly CommandDescription[] {
  return describe(program, "", program.createHelp());
}

function describe(command: Command, path: string, help: Help): readonly CommandDescription[] {
  const within = help.visibleCommands(command).filter((each) => each.name() !== "help");
  const parameters = help.visibleArguments(command);
  const own: CommandDescription = {
    path,
    summary: command.description(),
    parameters: command.usage().replace(/^\[options\] ?/, ""),
    words: [
      ...within.map((each) => ({ word: each.name(), summary: each.description() })),
      ...(parameters[0]?.argChoices ?? []).map((word) => ({ word, summary: null })),
    ],
    options: help.visibleOptions(command).map(describeOption),
  };
  return [own, ...within.flatMap((each) => describe(each, `${path} ${each.name()}`.trim(), help))];
}

function describeOption({
  flags,
  long,
  short,
  required,
  optional,
  argChoices,
  description,
  defaultValue,
}: Option): OptionDescription {
  const [, summary = description, variable = null] = /^(.*) \(env: (\w+)\)$/s.exec(description) ?? [];
  return {
    flags,
    long: long!,
    short: short ?? null,
    takesValue: required || optional,
    choices: argChoices ?? [],
    summary,
    variable,
    preset: defaultValue === undefined ? null : String(defaultValue),
  };
}
