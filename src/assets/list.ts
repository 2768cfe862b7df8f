/** Fonts of the pages, which the build copies from packages. The file is named after the family and its characters. */
export const FONTS = [
  "dist/fonts/source-serif-4-latin.woff2",
  "dist/fonts/source-serif-4-latin-ext.woff2",
  "dist/fonts/inter-latin.woff2",
  "dist/fonts/inter-latin-ext.woff2",
] as const;

/** Subsets of the font of pictures, by their characters. */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"] as const;

export type FontSubset = (typeof SUBSETS)[number];

/** Fonts of pictures that the server draws. */
export const PICTURE_FONTS = SUBSETS.map((subset) => `dist/fonts/inter-${subset}.woff2` as const);

/** Parts of the style sheet, in the order in which they are joined: a later rule overrides an earlier one. */
export const STYLES = [
  "src/pages/static/style/tokens.css",
  "src/pages/static/style/base.css",
  "src/pages/static/style/layout.css",
  "src/pages/static/style/hero.css",
  "src/pages/static/style/forms.css",
  "src/pages/static/style/numbers.css",
  "src/pages/static/style/charts.css",
  "src/pages/static/style/lists.css",
  "src/pages/static/style/filters.css",
  "src/pages/static/style/home.css",
  "src/pages/static/style/publish.css",
  "src/pages/static/style/explore.css",
  "src/pages/static/style/search.css",
  "src/pages/static/style/narrow.css",
  "src/pages/static/style/print.css",
] as const;

/**
 * All files of the package that the program reads at run time, by their paths in the package. The single executable
 * contains them under these names, and no others; its `LICENSE` covers everything in it.
 */
export const ASSETS = [
  "package.json",
  "LICENSE",
  "dist/build.json",
  "dist/kernel/kernel.wasm",
  "dist/kernel/kernel.checked.wasm",
  "dist/ingest/csv.wasm",
  "dist/kernel/ids.wasm",
  "dist/kernel/terms.wasm",
  "dist/kernel/texts.wasm",
  "dist/raster/resvg.wasm",
  "dist/fonts/inter.json",
  "dist/favicon.ico",
  "demo/model.json",
  "demo/uk-spending.csv",
  ...STYLES,
  "src/pages/static/chart-tips.js",
  "src/pages/static/quicker.js",
  "src/pages/static/suggest.js",
  "src/pages/static/icon.svg",
  ...new Set([...FONTS, ...PICTURE_FONTS]),
] as const;

/** Programs of worker threads. */
export const WORKERS = [
  "dist/kernel/workers/worker.js",
  "dist/ingest/casting-worker.js",
  "dist/jobs/worker.js",
  "dist/jobs/rollups/worker.js",
  "dist/executors/worker.js",
] as const;

/** Packages with builds of the same native addon for different versions of Node. The first that loads is used. */
export const ADDONS = ["uWebSockets.js", "uWebSockets.js-newer"] as const;

export type Asset = (typeof ASSETS)[number];
export type WorkerProgram = (typeof WORKERS)[number];
export type Addon = (typeof ADDONS)[number];
