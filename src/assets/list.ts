/**
 * Everything that the program reads of itself when it runs, by its path in the package. The single executable carries
 * it under these names, and nothing else; its `LICENSE` is that of everything it contains.
 */
export const ASSETS = [
  "package.json",
  "LICENSE",
  "dist/build.json",
  "dist/kernel/kernel.wasm",
  "dist/kernel/kernel.checked.wasm",
  "demo/model.json",
  "demo/uk-spending.csv",
  "src/pages/static/style.css",
  "src/pages/static/quicker.js",
  "src/pages/static/icon.svg",
] as const;

/** Programs of worker threads. */
export const WORKERS = ["dist/kernel/workers/worker.js", "dist/jobs/worker.js", "dist/jobs/rollups/worker.js"] as const;

/** Packages that are a native addon: builds of one, for other versions of Node. The first that loads is used. */
export const ADDONS = ["uWebSockets.js", "uWebSockets.js-newer"] as const;

export type Asset = (typeof ASSETS)[number];
export type WorkerProgram = (typeof WORKERS)[number];
export type Addon = (typeof ADDONS)[number];
