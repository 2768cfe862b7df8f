import { makeProgram } from "#src/cli/program.js";
import {
  type CommandDescription,
  describeCommands,
  type OptionDescription,
} from "#src/cli/commands/describe-commands.js";

/** Write the manual page of the program, in roff with the macros `man`. */
export function writeManual(): string {
  const program = makeProgram({ out: process.stdout, err: process.stderr }, {}, () => {});
  const [own, ...commands] = describeCommands(program);
  const named = commands.filter(({ words }) => words.every(({ summary }) => summary === null));
  return [
    '.TH SPENDCUBE 1 "" spendcube "User Commands"',
    ".SH NAME",
    "spendcube \\- publish public budgets and spending",
    ".SH SYNOPSIS",
    ".B spendcube",
    ".I command",
    "[options]",
    ".SH DESCRIPTION",
    text(own!.summary),
    ".SH OPTIONS",
    ...own!.options.flatMap(describeOption),
    ".SH COMMANDS",
    ...named.flatMap(describeCommand),
    ".SH ENVIRONMENT",
    text("Every option that names a variable can be set by it; the command line wins."),
    ".SH EXIT STATUS",
    ...[
      ["0", "The command succeeded."],
      ["1", "The operation was refused, or failed."],
      ["2", "The command line is wrong."],
    ].flatMap(([status, meaning]) => [".TP", `.B ${status!}`, text(meaning!)]),
    ".SH EXAMPLES",
    ...example("Serve the demo dataset:", "spendcube serve --demo"),
    ".PP",
    ...example(
      "Propose a model for a file, and load both:",
      "spendcube propose data.csv > model.json",
      "spendcube load --metadata model.json --csv data.csv",
    ),
    ".PP",
    ...example("Complete commands in bash:", "source <(spendcube completion bash)"),
    "",
  ].join("\n");
}

function describeCommand({ path, parameters, summary, options }: CommandDescription): readonly string[] {
  return [
    `.SS "${text(`${path} ${parameters}`.trim())}"`,
    text(summary),
    ...options.filter(({ long }) => long !== "--help").flatMap(describeOption),
  ];
}

function describeOption({ flags, summary, choices, preset, variable }: OptionDescription): readonly string[] {
  const facts = [
    ...(choices.length > 0 ? [`One of: ${choices.join(", ")}.`] : []),
    ...(preset === null ? [] : [`Default: ${preset}.`]),
    ...(variable === null ? [] : [`Variable: ${variable}.`]),
  ];
  return [".TP", `.B "${text(flags)}"`, [summary, ...facts].map(text).join("\n.br\n")];
}

function example(title: string, ...lines: readonly string[]): readonly string[] {
  return [title, ".PP", ".nf", ".RS", ...lines.map(text), ".RE", ".fi"];
}

/** Write a text, in which roff sees no command. */
function text(plain: string): string {
  const escaped = plain.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll('"', "\\(dq");
  return escaped.replace(/^(?=['.])/gm, "\\&");
}
