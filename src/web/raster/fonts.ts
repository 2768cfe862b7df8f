import { readAsset } from "../../core/assets/assets.js";
import { type FontSubset, PICTURE_FONTS } from "../../core/assets/list.js";

/** A range of code points, both ends included. */
type CodeRange = readonly [first: number, last: number];

let ranges: ReadonlyMap<string, readonly CodeRange[]> | null = null;

/** Formatting characters that have no glyph: they order text, and are drawn by no font. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{Cc}]/gu;

/** True if the fonts of pictures have every letter and digit of a text. */
export function hasGlyphs(text: string): boolean {
  return [...new Set(text.replace(UNSEEN, ""))].every(
    (character) => subsetOf(character) !== null || !/[\p{L}\p{M}\p{N}]/u.test(character),
  );
}

/** Remove the symbols that no font of pictures has, such as emoji: they would be drawn as boxes. */
export function withoutSymbols(text: string): string {
  return [...text.replace(UNSEEN, "")].map((each) => (subsetOf(each) === null ? " " : each)).join("");
}

/** Return the fonts that draw a text: reading each takes time. */
export function fontsFor(text: string): readonly Uint8Array[] {
  const subsets = new Set<string | null>(["latin", ...[...new Set(text)].map(subsetOf)]);
  return PICTURE_FONTS.filter((asset) => subsets.has(subsetOfAsset(asset))).map(readAsset);
}

/** Return the subset of the font that has a character; `null` if none has it. */
function subsetOf(character: string): FontSubset | null {
  const code = character.codePointAt(0)!;
  ranges ??= readRanges();
  const has = (subset: FontSubset): boolean =>
    ranges!.get(subset)?.some(([first, last]) => first <= code && code <= last) ?? false;
  return PICTURE_FONTS.map(subsetOfAsset).find(has) ?? null;
}

function subsetOfAsset(asset: (typeof PICTURE_FONTS)[number]): FontSubset {
  return /inter-([\w-]+)\.woff2$/.exec(asset)![1] as FontSubset;
}

/** Read which characters each subset has, as the font's package says: `U+0100-02BA,U+2020`. */
function readRanges(): ReadonlyMap<string, readonly CodeRange[]> {
  const subsets = JSON.parse(Buffer.from(readAsset("dist/fonts/inter.json")).toString()) as Record<string, string>;
  return new Map(
    Object.entries(subsets).map(([subset, list]) => [
      subset,
      list.split(",").map((range): CodeRange => {
        const [first = "", last = first] = range.replace("U+", "").split("-");
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      }),
    ]),
  );
}
