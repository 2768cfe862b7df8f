import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of the words of other languages than English, each in a file that is named after it. */
export const LANGUAGES = "src/web/words/languages";

/** Return the path of the words of a language. */
function fileOf(language: string): string {
  return join(ROOT, LANGUAGES, `${language}.json`);
}

/** Read the words of a language, as far as they are there; `null` without any. */
export function readWords(language: string): object | null {
  const file = fileOf(language);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : null;
}

/** Write the words of a language. */
export function writeWords(language: string, words: object): void {
  writeFileSync(fileOf(language), `${JSON.stringify(words, null, 2)}\n`);
}

/** Read the language that a command names. @throws Error if it is none, or English */
export function languageOfArgument(text: string | undefined): string {
  const isCode = text !== undefined && /^[a-z]{2,3}$/.test(text) && text !== "en";
  if (!isCode || Intl.PluralRules.supportedLocalesOf(text).length === 0) {
    throw new Error(`Name a language other than English by its code, as de; not ${text ?? "nothing"}`);
  }
  return text;
}
