import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findCommit } from "./find-commit.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

writeFileSync(`${ROOT}dist/build.json`, `${JSON.stringify(findCommit(ROOT))}\n`);
