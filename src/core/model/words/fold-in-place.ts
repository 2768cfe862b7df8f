/** Letters without a decomposition, and quotes and dashes that are written in several ways. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["ł", "l"],
  ["Ł", "l"],
  ["ø", "o"],
  ["Ø", "o"],
  ["đ", "d"],
  ["Đ", "d"],
  ["ı", "i"],
  ["İ", "i"],
  ["ς", "σ"],
  ["’", "'"],
  ["\u00a0", " "],
  ["\u202f", " "],
]);

/**
 * Spell a text without accents and upper case. Places stay the same, so that what is found in it is found in the text.
 */
export function foldInPlace(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return text.normalize("NFC").replace(/[^\x20-\x7e]|[A-Z]/gu, foldSign);
}

function foldSign(sign: string): string {
  const plain =
    SIGNS.get(sign) ??
    sign
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .toLowerCase();
  return plain.length === sign.length ? plain : sign;
}
