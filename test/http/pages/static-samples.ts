import { readStaticFiles } from "#src/web/pages/parts/static-files.js";

/** Paths of a static file of each format. */
export const STATIC_SAMPLES = (["style.css", "quicker.js", "icon.svg", "inter-latin.woff2"] as const).map(
  readStaticFiles().pathOf,
);
