import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFonts } from "./packages.js";

// Copies the fonts of the pages into `dist`, each with the licence that every copy must include.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

for (const { asset, file, licence } of listFonts()) {
  const copy = join(ROOT, asset);
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(file, copy);
  copyFileSync(licence, copy.replace(/-latin.*$/, ".LICENSE"));
}
