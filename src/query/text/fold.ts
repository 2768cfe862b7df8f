/**
 * Accents, points and vowel signs that a reader may leave out. The marks of other scripts are letters to their readers,
 * and so is what makes か a が.
 */
const ACCENT = /(?![\u3099\u309a])(?=[\p{sc=Zinh}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}])\p{M}|\u0640/gu;

/** Letters with a stroke and joined letters, which Unicode does not take apart. */
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

/** A text without letter case, accents and differences of form: what texts have in common when they match. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  // Upper case first: it takes ß apart.
  const plain = text.normalize("NFKD").replace(ACCENT, "").toUpperCase().toLowerCase();
  return plain.replace(LETTER, (letter) => LETTERS.get(letter)!).normalize("NFC");
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
