/** Kind of a character, for the cost of a text. */
export type SignKind =
  "letter" | "many" | "money" | "quote" | "dash" | "blank" | "mark" | "wide" | "odd" | "broken" | "digit";

export interface Character {
  readonly kind: SignKind;
  /** The character in lower case. */
  readonly lower: string;
  readonly isUpper: boolean;
  readonly script: string;
}

/** Describe a character. */
export function signOf(char: string): Character {
  const lower = char.toLowerCase();
  return { kind: kindOf(char), lower, isUpper: lower !== char, script: scriptOf(char) };
}

function kindOf(char: string): SignKind {
  return KINDS.find(([, pattern]) => pattern.test(char))?.[0] ?? "odd";
}

/** The first pattern that fits a character gives its kind. */
const KINDS: readonly (readonly [SignKind, RegExp])[] = [
  ["digit", /[0-9]/],
  ["broken", /(?![\t\n\r])[\p{Cc}\ufffd\p{Co}\p{Cn}]/u],
  ["many", /[\p{scx=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}ー]/u],
  ["letter", /[\p{L}\p{M}]/u],
  ["money", /[€£¥¢₪₴₽₺]/],
  ["quote", /[“”„‟‘’‚«»‹›]/],
  ["dash", /[–—‐‑−…•·]/],
  ["blank", /[\u00a0\u202f\u2009]/],
  ["mark", /[°§²³½¼¾®©™±×№µ¿¡´ºª¹\u00ad\u200e\u200f\u200c]/],
  ["wide", /[\u3000-\u303f\uff01-\uff9f\uffe0-\uffe6①-⑳Ⅰ-ⅻ㈱※○●◎△▲□■◇◆→←↑↓〜]/],
];

/** Scripts of letters that published tables are written in. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["latin", /\p{sc=Latin}/u],
  ["cyrillic", /\p{sc=Cyrillic}/u],
  ["greek", /\p{sc=Greek}/u],
  ["hebrew", /\p{sc=Hebrew}/u],
  ["arabic", /\p{sc=Arabic}/u],
];

function scriptOf(char: string): string {
  return SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0] ?? "";
}
