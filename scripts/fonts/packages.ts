import { createRequire } from "node:module";
import { dirname } from "node:path";
import { FONTS, PICTURE_FONTS } from "#src/core/assets/list.js";

const require = createRequire(import.meta.url);

/** A font file of a package, and the asset that is its copy. */
export interface FontSource {
  readonly asset: string;
  readonly file: string;
  /** Licence of the package. */
  readonly licence: string;
}

/** List the font files of the program with the packages they come from. @throws if a package is not installed */
export function listFonts(): readonly FontSource[] {
  return [...new Set<string>([...FONTS, ...PICTURE_FONTS])].map((asset) => {
    const [, family = "", subset] = /([\w-]+?)-((?:latin|cyrillic|greek|vietnamese)(?:-ext)?)\.woff2$/.exec(asset)!;
    const root = rootOf(family);
    return { asset, file: `${root}/files/${family}-${subset}-wght-normal.woff2`, licence: `${root}/LICENSE` };
  });
}

/** Return the file that says which characters each subset of a family has. */
export function rangesOf(family: string): string {
  return `${rootOf(family)}/unicode.json`;
}

function rootOf(family: string): string {
  return dirname(require.resolve(`@fontsource-variable/${family}/package.json`));
}
