import iconv from "iconv-lite";
import { costOf, createModels, type LetterModel, seePairs } from "./letter-model.js";

/** An encoding that published files have, and the languages that are written in it. */
interface EncodingCandidate {
  /** Name in `iconv-lite` and in a model. */
  readonly name: string;
  readonly languages: readonly string[];
  /** Bits by which a text has to fit worse in the usual encoding before this one is assumed. */
  readonly handicap: number;
}

const WESTERN = ["en", "de", "fr", "es", "pt", "it", "nl", "ca", "da", "sv", "nb", "fi", "is", "et", "ga", "eu", "sq"];

const CENTRAL = ["pl", "cs", "sk", "hu", "sl", "hr", "ro", "sq", "de"];

/** The encodings, of which the first of several that give the same text is taken. UTF-8 and UTF-16 show otherwise. */
const CANDIDATES: readonly EncodingCandidate[] = [
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

/** The encoding that bytes fit best. */
export interface EncodingGuess {
  readonly name: string;
  /** Bits that the text costs in its best language. */
  readonly bits: number;
  /** Another encoding that fits nearly as well and gives another text; `null` if there is none. */
  readonly other: OtherEncoding | null;
}

/** An encoding that a text may also have. */
export interface OtherEncoding {
  readonly name: string;
  /** Words as they are read, and as they would be in the other encoding. */
  readonly samples: readonly (readonly [read: string, other: string])[];
}

/** An encoding is in doubt if another one costs at most so many bits more: it is a thousand times less likely. */
const DOUBT_BITS = 10;

const SAMPLES = 2;

interface Scored {
  readonly candidate: EncodingCandidate;
  readonly text: string;
  readonly bits: number;
}

/**
 * Guess the encoding of words by the letters that follow one another in the languages of each encoding.
 * @param words different ones with bytes beyond ASCII; a few hundred suffice
 */
export function guessEncoding(words: readonly Buffer[]): EncodingGuess {
  const bytes = Buffer.concat(words.flatMap((word) => [word, LINE_FEED]));
  const models = new Map<string, ReadonlyMap<string, LetterModel>>();
  const scored = CANDIDATES.map((candidate): Scored => {
    const { name, languages, handicap } = candidate;
    const group = languages.join();
    const own = models.get(group) ?? createModels(languages);
    models.set(group, own);
    const text = iconv.decode(bytes, name, { stripBOM: false });
    const pairs = seePairs(text);
    return { candidate, text, bits: handicap + Math.min(...[...own.values()].map((model) => costOf(pairs, model))) };
  });
  const [fitting, ...others] = scored.toSorted((a, b) => a.bits - b.bits) as [Scored, ...Scored[]];
  const best = scored.find(({ text }) => text === fitting.text)!;
  const second = others.find(({ text, bits }) => text !== best.text && bits - fitting.bits < DOUBT_BITS);
  return { name: best.candidate.name, bits: fitting.bits, other: second ? otherThan(best, second) : null };
}

/** Return the bits that words cost as UTF-8, in their best language. */
export function utf8Bits(words: readonly Buffer[]): number {
  const pairs = seePairs(words.map((word) => `${word.toString("utf8")}\n`).join(""));
  const groups = [...new Map(CANDIDATES.map(({ languages }) => [languages.join(), languages])).values()];
  const bits = groups.flatMap((languages) =>
    [...createModels(languages).values()].map((model) => costOf(pairs, model)),
  );
  return Math.min(...bits);
}

const LINE_FEED = Buffer.from("\n");

function otherThan(best: Scored, second: Scored): OtherEncoding {
  const words = second.text.split("\n");
  const different = best.text.split("\n").flatMap((word, at): [string, string][] => {
    const other = words[at] ?? "";
    return word === other ? [] : [[word, other]];
  });
  return { name: second.candidate.name, samples: different.slice(0, SAMPLES) };
}
