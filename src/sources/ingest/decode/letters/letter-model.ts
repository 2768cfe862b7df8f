import { type Character, signOf } from "./signs.js";
import { CHARACTERS, FREQUENT_WORDS } from "./words.js";

/** Mark of the gap between words. */
const EDGE = "^";

/** How likely the letters of a language are after one another. */
export interface LetterModel {
  /** Return the bits that a letter costs after another one, both in lower case; `^` stands for no letter. */
  cost(before: string, letter: string): number;
}

/** Share of a letter's probability that is from pairs, single letters, and the letters of related languages. */
const [OF_PAIRS, OF_LETTERS, OF_RELATED] = [0.7, 0.2, 0.09];

/** Probability of any letter at all. */
const OF_ANY = 1e-5;

/** Create the models of some languages that share encodings; each knows the letters of all of them a little. */
export function createModels(languages: readonly string[]): ReadonlyMap<string, LetterModel> {
  const alphabets = languages.filter((each) => each in FREQUENT_WORDS);
  const counts = new Map(alphabets.map((each) => [each, countPairs(FREQUENT_WORDS[each]!)]));
  const related = new Map<string, number>();
  for (const { singles, total } of counts.values()) {
    for (const [letter, count] of singles) {
      related.set(letter, (related.get(letter) ?? 0) + count / total / alphabets.length);
    }
  }
  return new Map(
    languages.map((each) => [
      each,
      each in CHARACTERS ? ofCharacters(CHARACTERS[each]!) : ofPairs(counts.get(each)!, related),
    ]),
  );
}

interface Counts {
  readonly pairs: ReadonlyMap<string, number>;
  readonly firsts: ReadonlyMap<string, number>;
  readonly singles: ReadonlyMap<string, number>;
  readonly total: number;
}

function countPairs(words: string): Counts {
  const [pairs, firsts, singles] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const add = (to: Map<string, number>, key: string): unknown => to.set(key, (to.get(key) ?? 0) + 1);
  let total = 0;
  for (const word of words.split(" ")) {
    let before = EDGE;
    for (const letter of [...word, EDGE]) {
      add(pairs, before + letter);
      add(firsts, before);
      add(singles, letter);
      total++;
      before = letter;
    }
  }
  return { pairs, firsts, singles, total };
}

function ofPairs({ pairs, firsts, singles, total }: Counts, related: ReadonlyMap<string, number>): LetterModel {
  return {
    cost(before, letter) {
      const pair = (pairs.get(before + letter) ?? 0) / (firsts.get(before) ?? 1);
      const single = (singles.get(letter) ?? 0) / total;
      const all = OF_PAIRS * pair + OF_LETTERS * single + OF_RELATED * (related.get(letter) ?? 0) + OF_ANY;
      return -Math.log2(Math.max(all, letter <= "z" && letter >= "a" ? OF_ASCII : 0));
    },
  };
}

/** Least probability of letters of ASCII, which names and abbreviations of any language have. */
const OF_ASCII = 1 / 64;

/** Shares of the frequent characters and of one that is not among them. */
const [OF_FREQUENT, OF_RARE] = [0.85, 0.15 / 20_000];

/** The frequency of characters falls about as their rank grows. */
const FLATTENED = 20;

function ofCharacters(frequent: string): LetterModel {
  const chars = [...frequent];
  const sum = chars.reduce((total, _, at) => total + 1 / (at + FLATTENED), 0);
  const costs = new Map(chars.map((char, at) => [char, -Math.log2(OF_FREQUENT / sum / (at + FLATTENED))]));
  const cost = (letter: string): number => -Math.log2(letter <= "z" && letter >= "a" ? OF_ASCII : OF_RARE);
  return { cost: (_before, letter) => costs.get(letter) ?? cost(letter) };
}

/** Neighbouring characters of a text, with how often they occur. */
export interface LetterPairs {
  readonly pairs: readonly { readonly before: Character; readonly after: Character; readonly count: number }[];
  /** Bits that the text costs in any language: those of signs, of cases within words, of broken characters. */
  readonly common: number;
}

