/**
 * Accents, points and vowel signs that readers leave out when they search. Marks of other scripts are kept, because
 * they distinguish letters, like the mark that turns か into が.
 */
const ACCENT = /(?![\u3099\u309a])(?=[\p{sc=Zinh}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}])\p{M}|\u0640/gu;

/** Letters with a stroke, and ligatures, which Unicode does not decompose. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["æ", "ae"],
  ["ð", "d"],
  ["ø", "o"],
  ["þ", "th"],
  ["đ", "d"],
  ["ħ", "h"],
  ["ı", "i"],
  ["ł", "l"],
  ["œ", "oe"],
  ["ŧ", "t"],
  ["ς", "σ"],
]);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "g");

/** Fold a text: remove letter case, accents and compatibility forms. Texts match if their folded forms are equal. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Upper case first: it turns ß into SS.
  const plain = text.normalize("NFKD").replace(ACCENT, "").toUpperCase().toLowerCase();
  return plain.replace(LETTER, (letter) => LETTERS.get(letter)!).normalize("NFC");
}

/** True if a text has ASCII characters only. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
