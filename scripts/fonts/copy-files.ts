import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decompress } from "wawoff2";
import { listFonts } from "./packages.js";

// Copies files of packages that the program reads into `dist`: the fonts, each with the licence that every copy must
// include, and the programs that draw pictures.

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const resolve = createRequire(import.meta.url).resolve;

for (const { asset, file, licence } of listFonts()) {
  if (asset.endsWith(".ttf")) writeFileSync(placeOf(asset), await decompress(readFileSync(file)));
  else copy(file, asset);
  copy(...licence);
}
copy(resolve("@resvg/resvg-wasm/index_bg.wasm"), "dist/web/raster/resvg.wasm");
copy(resolve("harfbuzzjs/dist/harfbuzz.wasm"), "dist/web/raster/harfbuzz.wasm");
copy(join(dirname(resolve("harfbuzzjs/dist/harfbuzz.wasm")), "../LICENSE"), "dist/web/raster/harfbuzz.LICENSE");

function copy(from: string, asset: string): void {
  copyFileSync(from, placeOf(asset));
}

function placeOf(asset: string): string {
  const place = join(ROOT, asset);
  mkdirSync(dirname(place), { recursive: true });
  return place;
}
