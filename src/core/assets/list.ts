/** Fonts of the pages, which the build copies from packages. The file is named after the family and its characters. */
export const FONTS = [
  "dist/fonts/source-serif-4-latin.woff2",
  "dist/fonts/source-serif-4-latin-ext.woff2",
  "dist/fonts/inter-latin.woff2",
  "dist/fonts/inter-latin-ext.woff2",
] as const;

/** Fonts of pictures that the server draws, unpacked; a character is drawn with the first that has it. */
export const PICTURE_FONTS = [
  "dist/fonts/inter-latin.ttf",
  "dist/fonts/inter-latin-ext.ttf",
  "dist/fonts/inter-cyrillic.ttf",
  "dist/fonts/inter-cyrillic-ext.ttf",
  "dist/fonts/inter-greek.ttf",
  "dist/fonts/inter-greek-ext.ttf",
  "dist/fonts/inter-vietnamese.ttf",
  "dist/fonts/noto-sans-hebrew-hebrew.ttf",
  "dist/fonts/noto-sans-arabic-arabic.ttf",
] as const;

/** Parts of the style sheet, in the order in which they are joined: a later rule overrides an earlier one. */
export const STYLES = [
  "src/web/pages/static/style/tokens.css",
  "src/web/pages/static/style/base.css",
  "src/web/pages/static/style/layout.css",
  "src/web/pages/static/style/hero.css",
  "src/web/pages/static/style/forms.css",
  "src/web/pages/static/style/numbers.css",
  "src/web/pages/static/style/charts.css",
  "src/web/pages/static/style/lists.css",
  "src/web/pages/static/style/filters.css",
  "src/web/pages/static/style/home.css",
  "src/web/pages/static/style/publish.css",
  "src/web/pages/static/style/explore.css",
  "src/web/pages/static/style/rows.css",
  "src/web/pages/static/style/chart-choice.css",
  "src/web/pages/static/style/search.css",
  "src/web/pages/static/style/narrow.css",
  "src/web/pages/static/style/print.css",
] as const;

/** Folder of the words of pages in other languages than English. */
export const WORD_FILES = "dist/words";

/**
 * All files of the package that the program reads at run time, by their paths in the package. The single executable
 * contains them under these names, and no others; its `LICENSE` covers everything in it.
 */
export const ASSETS = [
  "package.json",
  "LICENSE",
  "dist/build.json",
  "dist/engines/kernel/kernel.wasm",
  "dist/engines/kernel/kernel.checked.wasm",
  "dist/sources/ingest/csv.wasm",
  "dist/engines/kernel/ids.wasm",
  "dist/engines/kernel/terms.wasm",
  "dist/web/raster/resvg.wasm",
  "dist/web/raster/harfbuzz.wasm",
  "dist/documents.json",
  `${WORD_FILES}/languages.json`,
  "dist/favicon.ico",
  "demo/model.json",
  "demo/uk-spending.csv",
  "demo/uk-gdp-deflator-hmt-fy/model.json",
  "demo/uk-gdp-deflator-hmt-fy/data.csv",
  "demo/uk-population/model.json",
  "demo/uk-population/data.csv",
  "demo/shapes/uk-nuts1.geojson",
  ...STYLES,
  "src/web/pages/static/chart-tips.js",
  "src/web/pages/static/quicker.js",
  "src/web/pages/static/suggest.js",
  "src/web/pages/static/icon.svg",
  ...FONTS,
  ...PICTURE_FONTS,
] as const;

/** Programs of worker threads. */
export const WORKERS = [
  "dist/engines/kernel/workers/worker.js",
  "dist/process/jobs/worker.js",
  "dist/process/jobs/rollups/worker.js",
  "dist/process/jobs/second-thread/worker.js",
  "dist/process/executors/worker.js",
] as const;

/** Packages with builds of the same native addon for different versions of Node. The first that loads is used. */
export const ADDONS = ["uWebSockets.js", "uWebSockets.js-newer"] as const;

/** The program of the command line, which `dist/cli.js` runs. */
export const MAIN = "dist/cli/program.js";

/** The words of a language are an asset, too, if `languages.json` lists it. */
export type Asset = (typeof ASSETS)[number] | `${typeof WORD_FILES}/${string}.json`;
export type WorkerProgram = (typeof WORKERS)[number];
export type BundledProgram = WorkerProgram | typeof MAIN;
export type Addon = (typeof ADDONS)[number];
