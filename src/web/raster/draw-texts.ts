import bidiFactory from "bidi-js";
import { BOLD, boldOf, faceOf, isUnseen, type PictureFace } from "./fonts.js";
import { type HarfBuzz, type LoadedFace, type LoadedFont, type ShapedGlyph, startHarfBuzz } from "./harfbuzz.js";
import { hasCode } from "./open-type.js";

/** A part of a text in one font and one direction; positions are those of UTF-16. */
interface Run {
  readonly face: PictureFace;
  /** Depth of directions: odd from right to left. */
  readonly level: number;
  readonly from: number;
  to: number;
}

/** Tells the language of a text; `null` if nothing does. */
export type LanguageOf = (text: string) => string | null;

const TEXT = /<text\b([^>]*)>([^<]*)<\/text\s*>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** Attributes that are drawn with the letters; the others stay. */
const DRAWN = /\s(?:x|y|font-size|font-weight|text-anchor|unicode-bidi)="[^"]*"/g;
/** Maximum bytes of fonts that stay in memory between pictures, of which East Asian ones have 20 MB. */
const MAX_KEPT = 2 ** 25;

// The types of the package are those of its other build.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
let started: HarfBuzz | null = null;
/** Fonts in memory by their paths, the least recently used first. */
const opened = new Map<string, { readonly font: LoadedFont; readonly bytes: number }>();

/** List what is written in a picture, as it is drawn. */
export function textsOfPicture(svg: string): string {
  return [...svg.matchAll(TEXT)].map(([, , text]) => decode(text!)).join("\n");
}

/**
 * Turn the texts of a picture into shapes: with joined letters, in the order of their directions. Symbols that no font has,
 * such as emoji, are left out.
 */
export function drawTexts(svg: string, languageOf: LanguageOf): string {
  const harfbuzz = (started ??= startHarfBuzz());
  const faces = new Map<string, LoadedFace>();
  const load = (face: PictureFace, weight: number): LoadedFace => {
    const key = `${face.path} ${face.index} ${weight}`;
    const loaded = faces.get(key) ?? openFont(harfbuzz, face).load(face.index, weight);
    faces.set(key, loaded);
    return loaded;
  };
  try {
    return svg.replaceAll(TEXT, (_, attributes: string, text: string) => {
      const path = drawText(decode(text), attributes, languageOf, load);
      return `<path${attributes.replaceAll(DRAWN, "")} d="${path}"/>`;
    });
  } finally {
    for (const face of faces.values()) face.free();
    closeSome();
  }
}

function drawText(
  given: string,
  attributes: string,
  languageOf: LanguageOf,
  load: (face: PictureFace, weight: number) => LoadedFace,
): string {
  const size = numberOf(attributes, "font-size") ?? 16;
  const text = withoutUnknown(given.normalize("NFC")).trim().replaceAll(/\s+/g, " ");
  const language = languageOf(text) ?? "";
  const found = inOrder(findRuns(text, language, attributes.includes('unicode-bidi="plaintext"')));
  const { runs, weight } = weigh(text, found, numberOf(attributes, "font-weight") ?? 400);
  const shaped = runs.map(({ face, level, from, to }) => {
    const loaded = load(face, weight);
    const scale = size / loaded.unitsPerEm;
    return { loaded, scale, glyphs: loaded.shape(text, from, to, level % 2 === 1, language) };
  });
  const width = sum(shaped.map(({ scale, glyphs }) => sum(glyphs.map(({ advance }) => advance)) * scale));
  const anchor = /\stext-anchor="(\w+)"/.exec(attributes)?.[1];
  let x = (numberOf(attributes, "x") ?? 0) - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  const y = numberOf(attributes, "y") ?? 0;
  let path = "";
  for (const { loaded, scale, glyphs } of shaped) {
    for (const glyph of glyphs) {
      path += drawGlyph(loaded, glyph, { x, y, scale });
      x += glyph.advance * scale;
    }
  }
  return path;
}

/** Give a text its weight: it is not bold in a part of its letters only. */
function weigh(
  text: string,
  runs: readonly Run[],
  weight: number,
): { readonly runs: readonly Run[]; readonly weight: number } {
  if (runs.every(({ face }) => face.isVariable)) return { runs, weight };
  if (weight < BOLD) return { runs, weight: 400 };
  const bold = runs.flatMap((run) => {
    const face = run.face.isVariable ? run.face : boldOf(run.face, text.slice(run.from, run.to));
    return face ? [{ ...run, face }] : [];
  });
  return bold.length === runs.length ? { runs: bold, weight } : { runs, weight: 400 };
}

function drawGlyph(
  face: LoadedFace,
  { id, x: dx, y: dy }: ShapedGlyph,
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
): string {
  const place = (px: number, py: number): string => `${round(x + (px + dx) * scale)} ${round(y - (py + dy) * scale)}`;
  return face.outline(id, place);
}

/** Leave out what no font has: it would be drawn as boxes. */
function withoutUnknown(text: string): string {
  return [...text].map((each) => (isUnseen(each) || faceOf(each, "") !== null ? each : " ")).join("");
}

/** Find the parts of a text that are drawn in one font and one direction each, in its own order. */
function findRuns(text: string, language: string, isPlain: boolean): readonly Run[] {
  const { levels } = bidi.getEmbeddingLevels(text, isPlain || !/\p{Script=Latin}/u.test(text) ? "auto" : "ltr");
  const runs: Run[] = [];
  let at = 0;
  for (const character of text) {
    const [level, last] = [levels[at]!, runs.at(-1)];
    const face = faceIn(character, language, last?.face ?? null);
    const next = at + character.length;
    if (face && last?.face === face && last.level === level && last.to === at) last.to = next;
    else if (face) runs.push({ face, level, from: at, to: next });
    at = next;
  }
  return runs;
}

/** Return the face of a character behind one in another: what is written over a letter, or joins two, is drawn with it. */
function faceIn(character: string, language: string, before: PictureFace | null): PictureFace | null {
  if (isUnseen(character)) return before;
  const isOver = before && /\p{M}/u.test(character) && hasCode(before.ranges, character.codePointAt(0)!);
  return isOver ? before : faceOf(character, language);
}

/** Order runs from left to right, as rule L2 of the Unicode Bidirectional Algorithm says. */
function inOrder(runs: readonly Run[]): readonly Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let at = 0; at < ordered.length; at++) {
      let end = at;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      if (end > at) ordered.splice(at, end - at, ...ordered.slice(at, end).toReversed());
      at = end;
    }
  }
  return ordered;
}

function openFont(harfbuzz: HarfBuzz, { path, read }: PictureFace): LoadedFont {
  const found = opened.get(path) ?? openNow(harfbuzz, read());
  opened.delete(path);
  opened.set(path, found);
  return found.font;
}

function openNow(harfbuzz: HarfBuzz, bytes: Uint8Array): { readonly font: LoadedFont; readonly bytes: number } {
  return { font: harfbuzz.open(bytes), bytes: bytes.length };
}

/** Close the fonts that were least recently used, as far as there are too many. */
function closeSome(): void {
  let kept = sum([...opened.values()].map(({ bytes }) => bytes));
  for (const [path, { font, bytes }] of opened) {
    if (kept <= MAX_KEPT) return;
    opened.delete(path);
    font.free();
    kept -= bytes;
  }
}

function decode(text: string): string {
  return text.replaceAll(/&(#39|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

function numberOf(attributes: string, name: string): number | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes);
  return found ? Number(found[1]) : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
