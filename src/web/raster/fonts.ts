import { readFileSync } from "node:fs";
import { readAsset } from "../../core/assets/assets.js";
import { PICTURE_FONTS } from "../../core/assets/list.js";
import { type FaceFacts, hasCode, readFaces } from "./open-type.js";
import { type FontFile, readFontFile } from "./system-fonts.js";

/** A face that pictures are drawn with. */
export interface PictureFace extends FaceFacts {
  /** File of its font, or asset of the program. */
  readonly path: string;
  /** True if it has all weights; others have their own. */
  readonly isVariable: boolean;
  /** Read the font. */
  readonly read: () => Uint8Array;
}

/** Formatting characters that have no glyph: they order or join letters, and are drawn by no font. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\p{VS}\p{Cc}]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Characters of which Chinese, Japanese and Korean fonts have different forms. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** Weight from which on letters are bold. */
export const BOLD = 600;

let shipped: readonly PictureFace[] | null = null;
let files: readonly FontFile[] = [];
let installed: readonly PictureFace[] | null = null;

/** Use fonts of the system in this thread for letters that the program's own fonts lack. They are read when one is needed. */
export function useSystemFonts(found: readonly FontFile[]): void {
  files = found;
  installed = null;
}

/** True if the fonts of pictures have every letter and digit of a text. */
export function hasGlyphs(text: string): boolean {
  return [...new Set(text.normalize("NFC"))].every(
    (character) => isUnseen(character) || faceOf(character, "") !== null || !LETTER.test(character),
  );
}

/** True if the program's own fonts have a character, or it is no letter or digit. */
export function isDrawn(character: string): boolean {
  return ownFaceOf(character) !== null || !LETTER.test(character);
}

/** True for characters that are not drawn. */
export function isUnseen(character: string): boolean {
  return UNSEEN.test(character);
}

/**
 * Return the face to draw a character with; `null` if no font has it.
 * @param language tag of its text: `ja` is not drawn with Chinese forms
 */
export function faceOf(character: string, language: string): PictureFace | null {
  const own = ownFaceOf(character);
  if (own) return own;
  const has = ({ ranges }: FaceFacts): boolean => hasCode(ranges, character.codePointAt(0)!);
  installed ??= readInstalled(files);
  if (!EAST_ASIAN.test(character)) return installed.find(has) ?? null;
  const region = regionOf(language);
  return installed.find((face) => face.family.endsWith(region) && has(face)) ?? installed.find(has) ?? null;
}

/** Return the bold face of a system's font that has a text; `null` without one. */
export function boldOf({ family, isUpright }: PictureFace, text: string): PictureFace | null {
  const isBold = (each: PictureFace): boolean =>
    each.family === family && each.weight >= BOLD && each.isUpright === isUpright;
  const hasAll = ({ ranges }: FaceFacts): boolean =>
    [...text].every((character) => isUnseen(character) || hasCode(ranges, character.codePointAt(0)!));
  return installed?.find((each) => isBold(each) && hasAll(each)) ?? null;
}

function ownFaceOf(character: string): PictureFace | null {
  shipped ??= PICTURE_FONTS.flatMap((asset) => {
    const { buffer, length: end } = readAsset(asset);
    const faces = readFaces((offset, length) => Buffer.from(buffer, offset, Math.min(length, end - offset)));
    return faces.map((face) => ({ ...face, path: asset, isVariable: true, read: () => readAsset(asset) }));
  });
  return shipped.find(({ ranges }) => hasCode(ranges, character.codePointAt(0)!)) ?? null;
}

/** Read what the fonts of the system have, the plainest first. */
function readInstalled(found: readonly FontFile[]): readonly PictureFace[] {
  const faces = found.flatMap(({ path }) =>
    readFontFile(path).map((face) => ({ ...face, path, isVariable: false, read: () => readFileSync(path) })),
  );
  return faces.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Rank a face by how far it is from a regular one without serifs, such as those of Noto. */
function rankOf({ family, weight, isUpright }: FaceFacts): number {
  const kind = /serif|mincho|ming|song/i.test(family) ? 40 : /sans|gothic|hei/i.test(family) ? 10 : 20;
  const isOdd = /mono|looped|display|symbol|math|condensed|unjoined/i.test(family);
  return (
    Math.abs(weight - 400) / 10 + (isUpright ? 0 : 100) + (isOdd ? 25 : 0) + (/^noto sans/i.test(family) ? 0 : kind)
  );
}

/** Return the end of the family's name of East Asian fonts for a language. */
function regionOf(language: string): string {
  const { language: spoken, script, region } = new Intl.Locale(language || "und").maximize();
  if (spoken === "ja") return " JP";
  if (spoken === "ko") return " KR";
  return script === "Hant" ? (region === "HK" ? " HK" : " TC") : " SC";
}
