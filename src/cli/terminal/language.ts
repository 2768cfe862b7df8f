import { CommanderError } from "commander";
import type { Terminal } from "../../process/control/terminal.js";
import { wrapErrors } from "./wrap-errors.js";

/** Matches a line that says what is wrong, or what was found in a file. */
const SAID = /^(error|warning|rejected|note|repair|repaired|suggestion|accepted): (.*)$/gm;

/** Lines that say what is wrong. */
const WRONG: ReadonlySet<string> = new Set(["error", "warning", "rejected"]);

/**
 * Return a terminal that says errors, warnings and findings in a language, as far as they are translated, also those of a command
 * that a server runs. The words before the colon stay: programs look for them.
 * @param language tag of a language that has words; `null` for English
 * Cost: nothing for English; otherwise the words of the language are read.
 */
export async function translateNotes(terminal: Terminal, language: string | null): Promise<Terminal> {
  if (language === null) return terminal;
  const { sayError } = await import("../../web/words/say-error.js");
  const { sayOffer, sayQuestion } = await import("../../web/words/say-offer.js");
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
  const speaking = wrapErrors(terminal, (text) =>
    text.replaceAll(
      SAID,
      (_, kind: string, sentence: string) =>
        `${kind}: ${(WRONG.has(kind) ? null : sayOffer(sentence, language, writing)) ?? say(sentence)}`,
    ),
  );
  return { ...speaking, say: (sentence) => sayQuestion(sentence, language, writing) };
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
  for (const [at, arg] of args.entries()) {
    if (arg === "--lang") return args[at + 1] ?? null;
    if (arg.startsWith("--lang=")) return arg.slice("--lang=".length);
    // The value of another option of the program, or its command.
    if (!arg.startsWith("-") && args[at - 1] !== "--color") return null;
  }
  return null;
}

/** Read the language of messages as POSIX has it: the first variable that is set. `C` and `POSIX` are English. */
function languageOfEnvironment(environment: NodeJS.ProcessEnv): string | null {
  const set = environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || "C";
  const [locale = ""] = set.split(/[.@]/, 1);
  return locale === "C" || locale === "POSIX" ? null : locale;
}
