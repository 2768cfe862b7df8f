import { writeFileSync } from "node:fs";
import { writeManual } from "./manual.js";

/** Write the manual page: `npm run settings`. */
writeFileSync("man/spendcube.1", writeManual());
