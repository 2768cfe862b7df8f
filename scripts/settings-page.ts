import { readFileSync, writeFileSync } from "node:fs";
import { documentErrorCodes } from "./code-list.js";
import { documentSettings } from "./settings-table.js";

/** Write what documents take from tables of the program: `npm run settings`. */
rewrite("docs/settings.md", /(?<=<!-- settings -->\n\n).*(?=\n\n<!-- \/settings -->)/s, documentSettings());
rewrite("docs/errors.md", /(?<=<!-- codes -->\n\n).*(?=\n\n<!-- \/codes -->)/s, documentErrorCodes());

function rewrite(file: string, part: RegExp, text: string): void {
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(part, () => text),
  );
}
