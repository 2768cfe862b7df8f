import { readFileSync } from "node:fs";
import { checkWords } from "./check-words.js";
import type { ExportedWords } from "./exported-words.js";
import { importWords } from "./imported-words.js";
import { LANGUAGES, languageOfArgument, writeWords } from "./words-file.js";

// Takes a file of words that translators have filled in: npm run words:import -- de.json

const exported = JSON.parse(readFileSync(process.argv[2] ?? "/dev/stdin", "utf8")) as ExportedWords;
const language = languageOfArgument(exported.language);
const words = importWords(exported);
const errors = checkWords(words, language);
writeWords(language, words);
for (const error of errors) process.stderr.write(`${error}\n`);
process.stderr.write(
  errors.length === 0
    ? `${LANGUAGES}/${language}.json is complete; the next build offers the language\n`
    : `${LANGUAGES}/${language}.json is written, but not offered yet: ${errors.length} texts are missing or wrong\n`,
);
process.exitCode = errors.length === 0 ? 0 : 1;
