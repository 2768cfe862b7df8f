import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listFonts, rangesOf } from "./packages.js";

// Copies files of packages that the program reads into `dist`: the fonts, each with the licence that every copy must
// include, and the renderer of pictures.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

for (const { asset, file, licence } of listFonts()) {
  copy(file, asset);
  copy(licence, asset.replace(/(inter|source-serif-4)-.*$/, "$1.LICENSE"));
}
copy(rangesOf("inter"), "dist/fonts/inter.json");
copy(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm"), "dist/web/raster/resvg.wasm");

function copy(from: string, asset: string): void {
  const to = join(ROOT, asset);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
