import { readFileSync, writeFileSync } from "node:fs";
import { documentSettings } from "./settings-table.js";

const FILE = "docs/settings.md";
const TABLE = /(?<=<!-- settings -->\n\n).*(?=\n\n<!-- \/settings -->)/s;

/** Write the table of settings into its document: `npm run settings`. */
writeFileSync(
  FILE,
  readFileSync(FILE, "utf8").replace(TABLE, () => documentSettings()),
);