const ASCII_LETTER = /[a-z]/i;

/** List the pairs of letters and signs of a text. Lines are apart. */
export function seePairs(text: string): LetterPairs {
  const counts = new Map<string, number>();
  let before = "\n";
  for (const char of text + "\n") {
    if (char > "\x7f" || before > "\x7f" || ASCII_LETTER.test(char))
      counts.set(before + char, (counts.get(before + char) ?? 0) + 1);
    before = char;
  }
  const signs = new Map<string, Character>();
  const sign = (char: string): Character => {
    const known = signs.get(char) ?? signOf(char);
    signs.set(char, known);
    return known;
  };
  const pairs = [...counts].map(([pair, count]) => {
    const [first, second] = [...pair] as [string, string];
    return { before: sign(first), after: sign(second), count };
  });
  const common = pairs.reduce((sum, { before: first, after, count }) => sum + count * commonCost(first, after), 0);
  return { pairs, common };
}

/** Return the bits that a text costs in a language. */
export function costOf({ pairs, common }: LetterPairs, model: LetterModel): number {
  let bits = common;
  for (const { before, after, count } of pairs) bits += count * letterCost(before, after, model);
  return bits;
}

function letterCost(before: Character, after: Character, model: LetterModel): number {
  if (after.kind === "many") return model.cost(EDGE, after.lower);
  const first = before.kind === "letter" ? before.lower : EDGE;
  if (after.kind === "letter") return model.cost(first, after.lower);
  return first === EDGE ? 0 : model.cost(first, EDGE);
}

/** Bits of a sign that is not a letter, where it usually stands, and anywhere else. */
const SIGN_COSTS = {
  money: [6, 16],
  quote: [6, 16],
  dash: [6, 12],
  blank: [5, 8],
  mark: [8, 12],
  wide: [6, 6],
  odd: [15, 18],
} as const;

/** Quotes after a word. */
const CLOSING = /[”’»«›‹“]/;

/** Signs of squares and of ordinals, which follow letters. */
const RAISED = /[²³ºª°]/;
const RAISED_COST = 3;

const APOSTROPHE = 1;

const BROKEN = 30;

function commonCost(before: Character, after: Character): number {
  const { kind } = after;
  const isInWord = before.kind === "letter";
  if (kind === "broken") return BROKEN;
  if (kind === "letter")
    return caseCost(before, after) + (isForeign(before, after) ? FOREIGN : 0) + digitCost(before, after);
  if (kind === "many") return 0;
  if (kind === "digit") return digitCost(before, after);
  if ((isInWord || before.kind === "digit") && RAISED.test(after.lower)) return RAISED_COST;
  if (isInWord && after.lower === "’") return APOSTROPHE;
  const costs = SIGN_COSTS[kind];
  if (kind === "quote")
    return costs[isInWord ? Number(!CLOSING.test(after.lower)) : Number(after.lower === "”" || after.lower === "’")]!;
  return isInWord ? costs[1] : costs[0];
}

/** Bits of a letter beyond ASCII beside a digit, where a unit or a currency is more likely. */
const BESIDE_DIGIT = 6;

function digitCost(before: Character, after: Character): number {
  const digit = [before, after].find(({ kind }) => kind === "digit");
  const letter = before === digit ? after : before;
  return digit && letter.kind === "letter" && letter.lower > "\x7f" ? BESIDE_DIGIT : 0;
}

function caseCost(before: Character, after: Character): number {
  if (before.kind !== "letter") return after.isUpper ? 1 : 0.5;
  if (before.isUpper) return after.isUpper ? 1 : 0.5;
  return after.isUpper ? 6 : 0;
}

/** Bits of a letter that follows one of another script. */
const FOREIGN = 10;

function isForeign(before: Character, { script }: Character): boolean {
  if (before.kind === "many") return script !== "latin" && script !== "";
  return before.kind === "letter" && before.script !== script && before.script !== "" && script !== "";
}
