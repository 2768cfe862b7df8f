import { unescapeText, type Html } from "./html.js";

/** Return the text of markup without its elements, in one line. */
export function plainText({ markup }: Html): string {
  return unescapeText(markup.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/[ \n\t]+/g, " ")
    .trim();
}

/** List the texts of the paragraphs of markup. */
export function listParagraphs({ markup }: Html): readonly string[] {
  return markup
    .split(/<\/(?:p|div|details|summary)>/)
    .map((each) => plainText({ markup: each }))
    .filter((text) => text !== "");
}
