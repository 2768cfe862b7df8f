import { languageOfArgument } from "./words-file.js";
import { exportWords } from "./exported-words.js";

// Prints the words of a language for translators: npm run --silent words:export -- de > de.json

process.stdout.write(`${JSON.stringify(exportWords(languageOfArgument(process.argv[2])), null, 2)}\n`);
