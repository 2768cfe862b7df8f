import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findCommit } from "./find-commit.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

writeFileSync(fileURLToPath(new URL("../build.json", import.meta.url)), `${JSON.stringify(findCommit(ROOT))}\n`);
