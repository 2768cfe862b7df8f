import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WORD_FILES } from "#src/core/assets/list.js";
import { checkWords } from "./check-words.js";
import type { ErrorWords } from "#src/web/words/languages.js";
import { LANGUAGES } from "./words-file.js";

// Writes the words of the languages for the program, which offers those that are complete.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const written: string[] = [];

rmSync(join(ROOT, WORD_FILES), { recursive: true, force: true });
mkdirSync(join(ROOT, WORD_FILES), { recursive: true });
for (const file of readdirSync(join(ROOT, LANGUAGES))
  .filter((each) => each.endsWith(".json"))
  .toSorted()) {
  const language = basename(file, ".json");
  const words: unknown = JSON.parse(readFileSync(join(ROOT, LANGUAGES, file), "utf8"));
  const errors = checkWords(words, language);
  if (errors.length > 0) {
    const [first, ...more] = errors;
    process.stderr.write(
      `${LANGUAGES}/${file} is left out: ${first}${more.length > 0 ? `; ${more.length} more` : ""}\n`,
    );
    continue;
  }
  // Errors are read when one is said.
  const { errors: errorTexts = {}, phrases = {}, ...pages } = words as ErrorWords;
  writeFileSync(join(ROOT, WORD_FILES, file), JSON.stringify(pages));
  writeFileSync(join(ROOT, WORD_FILES, `errors-${language}.json`), JSON.stringify({ errors: errorTexts, phrases }));
  written.push(language);
}
writeFileSync(join(ROOT, WORD_FILES, "languages.json"), JSON.stringify(written));
