import { ERROR_PHRASES } from "#src/core/errors/texts/phrases.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";
import type { ErrorWords } from "#src/web/words/languages.js";
import { ENGLISH, type Words } from "#src/web/words/english.js";
import { type Template, splitText } from "#src/web/words/template.js";

/**
 * Tag of a language of no words. Its numbers, dates and names are Greek: every Latin letter on a page in it is a text
 * that was not taken from the words, or data.
 */
export const WORDLESS = "el-XA";

/** Make the words of a language of no words: each text in brackets and a third longer, with the same slots. */
export function bracketWords(): Words {
  return bracketTree(ENGLISH) as Words;
}

/** Make the errors of a language of no words. */
export function bracketErrors(): ErrorWords {
  return { errors: bracketTree(ERROR_TEXTS), phrases: bracketTree(ERROR_PHRASES) } as ErrorWords;
}

function bracketTree(node: string | object): unknown {
  if (typeof node === "string") return bracketText(splitText(node));
  return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, bracketTree(each as string | object)]));
}

/** Put what stands between slots into brackets: values of slots stay outside. */
function bracketText({ fixed, slots }: Template): string {
  return slots.reduce(
    (text, { name, inner }, at) =>
      `${text}<${name}>${inner ? `${bracketText(inner)}</${name}>` : ""}${bracketPiece(fixed[at + 1]!)}`,
    bracketPiece(fixed[0]!),
  );
}

function bracketPiece(piece: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(piece) ?? [];
  // Texts may have brackets of their own.
  const plain = words.replaceAll("[", "(").replaceAll("]", ")");
  return /\p{L}/u.test(words) ? `${before}[${plain}${padding(Math.ceil(words.length / 3))}]${after}` : piece;
}

/** Make filling of some length that lines can be broken in. */
function padding(length: number): string {
  return "~~~~~ "
    .repeat(Math.ceil(length / 6))
    .slice(0, length)
    .trimEnd();
}

/** Names that are the same in all languages: of formats, of this program and of what it speaks. */
const SAME = new Set(
  "JSON CSV XLSX Atom BibTeX CSL SVG PNG UTC API OpenAPI NDJSON LD Turtle Parquet Arrow oEmbed RSS spendcube EUR".split(
    " ",
  ),
);

/** Names of members that models share, whatever their language, until they have labels. */
const VOCABULARY: ReadonlySet<string> = new Set(["revenue", "expenditure", "approved", "executed", "Executed"]);

/** Attributes that readers see or hear. */
const SPOKEN = /\s(?:alt|title|aria-label|aria-description|placeholder|label)="([^"]*)"/g;
/** Descriptions that other sites show beside a link. */
const PREVIEWED = /<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]*)"/g;

/**
 * List the words in Latin letters that a page or a picture shows outside of brackets, each with what surrounds it.
 * Code, names that are not to be translated, and what is in another language by its `lang` are
 * left out.
 * @param data names in Latin letters
 */
export function strayWords(markup: string, data: ReadonlySet<string> = new Set()): readonly string[] {
  const shown = markup
    .replaceAll(/<(script|style|code|pre|kbd|textarea)\b[^]*?<\/\1>/g, " ")
    // What was typed is a choice again.
    .replaceAll(/<option value="([^"]+)"[^>]*>\1<\/option>/g, " ")
    .replaceAll(/<(\w+)(?=[^>]*\stranslate="no")[^>]*>[^]*?<\/\1>/g, " ")
    .replaceAll(/<(ul|dl) lang=[^>]*>[^]*?<\/\1>/g, " ")
    .replaceAll(/<(\w+)(?=[^>]*\slang=)(?! lang="en" dir="ltr")[^>]*>[^<]*<\/\1>/g, " ");
  // A picture breaks a text into several lines.
  const lines = shown.replaceAll(/<[^>]*>/g, "\n").replaceAll(/\[[^[\]]*\]/g, " ");
  const texts = [
    ...lines.split("\n"),
    ...[...shown.matchAll(SPOKEN), ...shown.matchAll(PREVIEWED)].map(([, text]) => text!),
  ];
  return [...new Set(texts.flatMap((text) => strayIn(unescape(text), data)))];
}

function strayIn(text: string, data: ReadonlySet<string>): readonly string[] {
  const words = text.replaceAll(/\[[^[\]]*\]|https?:\/\/\S+/g, " ").match(/[A-Za-z]+/g) ?? [];
  return words.some((word) => !SAME.has(word) && !VOCABULARY.has(word) && !data.has(word)) ? [text.trim()] : [];
}

function unescape(text: string): string {
  const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!);
}
