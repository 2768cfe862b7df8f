/** An encoding that published files have, and the languages that are written in it. */
export interface EncodingCandidate {
  /** Name in `iconv-lite` and in a model. */
  readonly name: string;
  readonly languages: readonly string[];
  /** Bits by which a text has to fit worse in the usual encoding before this one is assumed. */
  readonly handicap: number;
}

const WESTERN = ["en", "de", "fr", "es", "pt", "it", "nl", "ca", "da", "sv", "nb", "fi", "is", "et", "ga", "eu", "sq"];
const CENTRAL = ["pl", "cs", "sk", "hu", "sl", "hr", "ro", "sq", "de"];

/** The encodings, of which the first of several that give the same text is taken. UTF-8 and UTF-16 show otherwise. */
export const CANDIDATES: readonly EncodingCandidate[] = [
  { name: "windows-1252", languages: WESTERN, handicap: 0 },
  { name: "windows-1250", languages: CENTRAL, handicap: 3 },
  { name: "windows-1251", languages: ["ru", "uk", "be", "bg", "mk", "sr"], handicap: 4 },
  { name: "windows-1253", languages: ["el"], handicap: 4 },
  { name: "windows-1254", languages: ["tr"], handicap: 4 },
  { name: "windows-1255", languages: ["he"], handicap: 4 },
  { name: "windows-1256", languages: ["ar", "fa", "fr"], handicap: 6 },
  { name: "windows-1257", languages: ["lt", "lv", "et"], handicap: 4 },
  { name: "shift_jis", languages: ["ja"], handicap: 4 },
  { name: "euc-jp", languages: ["ja"], handicap: 5 },
  { name: "gb18030", languages: ["zh"], handicap: 4 },
  { name: "big5", languages: ["zh-Hant"], handicap: 4 },
  { name: "euc-kr", languages: ["ko"], handicap: 4 },
  { name: "iso-8859-15", languages: WESTERN, handicap: 5 },
  { name: "iso-8859-2", languages: CENTRAL, handicap: 4 },
  { name: "iso-8859-7", languages: ["el"], handicap: 5 },
  { name: "iso-8859-9", languages: ["tr"], handicap: 5 },
  { name: "koi8-r", languages: ["ru", "bg"], handicap: 5 },
  { name: "koi8-u", languages: ["uk", "ru", "be"], handicap: 5 },
  { name: "cp850", languages: WESTERN, handicap: 8 },
  { name: "cp437", languages: WESTERN, handicap: 10 },
  { name: "macroman", languages: WESTERN, handicap: 10 },
];
