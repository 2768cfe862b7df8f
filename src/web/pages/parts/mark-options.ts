/** Markup between `<` and `>`; elements whose contents stay as they are; and text. */
const TOKEN = /<(script|style|textarea|title|option|pre|svg)\b[^]*?<\/\1>|<[^<>]*>|[^<]+/giu;

/** The name of an option of commands, such as `--keep-sources`, with the mark that stands before it in texts from right to left. */
const OPTION = /(?<![\p{L}\d\u2010-]|-)\u200e?(--[a-z][a-z\d]*(?:-[a-z\d]+)*)/gu;

/**
 * Keep the names of options in a document whole: isolated from the text around them, and on one line.
 * Cost: one pass over the document, only if it has such a name.
 */
export function markOptions(markup: string): string {
  if (!/(?<!<!)--[a-z]/u.test(markup)) return markup;
  return markup.replaceAll(TOKEN, (token) =>
    token.startsWith("<") ? token : token.replaceAll(OPTION, '<span class="option">$1</span>'),
  );
}
