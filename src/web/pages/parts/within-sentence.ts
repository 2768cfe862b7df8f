/** A word that begins with a capital, and goes on in small letters: after an elided article, too, as in "L'ente". */
const FIRST = /^\p{Lu}(?:[’']\p{Ll})?[\p{Ll}\p{M}]+(?![\p{L}\p{N}&])/u;

/** A later word with a capital, or a capital within a word: not those of an abbreviation, as in "Function (COFOG)". */
const LATER_CAPITAL = /\p{Lu}\p{Ll}|\p{Ll}\p{Lu}/u;

/** True if a language writes every noun with a capital. */
export function keepsCapitals(language: string): boolean {
  return language === "de" || language === "lb";
}

/**
 * Write a label within a sentence: with a small letter, if it begins with a capital as any line does. A word that is
 * written in capitals, and a name of several words with capitals, as "Home Office", keep theirs.
 * @param language that the label is in; `null` if it is not known: then it stays as it is
 */
export function withinSentence(label: string, language: string | null): string {
  if (language === null || keepsCapitals(language) || !FIRST.test(label)) return label;
  if (LATER_CAPITAL.test(label.slice(1))) return label;
  return label.replace(/^\p{Lu}/u, (letter) => letter.toLocaleLowerCase(language));
}
