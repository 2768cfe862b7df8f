/** Scripts other than Latin, and the language that a text in each is most likely in; `null` where several are as likely. */
const SCRIPTS: readonly (readonly [script: RegExp, language: string | null, code: string])[] = [
  [/\p{Script=Hebrew}/u, "he", "Hebr"],
  [/\p{Script=Arabic}/u, "ar", "Arab"],
  [/\p{Script=Greek}/u, "el", "Grek"],
  [/\p{Script=Cyrillic}/u, null, "Cyrl"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja", "Jpan"],
  [/\p{Script=Hangul}/u, "ko", "Kore"],
  [/\p{Script=Han}/u, null, "Hani"],
  [/\p{Script=Armenian}/u, "hy", "Armn"],
  [/\p{Script=Georgian}/u, "ka", "Geor"],
  [/\p{Script=Devanagari}/u, "hi", "Deva"],
  [/\p{Script=Bengali}/u, "bn", "Beng"],
  [/\p{Script=Gujarati}/u, "gu", "Gujr"],
  [/\p{Script=Gurmukhi}/u, "pa", "Guru"],
  [/\p{Script=Tamil}/u, "ta", "Taml"],
  [/\p{Script=Telugu}/u, "te", "Telu"],
  [/\p{Script=Kannada}/u, "kn", "Knda"],
  [/\p{Script=Malayalam}/u, "ml", "Mlym"],
  [/\p{Script=Sinhala}/u, "si", "Sinh"],
  [/\p{Script=Thai}/u, "th", "Thai"],
  [/\p{Script=Lao}/u, "lo", "Laoo"],
  [/\p{Script=Khmer}/u, "km", "Khmr"],
  [/\p{Script=Myanmar}/u, "my", "Mymr"],
  [/\p{Script=Ethiopic}/u, "am", "Ethi"],
];

/** Letters of Cyrillic and Arabic scripts that only one language of several has. */
const TELLING: readonly (readonly [letter: RegExp, language: string])[] = [
  [/[іїєґ]/iu, "uk"],
  [/ў/iu, "be"],
  [/[ђћ]/iu, "sr"],
  [/[ѓќѕ]/iu, "mk"],
  [/[ыэё]/iu, "ru"],
  [/[پچژگ]/u, "fa"],
];

const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const LETTER = /\p{L}/gu;

/** True if a text has letters of a script other than Latin. */
export function hasForeignLetters(text: string): boolean {
  return FOREIGN.test(text);
}

/**
 * Tell the language of a text by its script: half of its letters, at least, are of one other than Latin.
 * @param likely languages that it may be in, as ISO 639-1 codes; the first with the script is it
 * @returns a tag for `lang`, `und-Cyrl` where only the script is known; `null` for a text in Latin letters, or in none
 */
export function languageOfScript(text: string, likely: readonly string[]): string | null {
  if (!hasForeignLetters(text)) return null;
  const letters = text.match(LETTER) ?? [];
  const counts = SCRIPTS.map(([script]) => letters.filter((letter) => script.test(letter)).length);
  const [kana, hangul, han] = [4, 5, 6] as const;
  // Japanese and Korean are written in Chinese characters, too.
  if (counts[kana]! > 0) counts[kana]! += counts[han]!;
  else if (counts[hangul]! > 0) counts[hangul]! += counts[han]!;
  const most = Math.max(...counts);
  if (most === 0 || most * 2 < letters.length) return null;
  const [script, usual, code] = SCRIPTS[counts.indexOf(most)]!;
  const known = likely.find((language) => isWrittenIn(language, code));
  if (known !== undefined) return known;
  const telling = TELLING.find(([letter, language]) => letter.test(text) && isWrittenIn(language, code));
  return telling?.[1] ?? usual ?? (script.test(text) ? `und-${code}` : null);
}

/** True if a language is written in a script as a rule. @param code ISO 15924 code; `Hani` stands for all Chinese characters */
export function isWrittenIn(language: string, code: string): boolean {
  const { script } = new Intl.Locale(language).maximize();
  return script === code || (code === "Hani" && ["Hans", "Hant", "Jpan", "Kore"].includes(script ?? ""));
}
