import { CommanderError } from "commander";
import type { Terminal } from "../../process/control/terminal.js";
import { wrapErrors, wrapStream } from "./wrap-errors.js";

/** Matches a line: its word before the colon, if it has one, or spaces, and its sentence. */
const LINE = /^(?:(error|warning|rejected|note|hint|repair|repaired|suggestion|accepted|series|control): | +)?(.+)$/gm;

/** Lines that say what is wrong. */
const WRONG: ReadonlySet<string> = new Set(["error", "warning", "rejected"]);

/** Commands whose results are sentences; those of others are data. */
const SPEAKING: ReadonlySet<string> = new Set(["load", "publish", "validate", "verify"]);

/**
 * Return a terminal that says errors, warnings, findings and results in a language, as far as they are translated, also those
 * of a command that a server runs. The words before the colon stay: programs look for them.
 * @param language tag of a language that has words; `null` for English
 * @param args of the program: the results of commands that give data stay
 * Cost: nothing for English; otherwise the words of the language are read.
 */
export async function translateNotes(
  terminal: Terminal,
  language: string | null,
  args: readonly string[],
): Promise<Terminal> {
  if (language === null) return terminal;
  const { sayError } = await import("../../web/words/say-error.js");
  const { sayOffer, sayQuestion } = await import("../../web/words/say-offer.js");
  const { sayControl, sayResult } = await import("../../web/words/say-result.js");
  const writing = {
    count: (n: number) => n.toLocaleString(language),
    amount: (decimal: string) => writeDecimal(language, decimal),
    list: (parts: readonly string[], joined: "and" | "or") =>
      new Intl.ListFormat(language, { type: joined === "and" ? "conjunction" : "disjunction" }).format(parts),
  };
  const say = (sentence: string): string =>
    sayError(sentence, language, writing)
      .map(({ text }) => text)
      .join("");
  const translate = (text: string, isResult: boolean): string =>
    text.replaceAll(LINE, (line: string, kind: string | undefined, sentence: string) => {
      const begin = line.slice(0, line.length - sentence.length);
      if (kind === "control") return begin + sayControl(sentence, language, writing);
      if (kind === undefined) return begin + sayResult(sentence, language, writing, isResult);
      return begin + ((WRONG.has(kind) ? null : sayOffer(sentence, language, writing)) ?? say(sentence));
    });
  const isSpeaking = SPEAKING.has(commandIn(args) ?? "") && !args.includes("--json");
  return {
    ...wrapErrors(terminal, (text) => translate(text, false)),
    out: isSpeaking ? wrapStream(terminal.out, (text) => translate(text, true)) : terminal.out,
    say: (sentence) => sayQuestion(sentence, language, writing),
    oneOf: (values) => writing.list(values, "or"),
  };
}

/** Write a decimal with all its digits, as many as it has. */
function writeDecimal(language: string, decimal: string): string {
  const digits = decimal.split(".")[1]?.length ?? 0;
  // Texts are written exactly, other than numbers.
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    decimal as `${number}`,
  );
}

/**
 * Return the language of errors: that of `--lang`, otherwise that of the environment if it has words.
 * @returns `null` for English
 * @throws CommanderError if `--lang` names a language without words
 */
export async function languageOfErrors(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const named = readOption(args);
  const tag = named ?? languageOfEnvironment(environment);
  if (tag === null || /^en\b/i.test(tag)) return null;
  const { codeOfWords, listLanguages, speakableTag } = await import("../../web/words/languages.js");
  const spoken = speakableTag(tag);
  if (spoken !== null && codeOfWords(spoken) !== "en") return spoken;
  if (named === null || spoken !== null) return null;
  const known = listLanguages().join(", ");
  throw new CommanderError(
    2,
    "spendcube.unknownLanguage",
    `error: --lang: there are no words in "${named}"; known: ${known}`,
  );
}

/** Read `--lang` wherever it stands before the command. */
function readOption(args: readonly string[]): string | null {
  for (const [at, arg] of args.slice(0, placeOfCommand(args)).entries()) {
    if (arg === "--lang") return args[at + 1] ?? null;
    if (arg.startsWith("--lang=")) return arg.slice("--lang=".length);
  }
  return null;
}

/** Return the command that is run. */
function commandIn(args: readonly string[]): string | undefined {
  return args[placeOfCommand(args)];
}

/** Find the first argument that is neither an option of the program nor the value of one; their number without any. */
function placeOfCommand(args: readonly string[]): number {
  const at = args.findIndex((arg, at) => !arg.startsWith("-") && !VALUED.has(args[at - 1] ?? ""));
  return at < 0 ? args.length : at;
}

/** Options of the program that a value follows. */
const VALUED: ReadonlySet<string> = new Set(["--color", "--lang"]);

/** Read the language of messages as POSIX has it: the first variable that is set. `C` and `POSIX` are English. */
function languageOfEnvironment(environment: NodeJS.ProcessEnv): string | null {
  const set = environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || "C";
  const [locale = ""] = set.split(/[.@]/, 1);
  return locale === "C" || locale === "POSIX" ? null : locale;
}
