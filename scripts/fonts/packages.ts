import { createRequire } from "node:module";
import { dirname } from "node:path";
import { FONTS, PICTURE_FONTS } from "#src/core/assets/list.js";

const require = createRequire(import.meta.url);

/** A font file of a package, and the asset that is its copy. */
export interface FontSource {
  readonly asset: string;
  readonly file: string;
  /** Licence of the package, and the copy of it. */
  readonly licence: readonly [file: string, asset: string];
}

/** List the font files of the program with the packages they come from. @throws if a package is not installed */
export function listFonts(): readonly FontSource[] {
  return [...FONTS, ...PICTURE_FONTS].map((asset) => {
    const [, family, subset] = /([\w-]+)-((?:latin|cyrillic|greek|vietnamese|hebrew|arabic)(?:-ext)?)\.\w+$/.exec(
      asset,
    )!;
    const root = dirname(require.resolve(`@fontsource-variable/${family}/package.json`));
    return {
      asset,
      file: `${root}/files/${family}-${subset}-wght-normal.woff2`,
      licence: [`${root}/LICENSE`, `dist/fonts/${family}.LICENSE`],
    };
  });
}
